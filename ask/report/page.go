package report

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// Page is a report that is being made.
type Page struct {
	Title    string
	Theme    *scene.Theme
	Sections []*Section
}

// New begins a report.
func New(title string, theme *scene.Theme) *Page { return &Page{Title: title, Theme: theme} }

// Section is what the page says of one file, or of two that are compared.
type Section struct {
	ID       string // of the page's own, for links within it
	Title    string
	About    string // what kind of file it is, and what that measures
	Facts    []model.Fact
	Warnings []string
	Notes    []Noted
	Parts    []Part

	change bool // it is about two sides
}

// Part is one picture or table with its heading. One of Picture and Table is set.
type Part struct {
	Title   string
	Lines   []string // what is shown, and which filters are in force
	Picture template.HTML
	Table   *Rows
}

// Rows is a table as a page has it.
type Rows struct {
	Columns []table.Column
	Cells   [][]string
	Note    string // what was left out; "": nothing
}

func (p *Page) section(title string) *Section {
	s := &Section{ID: "s" + strconv.Itoa(len(p.Sections)+1), Title: title}
	p.Sections = append(p.Sections, s)
	return s
}

// change begins the section of a comparison.
func (p *Page) change(base, name string) *Section {
	s := p.section(Change(base, name))
	s.change = true
	return s
}

// Failed adds a section for a file that could not be opened.
func (p *Page) Failed(name string, err error) {
	p.section(Title(name)).failed(lang.L("This file could not be opened."), err)
}

// Uncompared adds a section for two sides that cannot be compared.
func (p *Page) Uncompared(base, name string, err error) {
	p.change(base, name).failed(lang.L("These could not be compared."), err)
}

func (s *Section) failed(about string, err error) {
	s.About = about
	s.Warnings = []string{safe.Text(err.Error())}
}

// How high a picture of a trace, and any other, is, in logical pixels; the page says if more is cut off.
const (
	mostLanes  = 2400.0
	mostHeight = 20_000.0
)

func (s *Section) draw(ctx context.Context, title string, lines []string, v *ask.View, of *ask.Answer, o Options) error {
	d, err := write.Draw(ctx, v, of, ask.Look{Width: o.Width, Theme: o.Style.Theme, Title: s.Title, Whole: true})
	if err != nil {
		return err
	}
	most, cut := mostHeight, lang.Later("The lower rows are cut off; profstation export --view {{.View}} draws more.")
	if v.Of == ask.OfTrace {
		most, cut = mostLanes, lang.Later("The lower lanes are cut off; profstation export --view {{.View}} draws more.")
	}
	if d.Height > most {
		d.Height = most
		lines = append(slices.Clip(lines), lang.L(cut, lang.With{"View": v.Name}))
	}
	return s.embed(ctx, title, lines, d)
}

// embed adds a drawing. Its clips get names of their own: a page is one space of names.
func (s *Section) embed(ctx context.Context, title string, lines []string, d *write.Drawing) error {
	var b bytes.Buffer
	if err := d.SVG(ctx, &b); err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	svg := b.Bytes()
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		svg = svg[i:]
	}
	id := s.ID + "-" + strconv.Itoa(len(s.Parts)) + "-c"
	svg = bytes.ReplaceAll(svg, []byte(`<clipPath id="c`), []byte(`<clipPath id="`+id))
	svg = bytes.ReplaceAll(svg, []byte(` clip-path="url(#c`), []byte(` clip-path="url(#`+id))
	s.Parts = append(s.Parts, Part{Title: title, Lines: lines, Picture: template.HTML(svg)})
	return nil
}

const mostRows = 200 // of a table on a page

func (s *Section) list(title string, lines []string, t *table.Table) {
	r := &Rows{Columns: t.Columns}
	for row := range min(t.Rows, mostRows) {
		cells := make([]string, len(t.Columns))
		for col := range cells {
			cells[col] = t.Cell(row, col)
		}
		r.Cells = append(r.Cells, cells)
	}
	if t.Rows > mostRows {
		r.Note = lang.L("Rows that are not shown: {{.Number}}.", lang.With{"Number": units.Count(int64(t.Rows - mostRows))})
	}
	s.Parts = append(s.Parts, Part{Title: title, Lines: lines, Table: r})
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"css":   css,
	"line":  line,
	"tag":   lang.Tag,
	"text":  func(text string) string { return lang.L(text) },
	"han":   scene.HanLanguage, // by which a browser chooses the font of Han letters
	"fonts": func(tag string) template.CSS { return template.CSS(scene.PageFonts(tag)) },
}).Parse(pageText))

// line is a text on one line, of characters that show: units are as they stand in a file.
func line(s string) string {
	return strings.Join(strings.Fields(safe.Visible(s)), " ")
}

func css(c scene.Color) template.CSS {
	return template.CSS(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
}

// Write writes the page. What changed stands before what each side says alone.
func (p *Page) Write(w io.Writer) error {
	ordered := *p
	ordered.Sections = slices.Clone(p.Sections)
	slices.SortStableFunc(ordered.Sections, func(a, b *Section) int {
		switch {
		case a.change == b.change:
			return 0
		case a.change:
			return -1
		}
		return 1
	})
	return pageTemplate.Execute(w, &ordered)
}
