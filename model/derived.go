package model

import "sync"

// derived holds results that are computed from a profile on demand and kept, so that
// queries which differ only in their filters share it.
type derived struct {
	mu     sync.Mutex
	tables map[tableKey]*Nodes
	tag    taggedProfile
	code   []CodeKind // per function; nil: not asked yet

	axesOnce sync.Once
	axes     []LabelAxis // see [Profile.LabelAxes]

	unitsOnce sync.Once
	units     map[string]string // per numeric label key, see [Profile.LabelUnits]

	hinted sync.Once
	hints  []string
}

type tableKey struct {
	granularity Granularity
	columns     bool
}

// taggedProfile is the last profile that was made with frames of labels. Only
// one is kept: each holds all stacks again.
type taggedProfile struct {
	frames  tagFrames
	profile *Profile
	unused  []string
}

type tagFrames struct{ root, leaf, unit string }

// nodes returns the node table at a granularity.
func (p *Profile) nodes(g Granularity, columns bool) *Nodes {
	d := &p.derived
	d.mu.Lock()
	defer d.mu.Unlock()
	k := tableKey{g, columns}
	if t := d.tables[k]; t != nil {
		return t
	}
	if d.tables == nil {
		d.tables = map[tableKey]*Nodes{}
	}
	t := nodeTable(p, g, columns)
	d.tables[k] = t
	return t
}

func (d *derived) tagged(frames tagFrames, make func() (*Profile, []string)) (*Profile, []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.tag.profile == nil || d.tag.frames != frames {
		q, unused := make()
		d.tag = taggedProfile{frames, q, unused}
	}
	return d.tag.profile, d.tag.unused
}
