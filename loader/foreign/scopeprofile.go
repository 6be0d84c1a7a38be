package foreign

import (
	"cmp"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// scopeProfile is a profile without its lists, which are read later.
type scopeProfile struct {
	own                      bool // we wrote it: its name is the sample type's
	name, unit, kind         string
	start, end               float64
	samples, weights, events int // where the lists begin; 0: not there
	damaged                  bool

	typeName string      // in files that we wrote
	label    model.Label // the same; its key is 0 where there is none
	times    int
}

// damagedProfile counts a profile that cannot be read completely.
func (s *scope) damagedProfile(p *scopeProfile, fault error) {
	s.damaged(lang.L("the profile “{{.Profile}}”", lang.With{"Profile": p.name}), fault)
}

// described returns the members of a profile.
func (s *scope) described(p *scopeProfile) members {
	return members{
		"type": &p.kind, "name": &p.name, "unit": &p.unit, "startValue": &p.start, "endValue": &p.end,
		"samples": &p.samples, "weights": &p.weights, "events": &p.events, "sampleType": &p.typeName, "times": &p.times,
		"label": func() { p.label = s.label() },
	}
}

// label reads a thread's label, as [WriteSpeedscope] writes it.
func (s *scope) label() (l model.Label) {
	l.IsNum = true
	s.c.object(func(key string) {
		switch key {
		case "key":
			l.Key = s.out.String(s.c.string())
		case "text":
			l.Str, l.IsNum = s.out.String(s.c.string()), false
		case "number":
			l.Num = s.c.int()
		case "unit":
			l.Unit = s.out.String(s.c.string())
		}
	})
	if s.kept += 40; !l.IsNum {
		l.Num, l.Unit = 0, 0
	}
	return l
}

// timeType is for all weights in a time unit, and weightType for those without a unit.
var (
	timeType   = model.ValueType{Type: "time", Unit: "nanoseconds"}
	weightType = model.ValueType{Type: "weight", Unit: "count"}
)

// sampleType returns the sample type for the profile's unit, and how many of the type's units that unit is. All times
// are nanoseconds, so that profiles with different units add up.
func (p *scopeProfile) sampleType() (t model.ValueType, times float64) {
	if t, times = p.unitType(); p.own {
		t.Type = cmp.Or(p.typeName, p.name)
	}
	return t, times
}

func (p *scopeProfile) unitType() (t model.ValueType, times float64) {
	switch p.unit {
	case "nanoseconds":
		return timeType, 1
	case "microseconds":
		return timeType, 1e3
	case "milliseconds":
		return timeType, 1e6
	case "seconds":
		return timeType, 1e9
	case "bytes":
		return model.ValueType{Type: "size", Unit: "bytes"}, 1
	}
	return weightType, 1
}

// types makes a profile's sample types. Samples are counted only if there are some.
func (s *scope) types(p scopeProfile) {
	if p.samples > 0 && s.samples < 0 && !p.own {
		s.samples = s.column(samplesType)
	}
	t, _ := p.sampleType()
	s.column(t)
	if plain, _ := p.unitType(); plain == weightType && p.unit != "" && p.unit != "none" {
		s.unit(p.name, p.unit)
	}
}

func (s *scope) profile(p scopeProfile) {
	s.labels, s.round = 0, rounding{}
	switch {
	case p.own && p.label.Key != 0:
		s.labels = s.set([]model.Label{p.label})
	case s.many && p.name != "":
		s.labels = s.set([]model.Label{s.text("profile", p.name)})
	}
	switch {
	case p.kind != "" && p.kind != "sampled" && p.kind != "evented":
		s.unread.Add(input.UnreadTables, func() string { return "profiles." + p.kind + ": " + p.name })
	case p.samples > 0:
		s.sampled(p)
	case p.events > 0:
		s.evented(p)
	}
}
