package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/units"
	"profstation/model/work"
)

// LabelAxis names one label key, by whose values samples can be grouped. A profile may have texts and numbers
// under one key; these are two axes.
type LabelAxis struct {
	Key     string // as in the profile
	Numeric bool
}

// Compare orders axes by name, texts before numbers.
func (a LabelAxis) Compare(b LabelAxis) int {
	return cmp.Or(strings.Compare(a.Key, b.Key), work.CompareBools(a.Numeric, b.Numeric))
}

// LabelValue is one value on an axis: a text, or a number in the axis's unit.
type LabelValue struct {
	Text string // as in the profile; "" for numbers
	Num  int64
}

// LabelAxes lists a profile's axes by name, texts before numbers.
func (p *Profile) LabelAxes() []LabelAxis {
	return slices.Clone(axesOf.Quick(p))
}

var axesOf = DeriveQuick(func(p *Profile) (axes []LabelAxis) {
	for _, k := range p.LabelKeys() {
		axes = append(axes, k.LabelAxis)
	}
	return axes
})

// FindAxis returns the axis for a key that a user named: its texts if it has any, else its numbers.
func (p *Profile) FindAxis(key string) (LabelAxis, bool) {
	for _, a := range p.LabelAxes() {
		if a.Key == key {
			return a, true
		}
	}
	return LabelAxis{}, false
}

// threadKeys are the labels that group samples which ran one after the other, the best first.
var threadKeys = []string{"thread", "tid", "thread_id", "thread.name", "thread.id", "P", "goid", "goroutine", "process", "pid", "profile"}

// ThreadAxis returns the label by which samples are grouped if their order in time matters: the first known
// one for threads or goroutines. It is zero if there is none.
func (p *Profile) ThreadAxis() LabelAxis {
	for _, key := range threadKeys {
		if a, ok := p.FindAxis(key); ok {
			return a
		}
	}
	return LabelAxis{}
}

// StateLabel is the label in a goroutine dump for what a goroutine was doing: "chan receive".
const StateLabel = "state"

// CreatorLabel is the label there for the function whose go statement started a goroutine.
const CreatorLabel = "created by"

// Minutes is the unit of the label that says how long a goroutine in a dump has waited, in whole minutes from
// one on.
const Minutes = "minutes"

// StateAxis returns the label by which the goroutines in a dump are best grouped. It is zero for profiles
// that are not dumps.
func (p *Profile) StateAxis() LabelAxis {
	if a, ok := p.FindAxis(StateLabel); ok && p.Kind == Goroutine && !a.Numeric && !p.Foreign {
		return a
	}
	return LabelAxis{}
}

// LabelText writes a value on an axis as pprof's reports do: a text unchanged, a number in a unit, where ""
// or minimum means the best one. The number may be rounded. Unlike in pprof, a number has its own unit if the
// key has several, and minutes, which pprof does not know, stay whole.
func (p *Profile) LabelText(a LabelAxis, v LabelValue, unit string) string {
	if !a.Numeric {
		return v.Text
	}
	of := unitsOf(p).of(a.Key, v.Num)
	if of == Minutes {
		return strconv.FormatInt(v.Num, 10) + "min"
	}
	return units.Format(v.Num, of, cmp.Or(unit, "minimum"))
}

// Numbered numbers the values on an axis in the order in which they are met.
type Numbered struct {
	p      *Profile
	axis   LabelAxis
	key    StringID // −1: no label has it
	byText []int32  // per StringID: number + 1
	byNum  map[int64]int32
	Values []LabelValue
	sets   [][]int32 // see [Numbered.OnceOf]
}

// Numbered returns an empty numbering for an axis. It is for one goroutine.
func (p *Profile) Numbered(a LabelAxis) *Numbered {
	n := &Numbered{p: p, axis: a, key: p.Strings.Find(a.Key)}
	if a.Numeric {
		n.byNum = map[int64]int32{}
	} else {
		n.byText = make([]int32, p.Strings.Len())
	}
	return n
}

// OnceOf returns the numbers of a set's values, each once. It returns only −1 if the set has none.
func (n *Numbered) OnceOf(id LabelSetID) []int32 {
	if n.sets == nil {
		n.sets = make([][]int32, n.p.Labels.Len())
	}
	if n.sets[id] == nil {
		n.sets[id] = OnceEach(n.Of(n.p.Labels.Set(id), nil))
	}
	return n.sets[id]
}

// OnceEach removes duplicates. It returns only −1 if the list is empty.
func OnceEach(list []int32) []int32 {
	switch len(list) {
	case 0:
		return append(list, -1)
	case 1:
		return list
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Of appends the numbers of a set's values to list. A value that the set has twice is appended twice, as
// pprof counts it.
func (n *Numbered) Of(set []Label, list []int32) []int32 {
	for _, l := range set {
		if l.Key != n.key || l.IsNum != n.axis.Numeric {
			continue
		}
		if l.IsNum {
			i, ok := n.byNum[l.Num]
			if !ok {
				i = int32(len(n.Values))
				n.byNum[l.Num] = i
				n.Values = append(n.Values, LabelValue{Num: l.Num})
			}
			list = append(list, i)
			continue
		}
		if n.byText[l.Str] == 0 {
			n.Values = append(n.Values, LabelValue{Text: n.p.Strings.Raw(l.Str)})
			n.byText[l.Str] = int32(len(n.Values))
		}
		list = append(list, n.byText[l.Str]-1)
	}
	return list
}

// LabelKey is one label key in a profile.
type LabelKey struct {
	LabelAxis
	Values int // distinct values
}

// LabelKeys lists the label keys by name, with text labels and numbers apart.
func (p *Profile) LabelKeys() []LabelKey {
	seen := map[Label]bool{}
	count := map[LabelAxis]int{}
	used := make([]bool, p.Labels.Len())
	for _, id := range p.Samples.Labels {
		used[id] = true
	}
	for id, ok := range used {
		if !ok {
			continue
		}
		for _, l := range p.Labels.Set(LabelSetID(id)) {
			l.Unit = 0
			if !seen[l] {
				seen[l] = true
				count[LabelAxis{p.Strings.Raw(l.Key), l.IsNum}]++
			}
		}
	}
	keys := make([]LabelKey, 0, len(count))
	for a, n := range count {
		keys = append(keys, LabelKey{a, n})
	}
	slices.SortFunc(keys, func(a, b LabelKey) int { return a.Compare(b.LabelAxis) })
	return keys
}

// LanesBy returns a function that gives each label set its value's number on an axis, the first if it has
// several and −1 if it has none. It also returns a function for the values. Both are for one goroutine.
func (p *Profile) LanesBy(a LabelAxis) (of func(LabelSetID) int32, values func() []LabelValue) {
	n := p.Numbered(a)
	return func(id LabelSetID) int32 { return n.OnceOf(id)[0] }, func() []LabelValue { return n.Values }
}
