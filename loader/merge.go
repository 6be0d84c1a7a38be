package loader

import (
	"context"
	"fmt"
	"strings"

	"profstation/model"
	"profstation/model/compare"
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
