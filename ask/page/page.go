// Package page makes an HTML page with sections: facts, warnings, notes, pictures and tables. The page has no
// scripts and no links to the outside, so it reads the same in ten years, and can be printed.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// Page is a page that is being made.
type Page struct {
	Title    string
	Theme    *scene.Theme
	Sections []*Section
}

// New begins a page.
func New(title string, theme *scene.Theme) *Page { return &Page{Title: title, Theme: theme} }

// Section is what the page says about one file, or about two that are compared.
type Section struct {
	ID       string // made by the page, for links within it
	Title    string
	About    string // what kind of file it is, and what that measures
	Facts    []model.Fact
	Warnings []string
	Notes    []Noted
	Parts    []Part

	Change bool // it is about two sides, and stands before sections about one
}

// Part is one picture, table, list of facts or list of findings with its heading. One of these is set.
type Part struct {
	Title   string
	Lines   []string // what is shown, and which filters are in force
	Picture template.HTML
	Table   *Rows
	Facts   []model.Fact
	Found   []Found
	Folded  bool // a reader opens it, because few want to know; on paper it is open
}

// Rows is a table for a page.
type Rows struct {
	Columns []table.Column
	Cells   [][]string
	Note    string // what was left out; "": nothing
}

// Found is a finding for a page.
type Found struct {
	Text     string
	Proof    []model.Fact
	Commands []string // which print its figures
}

// Noted is a note for a page.
type Noted struct {
	On    string
	About string // its figures; "" if they are not known
	Lines []string
}

// Section adds a section.
func (p *Page) Section(title string) *Section {
	s := &Section{ID: "s" + strconv.Itoa(len(p.Sections)+1), Title: title}
	p.Sections = append(p.Sections, s)
	return s
}

// Failed says that a section has nothing else, and why.
func (s *Section) Failed(about string, err error) {
	s.About = about
	s.Warnings = []string{safe.Text(err.Error())}
}

// Embed adds an SVG. It renames the clips, because all names on a page must differ.
func (s *Section) Embed(title string, lines []string, svg []byte) {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		svg = svg[i:]
	}
	id := s.ID + "-" + strconv.Itoa(len(s.Parts)) + "-c"
	svg = bytes.ReplaceAll(svg, []byte(`<clipPath id="c`), []byte(`<clipPath id="`+id))
	svg = bytes.ReplaceAll(svg, []byte(` clip-path="url(#c`), []byte(` clip-path="url(#`+id))
	s.Parts = append(s.Parts, Part{Title: title, Lines: lines, Picture: template.HTML(svg)})
}

// MaxRows is how many rows a page has for a table.
const MaxRows = 200

// Fold adds facts that a reader opens.
func (s *Section) Fold(title string, lines []string, facts []model.Fact) {
	s.Parts = append(s.Parts, Part{Title: title, Lines: lines, Facts: facts, Folded: true})
}

// List adds the first rows in a table.
func (s *Section) List(title string, lines []string, t *table.Table) {
	r := &Rows{Columns: t.Columns}
	for row := range min(t.Rows, MaxRows) {
		cells := make([]string, len(t.Columns))
		for col := range cells {
			cells[col] = t.Cell(row, col)
		}
		r.Cells = append(r.Cells, cells)
	}
	if t.Rows > MaxRows {
		r.Note = lang.L("Rows that are not shown: {{.Number}}.", lang.With{"Number": units.Count(int64(t.Rows - MaxRows))})
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
	"han":   scene.HanLanguage, // by which a browser chooses the font for Han letters
	"fonts": func(tag string) template.CSS { return template.CSS(scene.PageFonts(tag)) },
}).Parse(pageText))

// line puts a text on one line, with only characters that show: units come as they are in the file.
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
		case a.Change == b.Change:
			return 0
		case a.Change:
			return -1
		}
		return 1
	})
	return pageTemplate.Execute(w, &ordered)
}
