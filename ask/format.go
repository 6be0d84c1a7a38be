package ask

import (
	"context"
	"io"
	"strings"

	"profstation/model/lang"
)

// Write writes a file that was prepared.
type Write func(io.Writer) error

// Maker prepares a file from an answer, ready to be written. It fails if the request is wrong.
type Maker func(context.Context, *Answer, Look) (Write, error)

// Format is a kind of file that views are written to.
type Format struct {
	Ending string // the file's ending, with its dot
	also   string // another ending that asks for it; "": none does
	label  string
	Drawn  bool  // it is a picture, and so has a look
	Text   bool  // it can be copied as a text
	View   *View // the view that is written; nil in [Formats]
	of     func(*View) Maker
}

// Endings of formats that have rules of their own.
const (
	SVG = ".svg"
	CSV = ".csv"
)

// Formats lists all formats, in the order of menus and help.
var Formats = []Format{
	{Ending: SVG, label: "SVG, a drawing with real text", Drawn: true, Text: true},
	{Ending: ".png", label: "PNG, a picture in pixels", Drawn: true},
	{Ending: CSV, label: "CSV, exact figures", Text: true, of: func(v *View) Maker { return v.CSV }},
	{Ending: ".json", label: "JSON, exact figures", Text: true, of: func(v *View) Maker { return v.JSON }},
	{Ending: ".dot", label: "DOT, for graphviz", Text: true, of: func(v *View) Maker { return v.DOT }},
	{Ending: ".md", label: "Markdown, for a pull request", Text: true, of: func(v *View) Maker { return v.Markdown }},
	{Ending: ".txt", label: "Text, as pprof prints it", Text: true, of: func(v *View) Maker { return v.Text }},
	{Ending: ".pprof", also: ".pb.gz", label: "Profile, with the filters applied", of: func(v *View) Maker { return v.Pprof }},
	{Ending: ".speedscope", also: ".speedscope.json", label: "speedscope, with the filters applied", Text: true,
		of: func(v *View) Maker { return v.Speedscope }},
	{Ending: ".collapsed", also: ".folded", label: "Collapsed stacks, with the filters applied", Text: true,
		of: func(v *View) Maker { return v.Collapsed }},
}

// FormatNamed returns the format that the ending of a file's name asks for, in small letters or large ones, and the
// name without that ending. If no ending fits, it returns nil, and the name as it is.
func FormatNamed(name string, formats []Format) (f *Format, stem string) {
	longest := 0
	for i := range formats {
		for _, ending := range []string{formats[i].Ending, formats[i].also} {
			if n := len(name) - len(ending); len(ending) > longest && n >= 0 && strings.EqualFold(name[n:], ending) {
				f, longest = &formats[i], len(ending)
			}
		}
	}
	return f, name[:len(name)-longest]
}

// Name returns the format's name on the command line: its ending without the dot.
func (f Format) Name() string { return f.Ending[1:] }

// Parts reports whether files of the format can have the visible part alone: pictures can, and the spans of a timeline.
// All others have everything that the filters leave.
func (f Format) Parts() bool {
	return f.Drawn || f.View != nil && f.View.Of == OfTrace && f.View.Tab == TimelineTab
}

// Label returns the format's text in a menu.
func (f Format) Label() string { return lang.L(f.label) }

// Make prepares a file that is not a picture.
func (f Format) Make(ctx context.Context, a *Answer, l Look) (Write, error) {
	return f.of(f.View)(ctx, a, l)
}

// made returns a Maker that calls of and then writes the result with write.
func made[T any](of func(context.Context, *Answer) (T, error), write func(T, io.Writer) error) Maker {
	return func(ctx context.Context, a *Answer, _ Look) (Write, error) {
		x, err := of(ctx, a)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return write(x, w) }, nil
	}
}

// prepared returns a Maker for files whose data the answer already has.
func prepared(write func(*Answer) Write) Maker {
	return func(_ context.Context, a *Answer, _ Look) (Write, error) { return write(a), nil }
}

// plain returns a Maker for files that depend only on the answer.
func plain(of func(context.Context, *Answer) (Write, error)) Maker {
	return func(ctx context.Context, a *Answer, _ Look) (Write, error) { return of(ctx, a) }
}
