package model

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/units"
	"profstation/model/work"
)

// LabelAxis names one label key, by whose values samples can be grouped. A
// profile may have texts and numbers under one key; they are two axes.
type LabelAxis struct {
	Key     string // as it stands in the profile
	Numeric bool
}

// Compare orders axes by name, texts before numbers.
func (a LabelAxis) Compare(b LabelAxis) int {
	return cmp.Or(strings.Compare(a.Key, b.Key), work.CompareBools(a.Numeric, b.Numeric))
}

// LabelValue is one value on an axis: a text, or a number in the axis's unit.
type LabelValue struct {
	Text string // as it stands in the profile; "" for numbers
	Num  int64
}

// LabelAxes lists the axes of a profile by name, texts before numbers.
func (p *Profile) LabelAxes() []LabelAxis {
	return slices.Clone(axesOf.Quick(p))
}

var axesOf = DeriveQuick(func(p *Profile) (axes []LabelAxis) {
	for _, k := range p.LabelKeys() {
		axes = append(axes, k.LabelAxis)
	}
	return axes
})

// FindAxis returns the axis of a key that a user named: its texts if it has any, else its numbers.
func (p *Profile) FindAxis(key string) (LabelAxis, bool) {
	for _, a := range p.LabelAxes() {
		if a.Key == key {
			return a, true
		}
	}
	return LabelAxis{}, false
}

// threadKeys are the labels that divide samples into what ran one after the other, the best first.
var threadKeys = []string{"thread", "tid", "thread_id", "thread.name", "thread.id", "P", "goid", "goroutine", "process", "pid", "profile"}

// ThreadAxis is the label by which samples are divided where their order in time matters: the first that is known
// to be of threads or goroutines; zero without one.
func (p *Profile) ThreadAxis() LabelAxis {
	for _, key := range threadKeys {
		if a, ok := p.FindAxis(key); ok {
			return a
		}
	}
	return LabelAxis{}
}

// StateLabel is the label of a dump of goroutines for what each of them was doing: "chan receive".
const StateLabel = "state"

// Minutes is the unit of the label for how long a goroutine of a dump waits: whole ones, from one on.
const Minutes = "minutes"

// StateAxis is the label by which the goroutines of a dump are best divided; zero for what is no dump.
func (p *Profile) StateAxis() LabelAxis {
	if a, ok := p.FindAxis(StateLabel); ok && p.Kind == Goroutine && !a.Numeric && !p.Foreign {
		return a
	}
	return LabelAxis{}
}

// LabelText writes a value of an axis as pprof's reports do: a text as it stands, a number in a
// unit, "" or minimum for its best. The text of a number may be rounded. Unlike there, a number has its own unit where a key
// has several, and minutes, which pprof does not know, stay whole.
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

// Numbered gives each value of an axis a number, in the order they are met.
type Numbered struct {
	p      *Profile
	axis   LabelAxis
	key    StringID // −1: no label has it
	byText []int32  // per StringID: number + 1
	byNum  map[int64]int32
	Values []LabelValue
	sets   [][]int32 // see [Numbered.OnceOf]
}

// Numbered gives numbers to the values of an axis. It is for one goroutine.
func (p *Profile) Numbered(a LabelAxis) *Numbered {
	n := &Numbered{p: p, axis: a, key: p.Strings.Find(a.Key)}
	if a.Numeric {
		n.byNum = map[int64]int32{}
	} else {
		n.byText = make([]int32, p.Strings.Len())
	}
	return n
}

// OnceOf is the numbers of the values of a set, each once; −1 alone if it has none.
func (n *Numbered) OnceOf(id LabelSetID) []int32 {
	if n.sets == nil {
		n.sets = make([][]int32, n.p.Labels.Len())
	}
	if n.sets[id] == nil {
		n.sets[id] = OnceEach(n.Of(n.p.Labels.Set(id), nil))
	}
	return n.sets[id]
}

// OnceEach drops doubles, and stands −1 for nothing.
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

// Of appends the numbers of a set's values to list. A value that a set has
// twice is there twice, as pprof counts it.
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

// LabelKey is one label key of a profile.
type LabelKey struct {
	LabelAxis
	Values int // distinct values
}

// LabelKeys lists the label keys, text labels and numbers apart, by name.
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

// LanesBy gives each label set the number of its value of an axis, the first of several, and returns
// the values. −1 is none. It is for one goroutine.
func (p *Profile) LanesBy(a LabelAxis) (of func(LabelSetID) int32, values func() []LabelValue) {
	n := p.Numbered(a)
	return func(id LabelSetID) int32 { return n.OnceOf(id)[0] }, func() []LabelValue { return n.Values }
}
