package loader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"profstation/loader/address"
	"profstation/loader/input"
	"profstation/model"
	"profstation/model/compare"
)

const maxMerged = 10_000

// Merge loads several profiles of one kind and adds them up as `go tool pprof` does: values and
// durations add, the time is the earliest (profile/merge.go). An input that cannot be opened, that
// is a trace, or that does not fit the first one is an [*Error].
func Merge(ctx context.Context, paths []string, o Options) (*File, error) {
	if len(paths) > maxMerged {
		return nil, &Error{Name: address.Public(paths[0]), Found: fmt.Sprintf("%d profiles to merge, at most %d are", len(paths), maxMerged)}
	}
	merged := &File{Name: fmt.Sprintf("%d profiles", len(paths))}
	var sum *model.Profile
	for _, path := range paths {
		f, err := Open(ctx, path, Options{Limits: o.Limits, OnlyProfiles: true})
		if err != nil {
			return nil, err
		}
		for i, w := range f.Profile.Warnings {
			f.Profile.Warnings[i] = f.Name + ": " + w
		}
		if sum, err = compare.Add(sum, f.Profile); err != nil {
			return nil, &Error{
				Name: path, Found: "it does not go with " + paths[0] + ": " + err.Error(),
				Advice: "merge profiles of one kind", Err: err,
			}
		}
		merged.Size += f.Size
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("merge %s: %w", strings.Join(paths, ", "), err)
		}
	}
	if sum == nil {
		return nil, &Error{Name: "merge", Found: "no profiles were given"}
	}
	sum.Format = "merged"
	merged.Profile = sum
	return merged, nil
}

// several decodes the profiles of an input that begin at the cuts and adds them up. The first part
// must be a profile. A part that cannot be added to it is left out, with a warning.
func (l *loading) several(data []byte, cuts []int, decode func(part []byte) (*model.Profile, error)) (sum *model.Profile, err error) {
	added := 0
	cuts = append(cuts, len(data))
	for i, at := range cuts[:len(cuts)-1] {
		end := cuts[i+1]
		p, err := decode(data[at:end])
		switch {
		case err != nil && (sum == nil || l.final(err) && !isPart(err)):
			return nil, err
		case err != nil:
			l.warnings = append(l.warnings, fmt.Sprintf("behind the first profile: %s that are no profile, or a damaged one, and were left out", input.Size(int64(end-at))))
			continue
		case sum != nil && (p.PeriodType != sum.PeriodType || !slices.Equal(p.Types, sum.Types)):
			l.warnings = append(l.warnings, fmt.Sprintf("another profile with other sample types (%s) stood behind the first: it was left out", input.OneLine(typeNames(p))))
			continue
		}
		if sum, err = compare.Add(sum, p); err != nil {
			return nil, err
		}
		added++
	}
	if added > 1 {
		l.warnings = append(l.warnings, fmt.Sprintf("%d profiles stood end to end in this file; their values are added up", added))
	}
	return sum, nil
}

// isPart reports whether an error is about the one part that cannot be read, and not about a limit.
func isPart(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Err != nil
}

func typeNames(p *model.Profile) string {
	var names []string
	for _, t := range p.Types {
		names = append(names, t.Type+"/"+t.Unit)
	}
	return strings.Join(names, ", ")
}
