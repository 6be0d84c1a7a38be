package pprof

import (
	"maps"
	"slices"
	"time"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// FromLibrary makes the model's tables from a google/pprof profile, such as one in a legacy form or
// a sum. Like `go tool pprof` when it loads a profile, it demangles names and applies drop_frames.
// p must not be used any more. format becomes [model.Header.Format]. If
// [profile.Profile.CheckValid] refuses the profile, FromLibrary returns its error.
func FromLibrary(p *profile.Profile, format string) (*model.Profile, error) {
	if err := p.CheckValid(); err != nil {
		return nil, err
	}
	names := demangler{}
	shown := make(map[*profile.Function]string, len(p.Function))
	for _, f := range p.Function {
		shown[f] = names.name(f.Name, f.SystemName)
	}
	var warnings []string
	if p.DropFrames != "" {
		// drop_frames is matched against the names as they are shown.
		for _, f := range p.Function {
			f.Name = shown[f]
		}
		if err := p.RemoveUninteresting(); err != nil {
			warnings = append(warnings, lang.L("no frames were dropped: {{.Cause}}", lang.With{"Cause": input.OneLine(err.Error())}))
		}
	}
	types := make([]model.ValueType, len(p.SampleType))
	for i, t := range p.SampleType {
		types[i] = model.ValueType{Type: t.Type, Unit: t.Unit}
	}
	c := converter{
		b:         model.NewBuilder(types),
		mappings:  make(map[*profile.Mapping]model.MappingID, len(p.Mapping)),
		functions: make(map[*profile.Function]model.FuncID, len(p.Function)),
		locations: make(map[*profile.Location]model.LocID, len(p.Location)),
	}
	c.tables(p, shown)
	c.samples(p)
	h := model.Header{
		Format:            format,
		Duration:          time.Duration(p.DurationNanos),
		Period:            p.Period,
		DefaultSampleType: p.DefaultSampleType,
		Comments:          slices.Clone(p.Comments),
		DocURL:            p.DocURL,
		Warnings:          warnings,
	}
	if p.PeriodType != nil {
		h.PeriodType = model.ValueType{Type: p.PeriodType.Type, Unit: p.PeriodType.Unit}
	}
	if p.TimeNanos != 0 {
		h.Time = time.Unix(0, p.TimeNanos)
	}
	readPooled(&h)
	return c.b.Profile(h), nil
}

type converter struct {
	b         *model.Builder
	mappings  map[*profile.Mapping]model.MappingID
	functions map[*profile.Function]model.FuncID
	locations map[*profile.Location]model.LocID
}

func (c *converter) tables(p *profile.Profile, shown map[*profile.Function]string) {
	for _, m := range p.Mapping {
		file := m.File
		if remote(file, m.BuildID) {
			file = ""
		}
		c.mappings[m] = c.b.Mapping(model.Mapping{
			Start: m.Start, Limit: m.Limit, Offset: m.Offset,
			File: c.b.String(file), BuildID: c.b.String(m.BuildID),
		})
	}
	for _, f := range p.Function {
		c.functions[f] = c.b.Function(model.Function{
			Name:       c.b.String(shown[f]),
			SystemName: c.b.String(f.SystemName),
			File:       c.b.String(f.Filename),
			StartLine:  f.StartLine,
		})
	}
	var lines []model.Line
	for _, l := range p.Location {
		lines = lines[:0]
		for _, ln := range l.Line {
			lines = append(lines, model.Line{Func: c.functions[ln.Function], Line: ln.Line, Column: ln.Column})
		}
		m := model.NoMapping
		if l.Mapping != nil {
			m = c.mappings[l.Mapping]
		}
		c.locations[l] = c.b.Location(m, l.Address, lines)
	}
}

func (c *converter) samples(p *profile.Profile) {
	c.b.Grow(model.Room{Samples: len(p.Sample)})
	var stack []model.LocID
	for _, s := range p.Sample {
		stack = stack[:0]
		for _, l := range s.Location {
			stack = append(stack, c.locations[l])
		}
		c.b.Sample(stack, c.b.LabelSet(c.labels(s)), s.Value)
	}
}

// labels returns texts before numbers, each sorted by key, because the library's maps have no order.
func (c *converter) labels(s *profile.Sample) []model.Label {
	var out []model.Label
	for _, key := range slices.Sorted(maps.Keys(s.Label)) {
		for _, v := range s.Label[key] {
			out = append(out, model.Label{Key: c.b.String(key), Str: c.b.String(v)})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.NumLabel)) {
		units := s.NumUnit[key]
		for i, v := range s.NumLabel[key] {
			l := model.Label{Key: c.b.String(key), Num: v, IsNum: true}
			if i < len(units) {
				l.Unit = c.b.String(units[i])
			}
			out = append(out, l)
		}
	}
	return out
}
