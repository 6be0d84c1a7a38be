// Package write writes what views show to files, in every format. The window, the command line and reports all use
// it, so that they write the same bytes for the same question, title and caption.
//
//	view := ask.Find(ask.OfProfile, "flame")
//	do, err := write.Prepare(ctx, *view.Format(".svg"), answer, look)
//	…
//	err = disk.Write(ctx, "cpu.svg", 0o666, do)
package write

import (
	"context"
	"io"

	"profstation/ask"
	"profstation/model/units"
)

// Prepare makes a file ready to be written. It fails if the request is wrong, or with a [SizeError].
func Prepare(ctx context.Context, f ask.Format, a *ask.Answer, l ask.Look) (ask.Write, error) {
	if f.Drawn {
		return picture(ctx, f, a, l)
	}
	do, err := f.Make(ctx, a, l)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		w = bounded(w, f.Ending, less(a))
		if l.Raw && f.Ending == ask.CSV {
			w = units.Raw(w)
		}
		return do(w)
	}, nil
}

func picture(ctx context.Context, f ask.Format, a *ask.Answer, l ask.Look) (ask.Write, error) {
	if f.Ending == ask.SVG {
		d, err := Draw(ctx, f.View, a, l)
		if err == nil {
			err = d.check(0)
		}
		if err != nil {
			return nil, err
		}
		return func(w io.Writer) error { return d.SVG(ctx, w) }, nil
	}
	d, err := sized(ctx, f.View, a, l)
	if err == nil {
		err = d.check(l.Scale)
	}
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error { return d.PNG(ctx, w, l.Scale) }, nil
}

// Draw makes a view's picture, as its .svg has it.
func Draw(ctx context.Context, v *ask.View, a *ask.Answer, l ask.Look) (*Drawing, error) {
	l.Scale = 1
	return sized(ctx, v, a, l)
}

func sized(ctx context.Context, v *ask.View, a *ask.Answer, l ask.Look) (*Drawing, error) {
	p, err := v.Picture(ctx, a, l)
	if err != nil {
		return nil, err
	}
	d := Of(p, l.Title)
	d.less = less(a)
	if l.Height > 0 {
		d.Height = l.Height
	}
	return &d, nil
}
