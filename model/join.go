package model

import (
	"cmp"
	"context"
	"slices"

	"profstation/model/work"
)

// Joint holds the tables of two profiles put together. What is equal in both is stored once, so their stacks,
// nodes and label sets can be compared by number. The first profile's tables come first, in their order.
type Joint struct {
	Tables
	// Stack and Set map each profile's stacks and label sets to the joint tables.
	Stack [2][]StackID
	Set   [2][]LabelSetID
	// Func does the same for their functions.
	Func [2][]FuncID
}

// Join puts the tables of two profiles together. Things are the same if pprof's merge treats them as the same
// (profile/merge.go): mappings with equal size, offset and build ID or file, at whatever address; functions
// equal in all fields; locations at the same place in the same mapping with the same lines; label sets with
// the same values for each key, whatever the order of keys.
//
// It works only on the tables, so the number of samples does not matter. Its only error is the context's.
func Join(ctx context.Context, first, second *Profile) (*Joint, error) {
	all, j := newJoiner(), &Joint{}
	var locs [2][]LocID
	for i, p := range []*Profile{first, second} {
		var err error
		if locs[i], j.Set[i], j.Func[i], err = all.add(ctx, p); err != nil {
			return nil, err
		}
	}
	j.Tables = all.Tables
	var err error
	j.Stacks, j.Stack, err = joinStacks(ctx, first.Stacks, second.Stacks, locs)
	return j, err
}

// joiner puts the tables of profiles together, except for their stacks.
type joiner struct {
	Tables
	texts     *Interner
	sets      *labelSets
	mappings  map[mappingKey]MappingID
	functions map[Function]FuncID
	locations map[locationKey][]LocID // several may differ only in their lines
	steps     *work.Steps
}

func newJoiner() *joiner {
	j := &joiner{
		texts:     Extend(&Strings{}),
		sets:      newLabelSets(),
		mappings:  map[mappingKey]MappingID{},
		functions: map[Function]FuncID{},
		locations: map[locationKey][]LocID{},
	}
	j.Strings, j.Labels = j.texts.Strings, j.sets.Labels
	return j
}

// add adds a profile's tables. It returns the joint numbers of its locations, label sets and functions.
func (j *joiner) add(ctx context.Context, p *Profile) ([]LocID, []LabelSetID, []FuncID, error) {
	j.steps = work.StepsUntil(ctx)
	texts := j.addStrings(p.Strings)
	functions := j.addFunctions(p, texts)
	locs := j.addLocations(p, j.addMappings(p, texts), functions)
	sets := j.addSets(p.Labels, texts, locs)
	return locs, sets, functions, ctx.Err()
}

func (j *joiner) addStrings(t *Strings) []StringID {
	ids := make([]StringID, t.Len())
	for i, s := range t.raw {
		if j.steps.Over(4 + len(s)/8) {
			break
		}
		ids[i] = j.texts.ID(s)
	}
	return ids
}

// mappingKey identifies a mapping independently of its addresses in one run.
type mappingKey struct {
	size, offset uint64
	buildOrFile  StringID
}

// placedMapping is a mapping in the joint table, and how far its addresses must be moved.
type placedMapping struct {
	id   MappingID
	move uint64
}

func (j *joiner) addMappings(p *Profile, texts []StringID) []placedMapping {
	out := make([]placedMapping, len(p.Mappings))
	for i, m := range p.Mappings {
		m.File, m.BuildID = texts[m.File], texts[m.BuildID]
		const page = 0x1000
		k := mappingKey{(m.Limit - m.Start + page - 1) / page * page, m.Offset, m.BuildID}
		if k.buildOrFile == 0 {
			k.buildOrFile = m.File
		}
		id, fresh := work.Number(j.mappings, k, len(j.Mappings))
		if fresh {
			j.Mappings = append(j.Mappings, m)
		}
		out[i] = placedMapping{id, j.Mappings[id].Start - m.Start}
	}
	return out
}

func (j *joiner) addFunctions(p *Profile, texts []StringID) []FuncID {
	out := make([]FuncID, len(p.Functions))
	for i, f := range p.Functions {
		if j.steps.Over(8) {
			break
		}
		f.Name, f.SystemName, f.File = texts[f.Name], texts[f.SystemName], texts[f.File]
		id, fresh := work.Number(j.functions, f, len(j.Functions))
		if fresh {
			j.Functions = append(j.Functions, f)
		}
		out[i] = id
	}
	return out
}

type locationKey struct {
	mapping MappingID
	address uint64
	lines   uint64 // a hash of the lines: a profile without addresses has many locations that differ only in these
}

// hashOf mixes lines as FNV-1a does, one number at a time.
func hashOf(lines []Line) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range lines {
		for _, x := range [...]uint64{uint64(l.Func), uint64(l.Line), uint64(l.Column)} {
			h = (h ^ x) * 1099511628211
			h ^= h >> 32
		}
	}
	return h
}

func (j *joiner) addLocations(p *Profile, mappings []placedMapping, functions []FuncID) []LocID {
	out := make([]LocID, len(p.Locations))
	var lines []Line
	for i, l := range p.Locations {
		if j.steps.Over(8 + int(l.EndLine-l.FirstLine)) {
			break
		}
		if l.Mapping >= 0 {
			m := mappings[l.Mapping]
			l.Mapping, l.Address = m.id, l.Address+m.move
		}
		lines = lines[:0]
		for _, line := range p.Lines[l.FirstLine:l.EndLine] {
			line.Func = functions[line.Func]
			lines = append(lines, line)
		}
		k := locationKey{l.Mapping, l.Address, hashOf(lines)}
		id := LocID(-1)
		for _, other := range j.locations[k] {
			o := &j.Locations[other]
			if slices.Equal(j.Lines[o.FirstLine:o.EndLine], lines) {
				id = other
				break
			}
		}
		if id < 0 {
			id = LocID(len(j.Locations))
			j.locations[k] = append(j.locations[k], id)
			l.FirstLine = int32(len(j.Lines))
			j.Lines = append(j.Lines, lines...)
			l.EndLine = int32(len(j.Lines))
			j.Locations = append(j.Locations, l)
		}
		out[i] = id
	}
	return out
}

// addSets adds label sets, each in file order. Two sets are one if each key has the same values in the same
// order, and the same lineage.
func (j *joiner) addSets(t *Labels, texts []StringID, locs []LocID) []LabelSetID {
	out := make([]LabelSetID, t.Len())
	lineage := j.addLineages(t, locs)
	var set, sorted []Label
	for i := range out {
		if j.steps.Over(4 + 4*len(t.Set(LabelSetID(i)))) {
			break
		}
		set = set[:0]
		for _, l := range t.Set(LabelSetID(i)) {
			l.Key, l.Str, l.Unit = texts[l.Key], texts[l.Str], texts[l.Unit]
			set = append(set, l)
		}
		sorted = append(sorted[:0], set...)
		slices.SortStableFunc(sorted, func(a, b Label) int {
			return cmp.Or(work.CompareBools(a.IsNum, b.IsNum), cmp.Compare(a.Key, b.Key))
		})
		out[i] = j.sets.id(set, sorted, lineage[t.LineageOf(LabelSetID(i))])
	}
	return out
}

func (j *joiner) addLineages(t *Labels, locs []LocID) []LineageID {
	out := make([]LineageID, max(1, t.Lineages()))
	j.sets.lineages.sums = j.sets.lineages.sums || t.lineages.sums
	var moved []LocID
	for i := range out {
		moved = moved[:0]
		for _, l := range t.Lineage(LineageID(i)) {
			moved = append(moved, locs[l])
		}
		if j.steps.Over(1 + len(moved)) {
			break
		}
		out[i] = j.sets.lineageOf(moved)
	}
	return out
}

// Marked returns the label table with a copy of every set in which a text label is set to value, and where
// each of these copies stands. The tables in j do not change.
func (j *Joint) Marked(key, value string) (*Strings, *Labels, []LabelSetID) {
	texts := Extend(j.Strings)
	mark := Label{Key: texts.ID(key), Str: texts.ID(value)}
	of := j.Labels
	t := &Labels{slices.Clip(of.start), slices.Clip(of.labels), slices.Clone(of.lineage), of.lineages}
	ids := make([]LabelSetID, j.Labels.Len())
	for i := range ids {
		set := slices.DeleteFunc(slices.Clone(j.Labels.Set(LabelSetID(i))), func(l Label) bool {
			return !l.IsNum && l.Key == mark.Key
		})
		ids[i] = t.add(append(set, mark), of.LineageOf(LabelSetID(i)))
	}
	return texts.Strings, t, ids
}
