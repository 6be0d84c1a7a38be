package loader

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/pprof"
	"profstation/model"
)

// MaxMerged is how many profiles are merged at most.
const MaxMerged = 10_000

// Merge loads several profiles and adds them up as `go tool pprof` does with
// several sources: values and durations add, the time is the earliest
// (profile/merge.go). All must be of one kind. An input that cannot be opened,
// that is a trace, or that does not fit the first one is an [*Error].
func Merge(ctx context.Context, paths []string, o Options) (*File, error) {
	if len(paths) > MaxMerged {
		return nil, &Error{Name: paths[0], Found: fmt.Sprintf("%d profiles to merge, at most %d are", len(paths), MaxMerged)}
	}
	merged := &File{Name: fmt.Sprintf("%d profiles", len(paths))}
	var sum *profile.Profile
	var warnings []string
	for _, path := range paths {
		f, err := Open(ctx, path, Options{Limits: o.Limits, OnlyProfiles: true})
		if err != nil {
			return nil, err
		}
		r, err := f.Profile.Evaluate(model.DefaultQuery().Whole())
		if err != nil {
			return nil, &Error{Name: path, Found: "it cannot be merged: " + input.OneLine(err.Error()), Err: err}
		}
		p := pprof.ToLibrary(r)
		if sum == nil {
			sum = p
		} else if sum, err = profile.Merge([]*profile.Profile{sum, p}); err != nil {
			return nil, &Error{
				Name: path, Found: "it does not go with " + paths[0] + ": " + input.OneLine(err.Error()),
				Advice: "merge profiles of one kind", Err: err,
			}
		}
		merged.Size += f.Size
		for _, w := range f.Profile.Warnings {
			warnings = append(warnings, f.Name+": "+w)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("merge %s: %w", strings.Join(paths, ", "), err)
		}
	}
	if sum == nil {
		return nil, &Error{Name: "merge", Found: "no profiles were given"}
	}
	p, err := pprof.FromLibrary(sum, "merged")
	if err != nil {
		return nil, &Error{Name: merged.Name, Found: "their sum is no profile: " + input.OneLine(err.Error()), Err: err}
	}
	p.Warnings = append(p.Warnings, warnings...)
	merged.Profile = p
	return merged, nil
}
