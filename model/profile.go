package model

import (
	"context"
	"math"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Profile is one loaded profile. Nothing in it changes after it was built.
type Profile struct {
	Header
	Tables
	Types   []ValueType // one per column in Samples.Values
	Default int         // index into Types; see [Profile.DefaultColumn]
	Kind    Kind
	Samples Samples

	// Heap is a heap profile of the same process, nil if none is at hand. It says what lived while this one was recorded.
	Heap *Profile `pack:"-"`

	derived derived `pack:"-"`
}

// Clone returns p without what was derived from it. It shares all tables.
func (p *Profile) Clone() *Profile {
	return &Profile{Header: p.Header, Tables: p.Tables, Types: p.Types, Default: p.Default, Kind: p.Kind, Samples: p.Samples, Heap: p.Heap}
}

// Beside returns p with a heap profile of the same process.
func (p *Profile) Beside(heap *Profile) *Profile {
	q := p.Clone()
	q.Heap = heap
	return q
}

// Only returns a profile with the samples for which keep is true. It shares all tables.
func (p *Profile) Only(keep func(sample int) bool) *Profile {
	o, all := p.Clone(), &p.Samples
	o.Samples = Samples{Values: make([][]int64, len(all.Values))}
	s := &o.Samples
	for i, stack := range all.Stack {
		if !keep(i) {
			continue
		}
		s.Stack = append(s.Stack, stack)
		if all.Labels != nil {
			s.Labels = append(s.Labels, all.Labels[i])
		}
		if all.Times != nil {
			s.Times = append(s.Times, all.Times[i])
		}
		for c, values := range all.Values {
			s.Values[c] = append(s.Values[c], values[i])
		}
	}
	return o
}

// Builder collects a profile's tables. The zero value is not ready: use [NewBuilder]. Only one goroutine may
// use a Builder.
type Builder struct {
	p         *Profile
	texts     *Interner
	sets      *labelSets
	stacks    StackList
	stack     []LocID // scratch
	labels    []LabelSetID
	anyLabels bool
	frames    map[StringID]LocID // see [Builder.Frame]
	times     []int64            // one for each sample so far, unless none has a time
}

// NewBuilder starts a profile whose samples have one value for each type.
func NewBuilder(types []ValueType) *Builder {
	b := &Builder{p: &Profile{Types: types}, texts: Extend(&Strings{}), sets: newLabelSets()}
	b.p.Strings, b.p.Labels = b.texts.Strings, b.sets.Labels
	b.p.Samples.Values = make([][]int64, len(types))
	b.String("")
	return b
}

// Type returns the column for a sample type and adds it if there is none. Samples added before have 0 in a
// new column.
func (b *Builder) Type(t ValueType) int {
	p := b.p
	if i := slices.Index(p.Types, t); i >= 0 {
		return i
	}
	p.Types = append(p.Types, t)
	p.Samples.Values = append(p.Samples.Values, make([]int64, len(b.labels)))
	return len(p.Types) - 1
}

// Room says how many things of each sort a profile will hold, if that is known.
type Room struct{ Samples, Mappings, Functions, Locations, Lines, LabelSets, Labels int }

// Grow reserves memory. Labels counts the labels in all sets.
func (b *Builder) Grow(n Room) {
	p := b.p
	b.labels = slices.Grow(b.labels, n.Samples)
	for i, v := range p.Samples.Values {
		p.Samples.Values[i] = slices.Grow(v, n.Samples)
	}
	p.Mappings, p.Functions = slices.Grow(p.Mappings, n.Mappings), slices.Grow(p.Functions, n.Functions)
	p.Locations, p.Lines = slices.Grow(p.Locations, n.Locations), slices.Grow(p.Lines, n.Lines)
	b.sets.reserve(n.LabelSets, n.Labels)
}

// String returns the id for a text. Equal texts have the same id.
func (b *Builder) String(s string) StringID { return b.texts.ID(s) }

// Text is String for bytes. It does not keep the slice.
func (b *Builder) Text(s []byte) StringID { return b.texts.IDOf(s) }

// Mapping adds a mapping. The first one is the main binary, as in pprof.
func (b *Builder) Mapping(m Mapping) MappingID {
	b.p.Mappings = append(b.p.Mappings, m)
	return MappingID(len(b.p.Mappings) - 1)
}

// Function adds a function.
func (b *Builder) Function(f Function) FuncID {
	b.p.Functions = append(b.p.Functions, f)
	return FuncID(len(b.p.Functions) - 1)
}

// Location adds a location with its lines, innermost first.
func (b *Builder) Location(m MappingID, address uint64, lines []Line) LocID {
	p := b.p
	first := int32(len(p.Lines))
	p.Lines = append(p.Lines, lines...)
	p.Locations = append(p.Locations, Location{m, address, first, int32(len(p.Lines))})
	return LocID(len(p.Locations) - 1)
}

// LabelSet returns the id for a label set. Sets with the same labels in the same order have the same id.
func (b *Builder) LabelSet(labels []Label) LabelSetID { return b.LabelSetOf(labels, 0) }

// LabelSetOf is LabelSet for sums over the goroutines with a lineage. Sums for several lineages are one record if they
// follow each other, see [Profile.Continues].
func (b *Builder) LabelSetOf(labels []Label, of LineageID) LabelSetID {
	if of != 0 {
		b.sets.lineages.sums = true
	}
	return b.sets.id(labels, labels, of)
}

// Sample adds a sample: its stack from leaf to root, as in files, and one value per type. It keeps neither
// slice.
func (b *Builder) Sample(stack []LocID, labels LabelSetID, values []int64) {
	b.stack = append(b.stack[:0], stack...)
	slices.Reverse(b.stack)
	b.stacks.Add(b.stack)
	b.labels = append(b.labels, labels)
	b.anyLabels = b.anyLabels || labels != 0
	for i := range b.p.Samples.Values {
		b.p.Samples.Values[i] = append(b.p.Samples.Values[i], values[i])
	}
}

// farthest is the largest distance from zero that a sample's time may have: 73 years, which covers
// nanoseconds since 1970. Anything farther away is not a time, and so no difference between times overflows
// 64 bits.
const farthest = 1 << 61

// SampleAt is Sample for a sample with a known time, see [Samples.Times].
func (b *Builder) SampleAt(time int64, stack []LocID, labels LabelSetID, values []int64) {
	for n := len(b.labels); len(b.times) < n; {
		b.times = append(b.times, NoTime)
	}
	if time > farthest || time < -farthest {
		time = NoTime
	}
	b.times = append(b.times, time)
	b.Sample(stack, labels, values)
}

// Samples adds all samples at once: their stacks, each sample's place in that table, its label set, nil if
// none has labels, and the values for each type. It keeps all of these slices.
func (b *Builder) Samples(stacks *Stacks, ids []StackID, labels []LabelSetID, values [][]int64) {
	b.p.Stacks = stacks
	b.p.Samples = Samples{Stack: ids, Values: values}
	b.labels, b.anyLabels = labels, labels != nil
}

// Profile finishes the tables. The Builder must not be used afterwards. Values whose sums would exceed 64
// bits are cut, see [Profile.Saturate].
func (b *Builder) Profile(h Header) *Profile {
	p, _ := b.Finish(context.Background(), h)
	return p
}

// Finish is Profile with a context. It returns the context's error, or an error that there are too many
// stacks.
func (b *Builder) Finish(ctx context.Context, h Header) (*Profile, error) {
	p := b.p
	p.Header = h
	if b.anyLabels {
		p.Samples.Labels = b.labels
	}
	if slices.ContainsFunc(b.times, func(at int64) bool { return at != NoTime }) {
		for len(b.times) < len(b.labels) {
			b.times = append(b.times, NoTime)
		}
		p.Samples.Times = b.times
	}
	if p.Stacks == nil {
		var err error
		if p.Stacks, p.Samples.Stack, err = b.stacks.Table(ctx); err != nil {
			return nil, err
		}
	}
	p.Saturate()
	p.Default = p.DefaultColumn()
	p.Kind = kindOf(p)
	*b = Builder{}
	return p, nil
}

// DefaultColumn returns the default sample type's column: the one that the header names, else the last
// (pprof: profile/index.go).
func (p *Profile) DefaultColumn() int {
	if i := p.ColumnOf(p.DefaultSampleType); i >= 0 && p.DefaultSampleType != "" {
		return i
	}
	return max(len(p.Types)-1, 0)
}

// ColumnOf returns the first column for a sample type, or −1 if there is none.
func (p *Profile) ColumnOf(name string) int {
	return slices.IndexFunc(p.Types, func(t ValueType) bool { return t.Type == name })
}

// Saturate limits each column as the function [Saturate] does, with a warning if that changes a value. It is
// for code that makes a profile: a finished one does not change.
func (p *Profile) Saturate() {
	const limit = 3 // named in the warning
	var names []string
	cut := 0
	for i, v := range p.Samples.Values {
		if !Saturate(v) {
			continue
		}
		if cut++; cut <= limit {
			names = append(names, safe.Text(p.Types[i].Type))
		}
	}
	if cut == 0 {
		return
	}
	of := andMore(strings.Join(names, ", "), cut-limit)
	p.Warnings = append(slices.Clip(p.Warnings),
		lang.L("the values of {{.SampleTypes}} add up to more than 64 bits can hold: they are cut at 9.2e18", lang.With{"SampleTypes": of}))
}

// Saturate limits values so that no sum of their magnitudes overflows. Values are cut from the sample that
// exceeds 64 bits on. It reports whether it cut any.
func Saturate(values []int64) (cut bool) {
	left := int64(math.MaxInt64)
	for i, v := range values {
		if v >= -left && v <= left {
			left -= units.Magnitude(v)
			continue
		}
		cut = true
		if values[i] = left; v < 0 {
			values[i] = -left
		}
		left = 0
	}
	return cut
}

// Totals returns Σ|value| for each sample type, to which shares refer if there is no filter. If the profile
// holds the base in a difference, only base samples count. The only error is the context's.
func (p *Profile) Totals(ctx context.Context) ([]int64, error) {
	base, count := p.BaseSets(), work.StepsUntil(ctx)
	totals := make([]int64, len(p.Types))
	for column, values := range p.Samples.Values {
		var ofBase int64
		for i, v := range values {
			if count.Over(1) {
				return nil, ctx.Err()
			}
			totals[column] += units.Magnitude(v)
			if base != nil && base[p.Samples.LabelSet(i)] {
				ofBase += units.Magnitude(v)
			}
		}
		if ofBase > 0 {
			totals[column] = ofBase
		}
	}
	return totals, nil
}

// BaseSets marks the label sets for samples that belong to the base in a difference, as pprof -diff_base
// writes them. It returns nil if there are none.
func (p *Profile) BaseSets() []bool {
	var sets []bool
	for i := range p.Labels.Len() {
		for _, l := range p.Labels.Set(LabelSetID(i)) {
			if !l.IsNum && p.Strings.Raw(l.Key) == "pprof::base" && p.Strings.Raw(l.Str) == "true" {
				if sets == nil {
					sets = make([]bool, p.Labels.Len())
				}
				sets[i] = true
			}
		}
	}
	return sets
}

// FindType returns the index of the first type with a name given by the user, or −1 if there is none. As in
// pprof's profile/index.go, inuse_space also finds space.
func FindType(types []ValueType, name string) int {
	short := strings.TrimPrefix(name, "inuse_")
	return slices.IndexFunc(types, func(t ValueType) bool { return t.Type == name || t.Type == short })
}

// maxNames is how many sample types an error lists.
const maxNames = 12

// TypeNames lists sample types for an error, but only the first ones if there are many.
func TypeNames(types []ValueType) string {
	if len(types) == 0 {
		return lang.L("no sample types")
	}
	names := make([]string, 0, maxNames)
	for _, t := range types[:min(len(types), maxNames)] {
		names = append(names, safe.Text(t.Type))
	}
	return andMore(strings.Join(names, ", "), len(types)-maxNames)
}

// andMore completes a list of sample types from which n are left out.
func andMore(list string, n int) string {
	if n <= 0 {
		return list
	}
	return lang.N(n, "{{.SampleTypes}} and 1 more", "{{.SampleTypes}} and {{.N}} more", lang.With{"SampleTypes": list})
}
