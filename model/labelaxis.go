package model

import "slices"

// LabelAxis names one label key, by whose values samples can be grouped. A
// profile may have texts and numbers under one key; they are two axes.
type LabelAxis struct {
	Key     string // as it stands in the profile
	Numeric bool
}

// LabelValue is one value on an axis: a text, or a number in the axis's unit.
type LabelValue struct {
	Text string // as it stands in the profile; "" for numbers
	Num  int64
}

// LabelAxes lists the axes of a profile by name, texts before numbers.
func (p *Profile) LabelAxes() []LabelAxis {
	d := &p.derived
	d.axesOnce.Do(func() {
		for _, k := range p.LabelKeys() {
			d.axes = append(d.axes, LabelAxis{p.Strings.Raw(k.Key), k.Numeric})
		}
	})
	return slices.Clone(d.axes)
}

// FindAxis returns the axis of a key that a user named: its texts where it has
// any, else its numbers.
func (p *Profile) FindAxis(key string) (LabelAxis, bool) {
	for _, a := range p.LabelAxes() {
		if a.Key == key {
			return a, true
		}
	}
	return LabelAxis{}, false
}

// LabelText writes a value of an axis as pprof's reports do: a text as it
// stands, a number in a unit, "" or minimum for its best. The text of a number
// may be rounded.
func (p *Profile) LabelText(a LabelAxis, v LabelValue, unit string) string {
	if !a.Numeric {
		return v.Text
	}
	if unit == "" {
		unit = "minimum"
	}
	return Format(v.Num, p.labelUnits()[a.Key], unit)
}

// numbered gives each value of an axis a number, in the order they are met.
type numbered struct {
	p      *Profile
	axis   LabelAxis
	key    StringID // −1: no label has it
	byText []int32  // per StringID: number + 1
	byNum  map[int64]int32
	values []LabelValue
}

func (p *Profile) numbered(a LabelAxis) *numbered {
	n := &numbered{p: p, axis: a, key: -1}
	for id, s := range p.Strings.raw {
		if s == a.Key {
			n.key = StringID(id)
			break
		}
	}
	if a.Numeric {
		n.byNum = map[int64]int32{}
	} else {
		n.byText = make([]int32, p.Strings.Len())
	}
	return n
}

// of appends the numbers of a set's values to list. A value that a set has
// twice is there twice, as pprof counts it.
func (n *numbered) of(set []Label, list []int32) []int32 {
	for _, l := range set {
		if l.Key != n.key || l.IsNum != n.axis.Numeric {
			continue
		}
		if l.IsNum {
			i, fresh := number(n.byNum, l.Num, len(n.values))
			if fresh {
				n.values = append(n.values, LabelValue{Num: l.Num})
			}
			list = append(list, i)
			continue
		}
		if n.byText[l.Str] == 0 {
			n.values = append(n.values, LabelValue{Text: n.p.Strings.Raw(l.Str)})
			n.byText[l.Str] = int32(len(n.values))
		}
		list = append(list, n.byText[l.Str]-1)
	}
	return list
}
