package memory

import (
	"profstation/model/lang"
	"profstation/model/units"
)

// slack is how far two figures for the same thing may differ, besides a fifth of the larger one, if they were taken
// one after the other.
const slack = 16 << 20

// near reports whether two figures may be of one process at about one moment.
func near(a, b int64) bool { return max(a, b)-min(a, b) <= max(a, b)/5+slack }

// contradiction returns why the sources cannot be of one process at one moment; nil: they can.
func (s *Sources) contradiction() error {
	seen := map[Form]string{}
	for _, f := range s.sources() {
		if other, twice := seen[f.Form]; twice {
			return lang.Error("{{.First}} and {{.Second}} are both {{.Form}}: an account is of one process at one moment",
				lang.With{"First": other, "Second": f.File, "Form": f.Form.Name()})
		}
		seen[f.Form] = f.File
	}
	differ := func(first, second Source, a, b int64) error {
		return lang.Error("{{.First}} has {{.A}} and {{.Second}} {{.B}}: they are not of one process at one moment",
			lang.With{"First": first.File, "A": bytes(a), "Second": second.File, "B": bytes(b)})
	}
	for i, p := range s.Resident {
		if i > 0 && !near(p.Bytes, s.Resident[0].Bytes) {
			return differ(s.Resident[0].Source, p.Source, s.Resident[0].Bytes, p.Bytes)
		}
	}
	var first *Runtime
	for i := range s.Runtime {
		switch r := &s.Runtime[i]; {
		case r.System == 0:
		case first == nil:
			first = r
		case !near(first.System, r.System):
			return differ(first.Source, r.Source, first.System, r.System)
		}
	}
	r, p := s.runtime(), s.resident()
	heap := r.of(Objects).Bytes + r.of(HeapUnused).Bytes + r.of(HeapFree).Bytes + r.of(HeapReleased).Bytes + r.of(Stacks).Bytes
	if p != nil && p.Arenas > 0 && heap > p.Arenas+slack {
		return lang.Error("{{.First}} says that Go's heap has {{.A}}, but {{.Second}} has addresses for {{.B}} only: they are not of one process at one moment",
			lang.With{"First": r.File, "A": bytes(heap), "Second": p.File, "B": bytes(p.Arenas)})
	}
	if len(s.Profiles) > 0 && r.System > 0 {
		if q := s.Profiles[0]; q.InUse-2*q.error() > r.System && !near(q.InUse, r.System) {
			return differ(q.Source, r.Source, q.InUse, r.System)
		}
	}
	return nil
}

func (s *Sources) sources() (all []Source) {
	for _, r := range s.Runtime {
		all = append(all, r.Source)
	}
	for _, p := range s.Resident {
		if p.Form != Metrics { // one file says both
			all = append(all, p.Source)
		}
	}
	for _, p := range s.Profiles {
		all = append(all, p.Source)
	}
	for _, g := range s.Groups {
		all = append(all, g.Source)
	}
	return all
}

func bytes(n int64) string { return units.FormatShort(n, "bytes", "auto") }
