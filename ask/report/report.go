package report

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"profstation/ask"
	"profstation/ask/page"
	"profstation/ask/write"
	"profstation/model/lang"
	"profstation/scene"
)

// Report is a page about documents.
type Report struct{ *page.Page }

// New begins a report.
func New(title string, theme *scene.Theme) Report { return Report{page.New(title, theme)} }

// change begins the section for a comparison.
func (p Report) change(base, name string) *page.Section {
	s := p.Section(Change(base, name))
	s.Change = true
	return s
}

// Failed adds a section for a file that could not be opened.
func (p Report) Failed(name string, err error) {
	p.Section(Title(name)).Failed(lang.L("This file could not be opened."), err)
}

// Uncompared adds a section for two sides that cannot be compared.
func (p Report) Uncompared(base, name string, err error) {
	p.change(base, name).Failed(lang.L("These could not be compared."), err)
}

// How high a trace's picture, and any other, may be, in logical pixels. The page says if more is cut off.
const (
	maxLanes  = 2400.0
	maxHeight = 20_000.0
)

// draw adds a picture to a section.
func draw(ctx context.Context, s *page.Section, title string, lines []string, v *ask.View, of *ask.Answer, o Options) error {
	d, err := write.Draw(ctx, v, of, ask.Look{Width: o.Width, Theme: o.Style.Theme, Title: s.Title, Whole: true})
	if err != nil {
		return err
	}
	height, cut := maxHeight, lang.Later("The lower rows are cut off; profstation export --view {{.View}} draws more.")
	if v.Of == ask.OfTrace {
		height, cut = maxLanes, lang.Later("The lower lanes are cut off; profstation export --view {{.View}} draws more.")
	}
	if d.Height > height {
		d.Height = height
		lines = append(slices.Clip(lines), lang.L(cut, lang.With{"View": v.Name}))
	}
	return embed(ctx, s, title, lines, d)
}

func embed(ctx context.Context, s *page.Section, title string, lines []string, d *write.Drawing) error {
	var svg bytes.Buffer
	if err := d.SVG(ctx, &svg); err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	s.Embed(title, lines, svg.Bytes())
	return nil
}
