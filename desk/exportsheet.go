package desk

import (
	"context"
	"io"

	"profstation/desk/export"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/timeline/figures"
)

// sheetFormats are the ways to write the sheet that is shown, or one panel of
// it.
func (d *Desk) sheetFormats() (view string, formats []Format) {
	t, tab, panel := d.docs.active.trace(), d.Tab(), d.exporter.panel
	if t == nil || t.answer == nil || t.answer.Sheets[tab].Sheet == nil {
		return "", nil
	}
	shown := t.answer.Sheets[tab]
	source := t.figures
	// The window draws its tables meanwhile: files have their own.
	anew := func(ctx context.Context) (*figures.Sheet, error) {
		return source.Sheet(ctx, screen.Sheets[tab], shown.Of)
	}
	main, view := shown.Sheet.Main(), shown.Sheet.Name
	if p := shown.Sheet.Panel(panel); p != nil {
		main, view = p, view+"-"+panel
	} else {
		panel = ""
	}
	formats = pictures(func(ctx context.Context, l ExportLook) (export.Drawing, error) {
		s, err := anew(ctx)
		if err != nil {
			return export.Drawing{}, err
		}
		p := &figures.Picture{Head: l.head(), Sheet: s, Theme: l.Theme, Width: l.Width}
		if panel != "" {
			p.Panels = []string{panel}
		}
		return l.drawing(p), nil
	})
	if main == nil || main.Table == nil {
		return view, formats
	}
	return view, append(formats, Format{Ending: ".csv", Label: lang.L("CSV, exact figures"), Text: true, write: func(ctx context.Context, w io.Writer, _ ExportLook) error {
		s, err := anew(ctx)
		if err != nil {
			return err
		}
		return s.Panel(main.Name).Table.WriteCSV(w)
	}})
}
