package main

import (
	"encoding/binary"
	"maps"
	"slices"
)

// node is one of a tree of functions.
type node struct {
	self     int64
	children map[string]*node
}

// treeOf is what Pyroscope makes of chosen samples in its own form (pkg/model/tree.go): of each node its name, its own
// value and its children, the last of these first. The root has no name.
func treeOf(all []stored, chosen selection) []byte {
	root := &node{}
	for _, p := range all {
		for _, x := range p.Sample {
			if !chosen(x) {
				continue
			}
			at := root
			for _, l := range slices.Backward(x.Location) {
				for _, line := range slices.Backward(l.Line) {
					at = at.child(line.Function.Name)
				}
			}
			at.self += x.Value[0]
		}
	}
	if len(root.children) == 0 {
		return nil
	}
	return root.write(nil, "")
}

func (n *node) child(name string) *node {
	if n.children == nil {
		n.children = map[string]*node{}
	}
	if n.children[name] == nil {
		n.children[name] = &node{}
	}
	return n.children[name]
}

func (n *node) write(to []byte, name string) []byte {
	to = append(binary.AppendUvarint(to, uint64(len(name))), name...)
	to = binary.AppendUvarint(binary.AppendUvarint(to, uint64(n.self)), uint64(len(n.children)))
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(n.children))) {
		to = n.children[name].write(to, name)
	}
	return to
}
