package foreign

import (
	"fmt"
	"slices"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/model/work"
)

// V8Form is V8's .cpuprofile.
var V8Form = Form{Name: lang.Later("V8 CPU profile"), called: lang.Later("a CPU profile of V8")}

// IsV8 reports whether a text begins like V8's .cpuprofile.
func IsV8(data []byte, _ *work.Steps) bool {
	has := jsonHead(data)
	return has != nil && has(`"nodes"`) && has(`"callFrame"`)
}

// v8 decodes what V8's CPU profiler writes (Profiler.Profile in the DevTools protocol): a call tree as a list with
// nodes that name their children, the node found at each sample, and the microseconds between samples.
type v8 struct {
	*builder
	c     cursor
	nodes []v8Node
	index map[int64]int32 // node index by id
	edges []v8Edge

	start, end int64 // µs since any time
	found      []int64
	deltas     []int64
	astray     int // samples at a node that is not in the file
}

type v8Node struct {
	call   model.LocID
	parent int32 // −1: none
	hits   int64
	root   bool
}

// v8Edge is from a node to a child, which may stand behind it.
type v8Edge struct {
	parent int32
	child  int64 // its id
}

// v8Passed are members that are ignored on purpose: line counts in functions, and what editors add.
var v8Passed = []string{"positionTicks", "$vscode"}

// V8 decodes a .cpuprofile, which Node.js, Deno, Chrome and others write.
func V8(data []byte, d Decoding) (*model.Profile, error) {
	q := &v8{builder: d.begin(V8Form, len(data)), index: map[int64]int32{}}
	q.c = cursor{data: withoutMark(data), tick: q.at}
	q.read()
	if err := q.c.fault(q.Form); err != nil {
		return nil, err
	}
	for _, e := range q.edges {
		if child, ok := q.index[e.child]; ok {
			q.nodes[child].parent = e.parent
		}
	}
	h := model.Header{Duration: time.Duration(max(0, min(q.end-q.start, 1e15)) * 1e3)}
	add := q.sampled
	if len(q.found) == 0 { // only how often each node was found is in the file
		add = q.counted
	}
	if err := add(&h); err != nil {
		return nil, err
	}
	if q.samples == 0 {
		return nil, q.empty()
	}
	if q.astray > 0 {
		h.Warnings = append(h.Warnings, leftOut(q.astray))
	}
	return q.finish(h)
}

func (q *v8) read() {
	c := &q.c
	nodes := func() {
		c.array(func(i int) {
			if fault := c.attempt(q.node); fault != nil {
				q.damaged(fmt.Sprintf("nodes[%d]", i), fault)
			}
		})
	}
	c.members(members{
		"nodes": nodes, "startTime": &q.start, "endTime": &q.end, "samples": &q.found, "timeDeltas": &q.deltas,
	}, func(key string) { q.other("", key) })
	q.kept += int64(4 * (len(q.found) + len(q.deltas)))
}

// other counts a member that is not known.
func (q *v8) other(place, key string) {
	if !slices.Contains(v8Passed, key) {
		q.builder.other(&q.c, place, key)
	}
}

func (q *v8) node() {
	c := &q.c
	n := v8Node{parent: -1}
	var id int64
	var name, url string
	line, column := int64(-1), int64(-1)
	from := len(q.edges)
	c.object(func(key string) {
		switch key {
		case "id":
			id = c.int()
		case "hitCount":
			n.hits = c.int()
		case "children":
			c.array(func(int) { q.edges = append(q.edges, v8Edge{int32(len(q.nodes)), c.int()}) })
		case "callFrame":
			c.object(func(key string) {
				switch key {
				case "functionName":
					name = c.string()
				case "url":
					url = c.string()
				case "lineNumber":
					line = c.int()
				case "columnNumber":
					column = c.int()
				default:
					q.other("nodes.callFrame", key)
				}
			})
		default:
			q.other("nodes", key)
		}
	})
	if c.err != nil {
		q.edges = q.edges[:from]
		return
	}
	n.root = name == "(root)" && url == ""
	if name == "" {
		name = "(anonymous)"
	}
	n.call = q.frame(name, url, max(0, line+1), max(0, column+1)) // both are counted from 0
	q.index[id] = int32(len(q.nodes))
	q.nodes = append(q.nodes, n)
	q.kept += 40
}

// stack returns a node's calls up to the root, whose name says nothing about the program. ok is false if the nodes go
// round.
func (q *v8) stack(node int32, to []model.LocID) (stack []model.LocID, ok bool) {
	for range q.nodes {
		if n := q.nodes[node]; n.root && len(to) > 0 {
			return to, true
		} else if to = append(to, n.call); n.parent < 0 {
			return to, true
		} else {
			node = n.parent
		}
	}
	return to, false
}

// sampled adds the samples. Each lasts until the next one; where the clock went back, no time passes.
func (q *v8) sampled(h *model.Header) error {
	h.DefaultSampleType = timeType.Type
	count, lasted := q.column(samplesType), q.column(timeType)
	var stack []model.LocID
	now, far := int64(0), int64(0) // µs since the start
	pass := func(by int64) {
		now = units.Plus(now, by)
		far = min(max(far, now), 1e15)
	}
	for i, id := range q.found {
		if i == 0 && len(q.deltas) > 0 {
			pass(q.deltas[0])
		}
		at := far
		switch {
		case i+1 < len(q.deltas):
			pass(q.deltas[i+1])
		case i+1 == len(q.found):
			pass(max(0, q.end-q.start-now))
		}
		node, ok := q.index[id]
		if ok {
			stack, ok = q.stack(node, stack[:0])
		}
		if !ok {
			q.astray++
			continue
		}
		clear(q.values)
		q.values[count], q.values[lasted] = 1, (far-at)*1e3
		if err := q.sample(at*1e3, stack, 0); err != nil {
			return err
		}
	}
	return nil
}

// counted adds the nodes, each as often as it was found.
func (q *v8) counted(*model.Header) error {
	count := q.column(samplesType)
	var stack []model.LocID
	for i, n := range q.nodes {
		if n.hits == 0 {
			continue
		}
		var ok bool
		if stack, ok = q.stack(int32(i), stack[:0]); !ok {
			q.astray++
			continue
		}
		q.values[count] = n.hits
		if err := q.sample(model.NoTime, stack, 0); err != nil {
			return err
		}
	}
	return nil
}
