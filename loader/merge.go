package loader

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"profstation/loader/address"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/units"
)

const maxMerged = 10_000

// Merge loads several profiles of one kind and adds them up as `go tool pprof` does: values and durations add, the
// time is the earliest (profile/merge.go). An input that cannot be opened, that is a trace, or that does not fit the
// first one is an [*input.Error]. Addresses at which nothing was recorded are left out, with a warning.
func Merge(ctx context.Context, paths []string, o Options) (*File, error) {
	if len(paths) > maxMerged {
		return nil, &input.Error{Name: address.Public(paths[0]),
			Found: lang.N(len(paths), "1 profile to merge, the limit is {{.Most}}",
				"{{.N}} profiles to merge, the limit is {{.Most}}", lang.With{"Most": units.Count(maxMerged)})}
	}
	merged := &File{Name: lang.N(len(paths), "1 profile", "{{.N}} profiles", nil)}
	var sum compare.Sum
	var empty error
	left := 0
	for _, path := range paths {
		f, err := Open(ctx, path, o.OfPart())
		if errors.Is(err, ErrEmpty) {
			left, empty = left+1, cmp.Or(empty, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		for i, w := range f.Profile.Warnings {
			f.Profile.Warnings[i] = f.Name + ": " + w
		}
		if err := sum.Add(ctx, f.Profile); err != nil {
			return nil, &input.Error{
				Name: address.Public(path), Found: lang.L("it does not match {{.Name}}: {{.Cause}}", lang.With{"Name": address.Public(paths[0]), "Cause": err}),
				Advice: lang.L("merge profiles of one kind"), Err: err,
			}
		}
		merged.Size += f.Size
		if err := ctx.Err(); err != nil {
			return nil, lang.Error("{{.Files}} were not merged: {{.Cause}}", lang.With{"Files": strings.Join(paths, ", "), "Cause": err})
		}
	}
	if sum.Len() == 0 && empty != nil {
		return nil, empty
	}
	if sum.Len() == 0 {
		return nil, &input.Error{Name: "merge", Found: lang.L("no profiles were given")}
	}
	p, err := sum.Profile(ctx)
	if err != nil {
		return nil, lang.Error("{{.Files}} were not merged: {{.Cause}}", lang.With{"Files": strings.Join(paths, ", "), "Cause": err})
	}
	p.Format = "merged"
	if left > 0 {
		p.Warnings = append(p.Warnings,
			lang.N(left, "1 part at which nothing was recorded is left out", "{{.N}} parts at which nothing was recorded are left out", nil))
	}
	merged.Profile = p
	return merged, nil
}

// several decodes the profiles that begin at the cuts and adds them up. The first part must be a profile. Parts that
// cannot be added to it are left out, with a warning. If only they could have samples, the error is the first one's:
// perhaps all is one profile, whose strings look like a profile.
func (l *loading) several(data []byte, cuts []int, decode func(part []byte) (*model.Profile, error)) (*model.Profile, error) {
	if len(cuts) > maxMerged {
		return nil, &input.Error{Found: lang.N(len(cuts), "1 profile end to end, of which at most {{.Most}} are added up",
			"{{.N}} profiles end to end, of which at most {{.Most}} are added up", lang.With{"Most": units.Count(maxMerged)})}
	}
	var first *model.Profile
	var all compare.Sum
	left, others := int64(0), map[string]bool{}
	var fault error // the first part's that was left out
	samples := 0
	cuts = append(cuts, len(data))
	for i, at := range cuts[:len(cuts)-1] {
		if err := l.progress.Cancelled(); err != nil {
			return nil, err
		}
		end := cuts[i+1]
		p, err := decode(data[at:end])
		switch {
		case err != nil && (first == nil || l.final(err) && !isPart(err)):
			return nil, err
		case err != nil:
			left += int64(end - at)
			fault = cmp.Or(fault, err)
			continue
		case first != nil && (p.PeriodType != first.PeriodType || !slices.Equal(p.Types, first.Types)):
			others[input.OneLine(typeNames(p))] = true
			continue
		case first == nil:
			first = p
		}
		samples += p.Samples.Len()
		if err := all.Add(l.ctx, p); err != nil {
			return nil, err
		}
	}
	if samples == 0 && fault != nil {
		return nil, fault
	}
	if left > 0 {
		l.warnings = append(l.warnings,
			lang.L("{{.Size}} behind the first profile are no profile, or a damaged one, and are left out; all else is shown",
				lang.With{"Size": input.Size(left)}))
	}
	for _, types := range slices.Sorted(maps.Keys(others)) {
		l.warnings = append(l.warnings,
			lang.L("another profile with other sample types ({{.SampleTypes}}) follows the first and is left out; open it as a file of its own",
				lang.With{"SampleTypes": types}))
	}
	if all.Len() > 1 {
		l.warnings = append(l.warnings,
			lang.N(all.Len(), "this file has 1 profile end to end; their values are added up",
				"this file has {{.N}} profiles end to end; their values are added up", nil))
	}
	return all.Profile(l.ctx)
}

// isPart reports whether an error is about the one part that cannot be read, and not about a limit.
func isPart(err error) bool {
	var e *input.Error
	return errors.As(err, &e) && e.Err != nil
}

func typeNames(p *model.Profile) string {
	var names []string
	for _, t := range p.Types {
		names = append(names, t.Type+"/"+t.Unit)
	}
	return strings.Join(names, ", ")
}
