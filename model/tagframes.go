package model

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
)

// withTagFrames returns the profile whose stacks carry a frame for each of the label keys in root,
// before the stack, and in leaf, after it: the first key of root becomes the root, the last of leaf
// the leaf. A frame is named after the sample's values of the key, "" if it has none, and its file
// is the key (pprof: internal/driver/tagroot.go). Numbers are named in a unit, "" for each its
// best. It also returns pprof's names of the options that found no label.
func (p *Profile) withTagFrames(ctx context.Context, root, leaf, unit string) (*Profile, []string, error) {
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
		return p.addTagFrames(StepsUntil(ctx), roots, leaves, frames.unit)
	})
	return t.profile, t.unused, err
}

// lastTagged keeps the last profile that was made with frames of labels. Only one is kept: each holds all stacks again.
var lastTagged = DeriveQuick(func(*Profile) *keptTagged { return &keptTagged{} })

type keptTagged struct {
	mu  sync.Mutex
	tag *taggedProfile
}

type taggedProfile struct {
	frames tagFrames
	made   Lazy[tagged]
}

type tagged struct {
	profile *Profile
	unused  []string
}

type tagFrames struct{ root, leaf, unit string }

func tagKeys(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func (p *Profile) addTagFrames(steps *Steps, roots, leaves []string, unit string) (tagged, error) {
	texts := extend(p.Strings)
	q := p.clone()
	q.Strings = texts.Strings
	q.Functions, q.Lines, q.Locations = slices.Clip(p.Functions), slices.Clip(p.Lines), slices.Clip(p.Locations)
	if len(q.Mappings) == 0 {
		// The frames of labels have no mapping even where all others are
		// given one without a name, see nameFilter.mapping.
		q.Mappings = []Mapping{{}}
		q.Locations = slices.Clone(p.Locations)
		for i := range q.Locations {
			q.Locations[i].Mapping = 0
		}
	}
	type frame struct{ name, key string }
	known := map[frame]LocID{}
	locOf := func(f frame) LocID {
		id, fresh := number(known, f, len(q.Locations))
		if fresh {
			q.Functions = append(q.Functions, Function{Name: texts.id(f.name), File: texts.id(f.key)})
			q.Lines = append(q.Lines, Line{Func: FuncID(len(q.Functions) - 1)})
			n := int32(len(q.Lines))
			q.Locations = append(q.Locations, Location{NoMapping, 0, n - 1, n})
		}
		return id
	}
	// Frames depend on the label set alone, so they are made once for each.
	sets := make([]frames, 0, p.Labels.Len())
	place := make([]int32, p.Labels.Len()) // per set: its place among sets + 1
	var rootFound, leafFound bool
	var room []LocID    // for many sets at once
	var values []string // scratch
	framesOf := func(set []Label, keys []string, found *bool) []LocID {
		if len(room) < len(keys) {
			room = make([]LocID, 4096+len(keys))
		}
		locs := room[:len(keys):len(keys)]
		room = room[len(keys):]
		for i, k := range keys {
			values = p.labelTexts(values[:0], set, k, unit)
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
			sets = append(sets, frames{framesOf(set, roots, &rootFound), framesOf(set, leaves, &leafFound)})
			place[id] = int32(len(sets))
		}
	}
	var err error
	q.Stacks, q.Samples.Stack, err = p.Stacks.framed(steps.Context(), p.Samples.Stack, &framing{
		roots: len(roots), leaves: len(leaves),
		first: LocID(len(p.Locations)), many: len(q.Locations) - len(p.Locations),
		all: sets, of: func(i int32) int32 { return place[p.Samples.LabelSet(int(i))] - 1 },
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

// labelTexts appends the values of one key: its texts, then its numbers with their units.
func (p *Profile) labelTexts(texts []string, set []Label, key, unit string) []string {
	var numbers []Label
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
		texts = append(texts, FormatPprof(l.Num, p.Strings.Raw(l.Unit), unit))
	}
	return texts
}
