package loader

import (
	"errors"
	"fmt"
	"slices"

	"github.com/google/pprof/profile"

	"profstation/model"
)

// decoding is the loading of one input, after it was unpacked.
type decoding struct {
	limits   Limits
	progress *progress
	warnings []string
}

// file decodes a whole input.
func (d *decoding) file(in *input) (*model.Profile, error) {
	m, err := decodeProto(in.data, d.limits, d.progress)
	if err == nil && len(in.data) > 0 || d.final(err) {
		return m, err
	}
	lib, format, ok, textErr := d.text(in.data)
	if ok {
		if textErr != nil {
			return nil, textErr
		}
		return fromPprof(lib, format)
	}
	cuts := in.members
	if len(cuts) < 2 {
		cuts = splitProto(in.data)
	}
	if len(cuts) > 1 {
		lib, format, err := d.several(in.data, cuts)
		if err == nil {
			return fromPprof(lib, format)
		}
		if d.final(err) {
			return nil, err
		}
	}
	return nil, describe(in.data, err)
}

// final tells errors that no other way of decoding can mend: the user has
// stopped it, or a limit.
func (d *decoding) final(err error) bool {
	var e *Error
	return d.progress.cancelled() != nil || errors.As(err, &e)
}

// text decodes legacy forms and goroutine dumps. ok tells whether the bytes
// are of that kind at all.
func (d *decoding) text(data []byte) (p *profile.Profile, format string, ok bool, err error) {
	if form, ok := legacyOf(data); ok {
		if cuts := splitText(data); len(cuts) > 1 {
			p, format, err := d.several(data, cuts)
			return p, format, true, err
		}
		p, err := parseLegacy(data, form, d.limits, d.progress)
		return p, form.name, true, err
	}
	if isDump(data) {
		p, warnings, err := parseDump(data, d.limits, d.progress)
		d.warnings = append(d.warnings, warnings...)
		return p, "goroutine debug=2", true, err
	}
	return nil, "", false, nil
}

// part decodes one of several profiles, with the library, which can add them
// up.
func (d *decoding) part(data []byte) (*profile.Profile, string, error) {
	if form, ok := legacyOf(data); ok {
		p, err := parseLegacy(data, form, d.limits, d.progress)
		return p, form.name, err
	}
	if isDump(data) {
		p, warnings, err := parseDump(data, d.limits, d.progress)
		d.warnings = append(d.warnings, warnings...)
		return p, "goroutine debug=2", err
	}
	n, err := scan(data, d.progress)
	if err != nil {
		return nil, "", err
	}
	if err := d.limits.memory(n.objects()); err != nil {
		return nil, "", err
	}
	p, err := profile.ParseUncompressed(data)
	if err != nil {
		return nil, "", err
	}
	return p, "pprof", p.CheckValid()
}

// several adds up the profiles of an input that begin at the cuts. The first
// of them must be one; what cannot be added to it is left out, with a warning.
func (d *decoding) several(data []byte, cuts []int) (*profile.Profile, string, error) {
	var all []*profile.Profile
	var format string
	for i, at := range cuts {
		end := len(data)
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		p, f, err := d.part(data[at:end])
		switch {
		case err != nil && (i == 0 || d.final(err) && !isPart(err)):
			return nil, "", err
		case err != nil:
			d.warnings = append(d.warnings, fmt.Sprintf("behind the first profile: %s that are no profile, or a damaged one, and were left out", size(int64(end-at))))
		case i == 0:
			all, format = append(all, p), f
		case !addable(all[0], p):
			d.warnings = append(d.warnings, fmt.Sprintf("another profile with other sample types (%s) stood behind the first: it was left out", oneLine(typeNames(p))))
		default:
			all = append(all, p)
		}
	}
	if len(all) == 1 {
		return all[0], format, nil
	}
	sum, err := profile.Merge(all)
	if err != nil {
		return nil, "", err
	}
	d.warnings = append(d.warnings, fmt.Sprintf("%d profiles stood end to end in this file; their values are added up", len(all)))
	return sum, format, nil
}

// isPart tells that an error is about the one part that cannot be read, and
// not about a limit.
func isPart(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Err != nil
}

// addable tells whether profile.Merge can add two profiles up.
func addable(a, b *profile.Profile) bool {
	same := func(x, y *profile.ValueType) bool {
		return x == nil && y == nil || x != nil && y != nil && x.Type == y.Type && x.Unit == y.Unit
	}
	return same(a.PeriodType, b.PeriodType) && slices.EqualFunc(a.SampleType, b.SampleType, same)
}

func typeNames(p *profile.Profile) string {
	s := ""
	for i, t := range p.SampleType {
		if i > 0 {
			s += ", "
		}
		s += t.Type + "/" + t.Unit
	}
	return s
}
