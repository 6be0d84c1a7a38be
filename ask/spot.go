package ask

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"profstation/loader/source"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline"
)

// Spot is a line of a source file, as a recording names the file.
type Spot struct {
	File    string
	Line    int64          // 0: not known
	Profile *model.Profile // which names it; nil: a trace does
	Taken   time.Time      // when that was recorded; zero: not known
}

// SpotIn returns the place of a file that a profile names.
func SpotIn(p *model.Profile, file string, line int64) Spot {
	return Spot{File: file, Line: line, Profile: p, Taken: p.Time}
}

// SpotOf returns where a node is in the source: its own line, or else the line with most flat of its function or its
// file. In a comparison either side may know it.
func (a *Answer) SpotOf(ctx context.Context, node string) (Spot, error) {
	var begins Spot // of a function that counts nothing here, as one that is only on the other side
	for x := a; x != nil; {
		if n := x.Node(node); n != query.NoNode && x.Result != nil {
			if s, err := spotOf(ctx, x.Result, x.Result.Nodes.Node(n)); err != nil || s.File != "" {
				return s, err
			}
			if f := x.Result.Declared(n); f != model.NoFunc && begins.File == "" {
				p := x.Result.Profile
				begins = SpotIn(p, filepath.Clean(p.Strings.Raw(p.Functions[f].File)), p.Functions[f].StartLine)
			}
		}
		if x.Compared == nil {
			break
		}
		x = x.Compared.Other
	}
	if begins.File != "" && begins.File != "." {
		return begins, nil
	}
	return Spot{}, lang.Error("no source line is known of {{.Name}}", lang.With{"Name": safe.Text(node)})
}

// spotOf returns a place without a file if none is known.
func spotOf(ctx context.Context, r *query.Result, n *query.Node) (Spot, error) {
	switch {
	case n.File != "" && n.Line > 0:
		return SpotIn(r.Profile, n.File, n.Line), nil
	case n.Name == "" && n.File != "":
		l, err := r.ListFile(ctx, n.File)
		if err != nil || l == nil {
			return SpotIn(r.Profile, n.File, 0), err
		}
		return SpotIn(r.Profile, n.File, hottest(r, l.Lines)), nil
	case n.Name == "":
		return Spot{}, nil
	}
	l, err := listingOf(ctx, r, n.Name, n.File)
	if err != nil || l == nil {
		return SpotIn(r.Profile, n.File, 0), err
	}
	return SpotIn(r.Profile, l.File, cmp.Or(hottest(r, l.Lines), l.StartLine)), nil
}

// listingOf returns the listing of a function; nil: it has no source file. It may be in several files, from two
// releases or two binaries: then it is the one with most cum, unless a file is given.
func listingOf(ctx context.Context, r *query.Result, function, file string) (best *query.Listing, err error) {
	listings, err := r.List(ctx, regexp.MustCompile(exactly(function)))
	if err != nil {
		return nil, err
	}
	for _, l := range listings {
		if l.File != "" && (file == "" || l.File == file) && (best == nil || heavier(l.Row, best.Row)) {
			best = l
		}
	}
	return best, nil
}

// Spot returns the place in the source of what is selected in a trace: of its stack the frame that says most about
// whose it is. Without a selection or a stack it has no file.
func (t *TraceAnswer) Spot() Spot {
	var stack []trace.FrameIndex
	switch {
	case t.SelectedSpan != nil:
		stack = t.SelectedSpan.Stack
	case t.Happened != nil:
		stack = t.Happened.Stack
	}
	return SpotInStack(t.Timeline, stack)
}

// SpotInStack is Spot for any stack of a trace.
func SpotInStack(t *timeline.Timeline, stack []trace.FrameIndex) Spot {
	if f := t.UserFrame(stack); f >= 0 {
		return SpotOfFrame(t.Trace, f)
	}
	return Spot{}
}

// SpotOfFrame is the place of a frame.
func SpotOfFrame(t *trace.Trace, f trace.FrameIndex) Spot {
	x := &t.Frames[f]
	return Spot{File: t.Strings.Raw(x.File), Line: int64(x.Line), Taken: t.Wall}
}

// Local is a line of a file on this machine.
type Local struct {
	Path string // absolute
	Line int64  // 0: not known
	Note string // why the line may not be the one that was measured, safe for a screen; "": it is
}

// Locate finds the file of a place where Source finds it. A file that Source may not read is found, too, if the
// recording has its exact path: its user asks for it, and it is not read here.
func (s *Sources) Locate(ctx context.Context, spot Spot) (local Local, err error) {
	if spot.File == "" {
		return Local{}, lang.Error("no source line is known here")
	}
	lines := map[string][]lined{}
	if spot.Profile != nil {
		if lines, err = linesIn(ctx, spot.Profile, func(file string) bool { return file == spot.File }); err != nil {
			return Local{}, err
		}
	}
	wait := s.With(ctx, func(f *source.Finder) {
		file := f.Find(spot.File, spot.Taken)
		local = Local{Path: file.Path, Line: spot.Line}
		if miss, ok := file.Err.(*source.NotFound); ok && miss.Exists != "" {
			local.Path, local.Note = miss.Exists, Changed(miss.Exists, spot.Taken)
			return
		}
		if file.Err != nil {
			err = lang.Error("{{.File}}: {{.Why}}", lang.With{"File": safe.Text(spot.File), "Why": safe.Text(file.Err.Error())})
			return
		}
		local.Note = safe.Text(file.Note())
		if spot.Profile != nil {
			local.Note, _, _ = doubts(file, lines[spot.File])
		}
	})
	return local, cmp.Or(wait, err)
}

// Changed says that a file, which is not read, was changed after a recording was taken; "": it was not, or that is not known.
func Changed(path string, taken time.Time) string {
	info, err := os.Stat(path)
	if err != nil || taken.IsZero() {
		return ""
	}
	file := source.File{Path: path, ModTime: info.ModTime(), Newer: info.ModTime().After(taken)}
	return safe.Text(file.Note())
}

// CostOf returns what is counted at the line that was asked for, in words; "" if nothing is.
func (a *Answer) CostOf(line int64) string {
	if a.Source == nil || a.Source.Source.Listing == nil {
		return ""
	}
	for _, l := range a.Source.Source.Lines {
		if l.Line == line && (l.Flat != 0 || l.Cum != 0) {
			return lang.L("flat {{.Flat}}, cum {{.Cum}}", lang.With{"Flat": a.Result.WithShare(l.FlatValue()), "Cum": a.Result.WithShare(l.CumValue())})
		}
	}
	return ""
}

// maxNamesakes is how many files of one name are looked for.
const maxNamesakes = 100

// FileAt returns which of a profile's files is a file on this machine, "" for none: the one that is found there, or else
// the one whose path ends in as much of the file's as any other's, which is a folder and a name at least.
func (s *Sources) FileAt(ctx context.Context, p *model.Profile, path string) (file string, err error) {
	steps := work.StepsUntil(ctx)
	met := map[model.StringID]bool{}
	var all []string
	best := 1
	base, local := filepath.Base(path), elements(path)
	for i := range p.Functions {
		id := p.Functions[i].File
		if steps.Over(1) {
			return "", ctx.Err()
		}
		if id == 0 || met[id] {
			continue
		}
		met[id] = true
		name := filepath.Clean(p.Strings.Raw(id))
		if !strings.HasSuffix(name, base) {
			continue
		}
		parts := elements(name)
		n := 0
		for n < min(len(parts), len(local)) && parts[len(parts)-1-n] == local[len(local)-1-n] {
			n++
		}
		if n > 0 && len(all) < maxNamesakes {
			all = append(all, name)
		}
		if n > best || n == 1 && len(parts) == 1 && file == "" {
			best, file = max(best, n), name
		}
	}
	err = s.With(ctx, func(f *source.Finder) {
		if file != "" { // its text is there, too, once that is allowed
			f.Offer(filepath.Dir(path))
		}
		for _, name := range all {
			found := f.Find(name, time.Time{})
			at := found.Path
			if miss, ok := found.Err.(*source.NotFound); ok {
				at = miss.Exists
			}
			if ctx.Err() == nil && at != "" && really(at) == really(path) {
				file = name
				return
			}
		}
	})
	return file, cmp.Or(err, ctx.Err())
}

// elements are the parts of a path of any system.
func elements(path string) []string {
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' || c == '\\' })
}

// really returns a path with its links followed.
func really(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return filepath.Clean(path)
}
