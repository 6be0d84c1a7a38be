package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/pprof"
)

// part parses one of several profiles.
func (l *loading) part(data []byte) (*profile.Profile, string, error) {
	parse := (*loading).parseProtobuf
	for _, f := range formats() {
		if f.parse != nil && f.sniff(data) {
			parse = f.parse
			break
		}
	}
	p, form, err := parse(l, data)
	if err != nil {
		return nil, "", err
	}
	return p, form, p.CheckValid()
}

// several adds up the profiles of an input that begin at the cuts. The first
// of them must be one; what cannot be added to it is left out, with a warning.
func (l *loading) several(data []byte, cuts []int) error {
	var all []*profile.Profile
	var form string
	for i, at := range cuts {
		end := len(data)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		p, f, err := l.part(data[at:end])
		switch {
		case err != nil && (i == 0 || l.final(err) && !isPart(err)):
			return err
		case err != nil:
			l.warnings = append(l.warnings, fmt.Sprintf("behind the first profile: %s that are no profile, or a damaged one, and were left out", input.Size(int64(end-at))))
		case i == 0:
			all, form = append(all, p), f
		case !addable(all[0], p):
			l.warnings = append(l.warnings, fmt.Sprintf("another profile with other sample types (%s) stood behind the first: it was left out", input.OneLine(typeNames(p))))
		default:
			all = append(all, p)
		}
	}
	sum := all[0]
	if len(all) > 1 {
		var err error
		if sum, err = profile.Merge(all); err != nil {
			return err
		}
		l.warnings = append(l.warnings, fmt.Sprintf("%d profiles stood end to end in this file; their values are added up", len(all)))
	}
	m, err := pprof.FromLibrary(sum, form)
	l.f.Profile = m
	return err
}

// isPart reports whether an error is about the one part that cannot be read,
// and not about a limit.
func isPart(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Err != nil
}

// addable reports whether profile.Merge can add two profiles up.
func addable(a, b *profile.Profile) bool {
	same := func(x, y *profile.ValueType) bool {
		return x == nil && y == nil || x != nil && y != nil && x.Type == y.Type && x.Unit == y.Unit
	}
	return same(a.PeriodType, b.PeriodType) && slices.EqualFunc(a.SampleType, b.SampleType, same)
}

func typeNames(p *profile.Profile) string {
	var names []string
	for _, t := range p.SampleType {
		names = append(names, t.Type+"/"+t.Unit)
	}
	return strings.Join(names, ", ")
}
