package profilestore

import (
	"bytes"
	"math"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/wire"
	"profstation/model/lang"
)

// maxFrames is the most frames in all stacks of a tree. A store keeps some ten thousand nodes.
const maxFrames = 1 << 24

var errTree = lang.Error("the bytes are no tree of functions")

// pprofOfTree makes a pprof message from a tree in Pyroscope's own form (Pyroscope: pkg/model/tree.go). Each node has
// its name, its own value and its number of children, followed by the children. The root has no name. The result is
// nil if there are no samples.
func pprofOfTree(tree []byte, profileType string) ([]byte, error) {
	p := &profile.Profile{SampleType: []*profile.ValueType{{}}, PeriodType: &profile.ValueType{}}
	texts := []*string{new(string), &p.SampleType[0].Type, &p.SampleType[0].Unit, &p.PeriodType.Type, &p.PeriodType.Unit}
	for i, part := range strings.SplitN(profileType, ":", len(texts)) {
		*texts[i] = part
	}
	byName := map[string]*profile.Location{}
	location := func(name string) *profile.Location {
		l := byName[name]
		if l == nil {
			f := &profile.Function{ID: uint64(len(byName) + 1), Name: name, SystemName: name}
			l = &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
			byName[name] = l
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		}
		return l
	}
	at := 0
	number := func() uint64 {
		n, next := uint64(0), -1
		if at >= 0 {
			n, next = wire.Varint(tree, at)
		}
		at = next
		return n
	}
	var stack []*profile.Location // path to the current node, without the root
	var left []uint64             // children still to come, for the root and each node in stack
	frames := 0
	for at < len(tree) {
		size := number()
		if at < 0 || size > uint64(len(tree)-at) {
			return nil, errTree
		}
		name := string(tree[at : at+int(size)])
		at += int(size)
		self, children := number(), number()
		if at < 0 || self > math.MaxInt64 {
			return nil, errTree
		}
		if left != nil {
			left[len(left)-1]--
			stack = append(stack, location(name))
		}
		left = append(left, children)
		if self > 0 && len(stack) > 0 {
			if frames += len(stack); frames > maxFrames {
				return nil, errTree
			}
			s := &profile.Sample{Value: []int64{int64(self)}, Location: make([]*profile.Location, len(stack))}
			for i, l := range stack {
				s.Location[len(stack)-1-i] = l
			}
			p.Sample = append(p.Sample, s)
		}
		for left[len(left)-1] == 0 { // the node is complete
			if left = left[:len(left)-1]; len(left) == 0 {
				break
			}
			stack = stack[:len(stack)-1]
		}
		if len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		return nil, errTree
	}
	if len(p.Sample) == 0 {
		return nil, nil
	}
	var data bytes.Buffer
	err := p.WriteUncompressed(&data)
	return data.Bytes(), err
}
