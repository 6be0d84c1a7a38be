package desk

import (
	"cmp"
	"fmt"
	"slices"

	"profstation/desk/lang"
	"profstation/desk/report"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// ExportLook is how a picture is written. Tables do not look at it.
type ExportLook struct {
	Width, Height float64 // in logical pixels; Height 0: what all rows need
	Scale         float64 // pixels of a PNG for each logical pixel
	Theme         *scene.Theme
	Title         string
	Bare          bool // neither title nor caption
	Whole         bool // all there is, not only the part in sight
	sight         screen.Sight
}

// rows limits a picture of a table to the rows in sight, where not all are asked
// for.
func (l ExportLook) rows(p *table.Picture) {
	if l.Whole || l.sight.To == 0 {
		return
	}
	from, all := l.sight.From, p.Table.Rows
	p.Table = p.Table.Part(from, l.sight.To)
	p.Head.Lines = append(slices.Clip(p.Head.Lines), fmt.Sprintf(lang.L("rows %s to %s of %s"),
		model.Count(int64(from+1)), model.Count(int64(min(l.sight.To, all))), model.Count(int64(all))))
	if match := p.Match; match != nil {
		p.Match = func(row int) bool { return match(row + from) }
	}
}

// ExportOffer is what can be written of the visible tab.
type ExportOffer struct {
	View    string // "flame"
	Name    string // of the file, without its ending
	Folder  string
	Formats []Format
	Ending  string // of the format that was chosen last
	Look    ExportLook
	// Part tells that what is in sight is less than all there is.
	Part   bool
	Window *scene.Theme // that of the window
	// Copy puts a format that is a text on the clipboard.
	Copy func(Format, ExportLook)
}

// The size of exported pictures unless told otherwise: as wide as a page shows
// well, and sharp in print.
const (
	ExportWidth = 1400
	exportScale = 2
)

// ExportLook is how a picture was written last.
func (d *Desk) ExportLook() ExportLook {
	e := d.keeper.exported
	l := ExportLook{
		Width: cmp.Or(e.Width, ExportWidth), Height: e.Height, Scale: cmp.Or(e.Scale, exportScale),
		Theme: d.Display.Theme, Bare: e.Bare,
		// Who has scrolled somewhere wants the rest all the same, unless told otherwise.
		Whole: e.Whole || d.sight.Part(), sight: d.sight,
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
func (d *Desk) rememberExport(view, folder, ending string, l ExportLook) {
	formats := map[string]string{view: ending}
	for v, f := range d.keeper.exported.Format {
		if v != view {
			formats[v] = f
		}
	}
	whole := l.Whole
	if d.sight.Part() {
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

// caption is what stands below the title of a picture of a profile: what it
// measures, when, and which filters are in force, in words.
func (a shown) caption(more ...string) []string {
	lines := []string{a.about(), a.Result.Headline()}
	if asked := report.Asked(a.Result.Query); asked != "" {
		lines = append(lines, asked)
	}
	return append(lines, more...)
}

// about is the kind of profile, and when it was taken.
func (a shown) about() string {
	p := a.Result.Profile
	text := p.Kind.Title()
	if !p.Time.IsZero() {
		text += lang.L(" of ") + p.Time.Format("2006-01-02 15:04:05 MST")
	}
	return text
}
