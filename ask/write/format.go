package write

import (
	"context"
	"io"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

// Format is a kind of file that a view is written to.
type Format struct {
	Ending string // of the file, with its dot
	also   string // another ending that asks for it; "": none does
	label  string
	Drawn  bool // it is a picture, which has a look
	Text   bool // it can be copied as a text

	prepare preparing
	draw    drawing // of a picture; nil of all others
}

// Write writes a file that was prepared.
type Write func(io.Writer) error

// preparing makes a file ready to be written. It fails if the request is wrong.
type preparing func(context.Context, *Subject, Look) (Write, error)

// All formats. Each view lists those that it is written in.
var (
	svg   = Format{Ending: ".svg", label: "SVG, a drawing with real text", Drawn: true, Text: true}
	png   = Format{Ending: ".png", label: "PNG, a picture in pixels", Drawn: true}
	csv   = Format{Ending: ".csv", label: "CSV, exact figures", Text: true}
	json  = Format{Ending: ".json", label: "JSON, exact figures", Text: true}
	dot   = Format{Ending: ".dot", label: "DOT, for graphviz", Text: true}
	md    = Format{Ending: ".md", label: "Markdown, for a pull request", Text: true}
	txt   = Format{Ending: ".txt", label: "Text, as pprof prints it", Text: true}
	pprof = Format{Ending: ".pprof", also: ".pb.gz", label: "Profile, with the filters applied"}

	speedscope = Format{Ending: ".speedscope", also: ".speedscope.json", label: "speedscope, with the filters applied", Text: true}
	collapsed  = Format{Ending: ".collapsed", also: ".folded", label: "Collapsed stacks, with the filters applied", Text: true}
)

// Formats are all formats, in the order of menus and help.
var Formats = []Format{svg, png, csv, json, dot, md, txt, pprof, speedscope, collapsed}

// Named returns the format that the ending of a file's name asks for, in small letters or large ones, and the name
// without that ending. Without such an ending it returns nil, and the name as it is.
func Named(name string, formats []Format) (f *Format, stem string) {
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

// Name is the format on the command line: its ending without the dot.
func (f Format) Name() string { return f.Ending[1:] }

// Label is the format in a menu.
func (f Format) Label() string { return lang.L(f.label) }

// Prepare makes a file of a subject ready to be written.
func (f Format) Prepare(ctx context.Context, s *Subject, l Look) (Write, error) {
	if f.Ending == svg.Ending {
		l.Scale = 1
	}
	write, err := f.prepare(ctx, s, l)
	if err != nil || f.Drawn { // pictures have bounds of their own
		return write, err
	}
	return func(w io.Writer) error {
		w = bounded(w, f, s.less())
		if l.Raw && f.Ending == csv.Ending {
			w = model.Raw(w)
		}
		return write(w)
	}, nil
}

func (f Format) called(label string) Format {
	f.label = label
	return f
}

func (f Format) by(p preparing) Format {
	f.prepare = p
	return f
}

// of is a format of a view that depends on nothing but the subject.
func (f Format) of(prepare func(context.Context, *Subject) (Write, error)) Format {
	return f.by(func(ctx context.Context, s *Subject, _ Look) (Write, error) { return prepare(ctx, s) })
}

// file makes something of a subject, and writes it.
func file[T any](of func(context.Context, *Subject) (T, error), write func(T, io.Writer) error) func(context.Context, *Subject) (Write, error) {
	return func(ctx context.Context, s *Subject) (Write, error) {
		made, err := of(ctx, s)
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return write(made, w) }, nil
	}
}

// as is a format of a view whose subject is ready to be written.
func (f Format) as(write func(*Subject) Write) Format {
	return f.by(func(_ context.Context, s *Subject, _ Look) (Write, error) { return write(s), nil })
}

type drawing func(context.Context, *Subject, Look) (scene.Picture, error)

func pictures(draw drawing) []Format {
	svg := svg.by(func(ctx context.Context, s *Subject, l Look) (Write, error) {
		d, err := draw.sized(ctx, s, l)
		if err == nil {
			err = d.check(0)
		}
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return d.SVG(ctx, w) }, nil
	})
	svg.draw = draw
	return []Format{svg, png.by(func(ctx context.Context, s *Subject, l Look) (Write, error) {
		d, err := draw.sized(ctx, s, l)
		if err == nil {
			err = d.check(l.Scale)
		}
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return d.PNG(ctx, w, l.Scale) }, nil
	})}
}

func (draw drawing) sized(ctx context.Context, s *Subject, l Look) (*Drawing, error) {
	p, err := draw(ctx, s, l)
	if err != nil {
		return nil, err
	}
	d := Of(p, l.Title)
	d.less = s.less()
	if l.Height > 0 {
		d.Height = l.Height
	}
	return &d, nil
}

// Draw makes the picture of the view, as its .svg has it.
func (v *View) Draw(ctx context.Context, s *Subject, l Look) (*Drawing, error) {
	l.Scale = 1
	return v.Format(svg.Ending).draw.sized(ctx, s, l)
}

// drawn are the formats of a view that has a picture, and others behind.
func drawn(draw drawing, others ...Format) []Format { return append(pictures(draw), others...) }

// reports are the formats of a report that is written in all ways. empty is shown without rows.
func reports(of func(context.Context, *Subject) (table.Report, error), empty string) []Format {
	picture := func(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
		r, err := of(ctx, s)
		if err != nil {
			return nil, err
		}
		return s.tablePicture(ctx, l, r.Table(), r.Heading(), empty)
	}
	return drawn(picture,
		csv.of(file(of, func(r table.Report, w io.Writer) error {
			if l, ok := r.(*table.ListReport); ok {
				return l.Figures().WriteCSV(w)
			}
			return r.Table().WriteCSV(w)
		})),
		json.of(file(of, table.Report.WriteJSON)),
		txt.of(file(of, table.Report.WriteText)))
}
