package desk

import (
	"cmp"

	"profstation/desk/export"
	"profstation/desk/session"
	"profstation/model"
	"profstation/scene"
)

// ExportOffer is what can be written of the visible tab.
type ExportOffer struct {
	View    string // "flame"
	Name    string // of the file, without its ending
	Folder  string
	Formats []export.Format
	Ending  string // of the format that was chosen last
	Look    export.Look
	// Part says that what is in sight is less than all there is.
	Part   bool
	Window *scene.Theme // that of the window
	// Copy puts a format that is a text on the clipboard.
	Copy func(export.Format, export.Look)
}

// ExportLook is how a picture was written last.
func (d *Desk) ExportLook() export.Look {
	e := d.keeper.exported
	l := export.Look{
		Width: cmp.Or(e.Width, export.Width), Height: e.Height, Scale: cmp.Or(e.Scale, export.Scale),
		Theme: d.Display.Theme, Bare: e.Bare,
		// A user who has scrolled wants the rest all the same, unless the dialog says otherwise.
		Whole: e.Whole || d.exporter.sight.Part(), Sight: d.exporter.sight,
	}
	if d.docs.active != nil {
		l.Title = model.Sanitise(d.docs.active.name())
	}
	switch e.Theme {
	case ThemeLight:
		l.Theme = scene.Variant(false, l.Theme.Safe())
	case ThemeDark:
		l.Theme = scene.Variant(true, l.Theme.Safe())
	}
	return l
}

// rememberExport keeps how something was written.
func (e *exporter) rememberExport(view, folder, ending string, l export.Look) {
	d := e.desk
	formats := map[string]string{view: ending}
	for v, f := range d.keeper.exported.Format {
		if v != view {
			formats[v] = f
		}
	}
	whole := l.Whole
	if d.exporter.sight.Part() {
		whole = d.keeper.exported.Whole
	}
	theme := ""
	if l.Theme != d.Display.Theme {
		theme = ThemeLight
		if l.Theme.Dark {
			theme = ThemeDark
		}
	}
	d.keeper.exported = session.Export{
		Folder: session.Path(folder), Format: formats, Width: l.Width, Height: l.Height, Scale: l.Scale,
		Theme: theme, Whole: whole, Bare: l.Bare,
	}
}
