package ask

import (
	"context"
	"errors"

	"profstation/loader/source"
	"profstation/model/query"
	"profstation/model/safe"
)

// Annotation is a source file with what its lines cost.
type Annotation struct {
	*query.Listing
	Path    string // where the file was found on this machine, absolute; "": it was not
	Note    string // why the file has no path, or may not be the one that was measured; "": all is well
	Changed bool   // it is a file of the user's, and not the version that was measured: Note says why
}

// Annotations lists all files in which something is counted, those with the highest flat first, and where they are
// on this machine. A file that is another release's has no path: its lines are others.
func Annotations(ctx context.Context, r *query.Result, s *Sources) ([]Annotation, error) {
	listings, err := r.ListFiles(ctx)
	if err != nil {
		return nil, err
	}
	lines, err := linesIn(ctx, r.Profile, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	all := make([]Annotation, len(listings))
	err = s.With(ctx, func(f *source.Finder) {
		for i, l := range listings {
			if ctx.Err() != nil {
				return
			}
			file := f.Find(l.File, r.Profile.Time)
			note, other, _ := doubts(file, lines[l.File])
			all[i] = Annotation{Listing: l, Path: file.Path, Note: note}
			if miss := new(source.NotFound); errors.As(file.Err, &miss) {
				all[i].Path = miss.Exists // nothing of it is read or shown
				if miss.Exists != "" {
					all[i].Note = Changed(miss.Exists, r.Profile.Time)
				}
			}
			if other {
				all[i].Path = ""
			}
			all[i].Note = safe.Text(all[i].Note)
			all[i].Changed = all[i].Path != "" && all[i].Note != "" && !file.Std && !file.Fixed
			f.Forget()
		}
	})
	if err == nil {
		err = ctx.Err()
	}
	return all, err
}
