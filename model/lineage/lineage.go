// Package lineage finds out how goroutines came to be: for each go statement that led to one, from the first that is known.
// It knows neither profiles nor traces: goroutines and go statements are numbers.
package lineage

import (
	"context"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/work"
)

// goStatement begins the names of borders.
const goStatement = "go "

// Cut is the function that stands for go statements which were left out, see [Find].
const Cut = "go (earlier go statements left out)"

// Border returns the name that a frame at the border between two goroutines has, as a go statement writes it: "go
// main.work". function is what was started; "" if that is not known.
func Border(function string) string {
	if function == "" {
		function = "(unknown)"
	}
	return goStatement + function
}

// Started returns the function that was started, given the name of a border. ok is false for other names.
func Started(name string) (function string, ok bool) { return strings.CutPrefix(name, goStatement) }

// Birth says how a goroutine was started.
type Birth struct {
	By int32 // who started it, an index among the births; −1: not known
	At int32 // the go statement, a number that means something to the caller; −1: not known, so there is no lineage
}

// What lineages may have. A goroutine that starts its own successor would have one that is as long as the program ran.
const (
	Longest    = 32      // go statements
	mostFrames = 1024    // frames, unless one go statement alone has more
	allFrames  = 1 << 22 // frames in all lineages together
	mostNodes  = 1 << 19 // steps in all lineages, while they are made
)

// All says how each goroutine came to be, by go statements that have numbers. It belongs to no profile.
type All struct {
	Of   []int32 // the place of each goroutine's lineage; 0: none
	Most int     // how many go statements a lineage keeps: [Longest], or fewer where otherwise all were too long

	nodes []node
}

// Find finds lineages, in which a go statement has size frames, with that at the border. The last [All.Most]
// go statements are kept. What is cut off is one frame, [Cut]. Births may be in any order. One that has itself among
// those that led to it has no earlier ones. The only error is the context's.
func Find(ctx context.Context, births []Birth, size func(statement int32) int) (*All, error) {
	steps := work.StepsUntil(ctx)
	for most := Longest; ; most /= 2 {
		t := &tree{int32(most), size, make([]node, 2), map[key]int32{}}
		of, ok := t.grow(steps, births)
		if steps.Over(1) {
			return nil, ctx.Err()
		}
		if ok {
			return &All{of, most, t.nodes}, nil
		}
	}
}

// tree has what lineages have in common: a node is a go statement below those before it.
type tree struct {
	most  int32 // go statements in a lineage
	size  func(statement int32) int
	nodes []node
	ids   map[key]int32
}

type key struct{ up, at int32 }

type node struct {
	key
	statements, frames int32
	shorter            int32 // the same without the first statement that is left; 0: not asked yet
}

// The first two nodes: nothing is known before, and what is known was cut off.
const (
	unknown = iota
	cutOff
)

// grow returns each birth's place. ok is false if the tree or the lineages became too large, which they do not if
// each has one go statement: a file names only so many.
func (t *tree) grow(steps *work.Steps, births []Birth) (of []int32, ok bool) {
	of = make([]int32, len(births))
	seen := make([]bool, len(births))
	met, frames := map[int32]bool{}, int64(0)
	var path []int32
	for i := range births {
		// A chain may be long, so this does not recurse.
		for g := int32(i); g >= 0 && !seen[g]; g = births[g].By {
			seen[g] = true
			path = append(path, g)
		}
		if steps.Over(1 + len(path)) {
			break
		}
		for _, g := range slices.Backward(path) {
			x := births[g]
			if x.At < 0 {
				continue
			}
			up := int32(unknown)
			if x.By >= 0 {
				up = of[x.By]
			}
			of[g] = t.below(up, x.At)
			if !met[of[g]] {
				met[of[g]] = true
				frames += int64(t.nodes[of[g]].frames)
			}
			if t.most > 1 && (frames > allFrames || len(t.nodes) > mostNodes) {
				return nil, false
			}
		}
		path = path[:0]
	}
	return of, true
}

// below returns the place that a go statement has below a lineage, whose beginning it drops if there are
// too many.
func (t *tree) below(up, at int32) int32 {
	n := int32(t.size(at))
	for up > cutOff && (t.nodes[up].statements >= t.most || t.nodes[up].frames+n > mostFrames) {
		up = t.shorter(up)
	}
	return t.node(up, at)
}

func (t *tree) node(up, at int32) int32 {
	key := key{up, at}
	n, fresh := work.Number(t.ids, key, len(t.nodes))
	if fresh {
		above := &t.nodes[up]
		t.nodes = append(t.nodes, node{key: key, statements: above.statements + 1, frames: above.frames + int32(t.size(at))})
	}
	return n
}

// shorter drops a lineage's first go statement. It recurses no deeper than lineages are long.
func (t *tree) shorter(n int32) int32 {
	x := t.nodes[n]
	if x.shorter == 0 {
		x.shorter = cutOff
		if x.up > cutOff {
			x.shorter = t.node(t.shorter(x.up), x.at)
		}
		t.nodes[n].shorter = x.shorter
	}
	return x.shorter
}

// Path returns the go statements of the lineage at a place, the first one first, and whether there were earlier ones that
// were cut off.
func (l *All) Path(place int32) (statements []int32, cut bool) {
	for ; place > cutOff; place = l.nodes[place].up {
		statements = append(statements, l.nodes[place].at)
	}
	slices.Reverse(statements)
	return statements, place == cutOff
}

// Warning says that lineages were cut because there are so many; "" if they were not.
func (l *All) Warning() string {
	if l.Most >= Longest {
		return ""
	}
	return lang.N(l.Most, "so many goroutines started others that only the last go statement before each is kept",
		"so many goroutines started others that only the last {{.N}} go statements before each are kept",
		nil)
}
