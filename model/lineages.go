package model

import (
	"context"
	"encoding/binary"
	"slices"

	"profstation/model/lineage"
	"profstation/model/work"
)

// A lineage says how a goroutine came to be: for each go statement that led to it, from the first that is known, the
// stack there and a frame for the border to what it started, see [lineage.Border]. Samples of goroutines that differ in
// their lineage have different label sets, see [Labels.LineageOf].

// LineageID is the index of a lineage in [Labels]. 0 is the empty one: nothing is known.
type LineageID int32

// lineages is the table of all lineages in a profile, each once. Lineage i is locs[start[i]:start[i+1]], root first.
type lineages struct {
	start []int32
	locs  []LocID
	sums  bool // a sample is a sum, so one record may have several samples, see [Profile.Continues]
}

// Continues reports whether a sample is one record with the sample before it: only their lineages differ, and the values of
// a record are sums. A goroutine in a dump and a sample with a time are records of their own.
func (p *Profile) Continues(i int) bool {
	s, t := &p.Samples, p.Labels
	if !t.lineages.sums || i == 0 || s.Stack[i] != s.Stack[i-1] || s.Time(i) != NoTime {
		return false
	}
	a, b := s.LabelSet(i-1), s.LabelSet(i)
	return t.LineageOf(a) != t.LineageOf(b) && slices.Equal(t.Set(a), t.Set(b))
}

// Records returns how many records the samples are, see [Profile.Continues].
func (p *Profile) Records() int {
	n := p.Samples.Len()
	if p.Labels.lineages.sums {
		for i := range p.Samples.Len() {
			if p.Continues(i) {
				n--
			}
		}
	}
	return n
}

// LineageOf returns the lineage of the goroutines whose samples have a label set.
func (t *Labels) LineageOf(set LabelSetID) LineageID {
	if int(set) >= len(t.lineage) {
		return 0
	}
	return t.lineage[set]
}

// Lineage returns the locations of a lineage, root first. They must not be changed.
func (t *Labels) Lineage(id LineageID) []LocID {
	if id == 0 {
		return nil // most profiles have no table
	}
	return t.lineages.locs[t.lineages.start[id]:t.lineages.start[id+1]]
}

// Lineages returns how many lineages there are, with the empty one, or 0 if nothing is known about any sample.
func (t *Labels) Lineages() int { return max(0, len(t.lineages.start)-1) }

// setLineage gives a set a lineage.
func (t *Labels) setLineage(set LabelSetID, id LineageID) {
	if id == 0 && int(set) >= len(t.lineage) {
		return
	}
	for int(set) >= len(t.lineage) {
		t.lineage = append(t.lineage, 0)
	}
	t.lineage[set] = id
}

// lineageOf returns the number of a lineage and adds it if there is none.
func (t *labelSets) lineageOf(locs []LocID) LineageID {
	if len(locs) == 0 {
		return 0
	}
	if t.byLocs == nil {
		t.byLocs = map[string]LineageID{}
	}
	all := &t.Labels.lineages
	if all.start == nil {
		all.start = []int32{0, 0}
	}
	t.key = t.key[:0]
	for _, l := range locs {
		t.key = binary.AppendUvarint(t.key, uint64(l))
	}
	id, ok := t.byLocs[string(t.key)]
	if !ok {
		id = LineageID(len(all.start) - 1)
		t.byLocs[string(t.key)] = id
		all.locs = append(all.locs, locs...)
		all.start = append(all.start, int32(len(all.locs)))
	}
	return id
}

// Lineage adds the lineage at a place to the profile. at returns the locations of a go statement, root first, with the
// border's frame at the end; the slice is only read before the next call.
func (b *Builder) Lineage(all *lineage.All, place int32, at func(statement int32) []LocID) LineageID {
	statements, cut := all.Path(place)
	var locs []LocID
	if cut {
		locs = append(locs, b.Frame(lineage.Cut))
	}
	for _, s := range statements {
		locs = append(locs, at(s)...)
	}
	return b.sets.lineageOf(locs)
}

// FunctionOf returns the function that a location belongs to, into which others may be inlined there; NoFunc if it has no
// lines.
func (b *Builder) FunctionOf(l LocID) FuncID {
	loc := &b.p.Locations[l]
	if loc.FirstLine == loc.EndLine {
		return NoFunc
	}
	return b.p.Lines[loc.EndLine-1].Func
}

// NameOf returns a function's name, "" for NoFunc.
func (b *Builder) NameOf(f FuncID) string {
	if f == NoFunc {
		return ""
	}
	return b.p.Strings.Raw(b.p.Functions[f].Name)
}

// Frame returns a location with one line in a function that has a name and nothing else: one for each name.
func (b *Builder) Frame(function string) LocID {
	name := b.String(function)
	loc, ok := b.frames[name]
	if !ok {
		loc = b.Location(NoMapping, 0, []Line{{Func: b.Function(Function{Name: name, SystemName: name})}})
		if b.frames == nil {
			b.frames = map[StringID]LocID{}
		}
		b.frames[name] = loc
	}
	return loc
}

// Born gives the goroutines of all samples their lineages, one for each sample. It is called once, after the last sample.
func (b *Builder) Born(ids []LineageID) {
	given := make([]bool, b.sets.Len())
	for i, id := range ids {
		switch set := b.labels[i]; {
		case !given[set] && set != 0:
			given[set] = true
			b.sets.setLineage(set, id)
		case b.sets.LineageOf(set) != id:
			of := b.sets.Set(set)
			b.labels[i] = b.sets.id(of, of, id)
			b.anyLabels = true
		}
	}
}

// Continued is a profile whose stacks go on to who started their goroutines, as far as that is known. It is p itself if
// nothing is. It shares all else with p.
var Continued = Derive(func(ctx context.Context, p *Profile) (*Profile, error) {
	if p.Labels.Lineages() == 0 {
		return p, nil
	}
	steps := work.StepsUntil(ctx)
	pairs := work.Pairs{Until: steps}
	place := make([]int32, p.Samples.Len())
	var list StackList
	var stack []LocID
	read, known := p.Stacks.Reader(), 0
	for i, s := range p.Samples.Stack {
		born := p.Labels.LineageOf(p.Samples.LabelSet(i))
		n := pairs.Number(int32(born), int32(s))
		if int(n) == known {
			known++
			stack = append(append(stack[:0], p.Labels.Lineage(born)...), read.Locs(s)...)
			list.Add(stack)
		}
		if place[i] = n; steps.Over(1 + len(stack)/4) {
			return nil, ctx.Err()
		}
	}
	c := p.Clone()
	stacks, ids, err := list.Table(ctx)
	if err != nil {
		return nil, err
	}
	c.Stacks, c.Samples.Stack = stacks, make([]StackID, len(place))
	for i, n := range place {
		c.Samples.Stack[i] = ids[n]
	}
	return c, nil
})

// InStacks returns how many functions and locations stand in stacks, without those that are known from lineages alone.
func (p *Profile) InStacks() (functions, locations int) {
	if p.Labels.Lineages() == 0 {
		return len(p.Functions), len(p.Locations)
	}
	read, met, of := p.Stacks.Reader(), make([]bool, len(p.Locations)), make([]bool, len(p.Functions))
	for i := range p.Stacks.Len() {
		s, common := StackID(i), 0
		if i > 0 {
			common = p.Stacks.Common(s)
		}
		for _, l := range read.From(s, int32(common)) {
			if met[l] {
				continue
			}
			met[l] = true
			locations++
			for _, line := range p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine] {
				if !of[line.Func] {
					of[line.Func] = true
					functions++
				}
			}
		}
	}
	return functions, locations
}
