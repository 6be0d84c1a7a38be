package query

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"profstation/model"
	"profstation/model/units"
	"profstation/model/work"
)

// withTagFrames returns the profile with additional frames in its stacks for label keys: those in root go
// before the stack, those in leaf after it. The first key in root becomes the root, the last in leaf the
// leaf. A frame's name is the sample's values for the key, "" if it has none, and its file is the key (pprof:
// internal/driver/tagroot.go). Numbers are written in the unit; "" means the best for each. It also returns
// pprof's names for the options that found no label.
func withTagFrames(ctx context.Context, p *model.Profile, root, leaf, unit string) (*model.Profile, []string, error) {
	roots, leaves := tagKeys(root), tagKeys(leaf)
	if len(roots)+len(leaves) == 0 {
		return p, nil, nil
	}
	frames := tagFrames{root, leaf, cmp.Or(unit, "minimum")}
	last := lastTagged.Quick(p)
	last.mu.Lock()
	if last.tag == nil || last.tag.frames != frames {
		last.tag = &taggedProfile{frames: frames}
	}
	tag := last.tag
	last.mu.Unlock()
	t, err := tag.made.Get(ctx, func(ctx context.Context) (tagged, error) {
		return addTagFrames(p, work.StepsUntil(ctx), roots, leaves, frames.unit)
	})
	return t.profile, t.unused, err
}

// lastTagged keeps the last profile made with label frames. Only one is kept because each holds all stacks
// again.
var lastTagged = model.DeriveQuick(func(*model.Profile) *keptTagged { return &keptTagged{} })

type keptTagged struct {
	mu  sync.Mutex
	tag *taggedProfile
}

type taggedProfile struct {
	frames tagFrames
	made   work.Lazy[tagged]
}

type tagged struct {
	profile *model.Profile
	unused  []string
}

type tagFrames struct{ root, leaf, unit string }

func tagKeys(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func addTagFrames(p *model.Profile, steps *work.Steps, roots, leaves []string, unit string) (tagged, error) {
	texts := model.Extend(p.Strings)
	q := p.Clone()
	q.Strings = texts.Strings
	q.Functions, q.Lines, q.Locations = slices.Clip(p.Functions), slices.Clip(p.Lines), slices.Clip(p.Locations)
	if len(q.Mappings) == 0 {
		// Label frames have no mapping, even where all other frames are given one without a name, see
		// nameFilter.mapping.
		q.Mappings = []model.Mapping{{}}
		q.Locations = slices.Clone(p.Locations)
		for i := range q.Locations {
			q.Locations[i].Mapping = 0
		}
	}
	type frame struct{ name, key string }
	known := map[frame]model.LocID{}
	locOf := func(f frame) model.LocID {
		id, fresh := work.Number(known, f, len(q.Locations))
		if fresh {
			q.Functions = append(q.Functions, model.Function{Name: texts.ID(f.name), File: texts.ID(f.key)})
			q.Lines = append(q.Lines, model.Line{Func: model.FuncID(len(q.Functions) - 1)})
			n := int32(len(q.Lines))
			q.Locations = append(q.Locations, model.Location{Mapping: model.NoMapping, Address: 0, FirstLine: n - 1, EndLine: n})
		}
		return id
	}
	// Frames depend only on the label set, so they are made once for each set.
	sets := make([]model.Around, 0, p.Labels.Len())
	place := make([]int32, p.Labels.Len()) // per set: its place among sets + 1
	var rootFound, leafFound bool
	var buffer []model.LocID // for many sets at once
	var values []string      // scratch
	framesOf := func(set []model.Label, keys []string, found *bool) []model.LocID {
		if len(buffer) < len(keys) {
			buffer = make([]model.LocID, 4096+len(keys))
		}
		locs := buffer[:len(keys):len(keys)]
		buffer = buffer[len(keys):]
		for i, k := range keys {
			values = labelTexts(p, values[:0], set, k, unit)
			*found = *found || len(values) > 0
			locs[i] = locOf(frame{strings.Join(values, ","), k})
		}
		return locs
	}
	for i := range p.Samples.Stack {
		id := p.Samples.LabelSet(i)
		if steps.Over(1) {
			return tagged{}, steps.Err()
		}
		if place[id] == 0 {
			set := p.Labels.Set(id)
			steps.Over((len(roots) + len(leaves)) * len(set))
			sets = append(sets, model.Around{Root: framesOf(set, roots, &rootFound), Leaf: framesOf(set, leaves, &leafFound)})
			place[id] = int32(len(sets))
		}
	}
	var err error
	q.Stacks, q.Samples.Stack, err = p.Stacks.Framed(steps.Context(), p.Samples.Stack, &model.Framing{
		Roots: len(roots), Leaves: len(leaves),
		First: model.LocID(len(p.Locations)), Many: len(q.Locations) - len(p.Locations),
		All: sets, Of: func(i int32) int32 { return place[p.Samples.LabelSet(int(i))] - 1 },
	})
	if err != nil {
		return tagged{}, err
	}
	var unused []string
	if len(roots) > 0 && !rootFound {
		unused = append(unused, "tagroot")
	}
	if len(leaves) > 0 && !leafFound {
		unused = append(unused, "tagleaf")
	}
	return tagged{q, unused}, nil
}

// labelTexts appends a key's values: its texts, then its numbers with their units.
func labelTexts(p *model.Profile, texts []string, set []model.Label, key, unit string) []string {
	var numbers []model.Label
	own := false
	for _, l := range set {
		if p.Strings.Raw(l.Key) != key {
			continue
		}
		if l.IsNum {
			numbers = append(numbers, l)
			own = own || l.Unit != 0
		} else {
			texts = append(texts, p.Strings.Raw(l.Str))
		}
	}
	if !own {
		unit = ""
	}
	for _, l := range numbers {
		texts = append(texts, units.FormatPprof(l.Num, p.Strings.Raw(l.Unit), unit))
	}
	return texts
}
