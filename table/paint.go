package table

import (
	"math"
	"slices"

	"profstation/scene"
)

var (
	font       = scene.Font{Size: scene.TextSize}
	headerFont = scene.Font{Size: scene.TextSize, Bold: true}
)

const gap = 8.0 // distance between text and the edges of its cell

// Marks after the sorted column's title.
const (
	upwards   = " ▲"
	downwards = " ▼"
)

// Paint draws the header and the visible rows, which scroll under it. It allocates nothing for a row whose
// shortened texts are cached.
func (t *Table) Paint(cv scene.Canvas, v View) {
	if v.Area.Empty() {
		return
	}
	cv.PushClip(v.Area)
	cv.Fill(v.Area, v.Theme.Background)
	t.lay(&v)
	if rows := v.rows(); !rows.Empty() {
		cv.PushClip(rows)
		t.paintRows(cv, &v, inksOf(v.Theme))
		cv.PopClip()
	}
	t.paintHeader(cv, v)
	cv.PopClip()
}

func (t *Table) paintRows(cv scene.Canvas, v *View, ink inks) {
	first := int(min(max(math.Floor(v.Top/RowHeight), 0), float64(t.Rows)))
	for row := first; row < t.Rows; row++ {
		r := t.RowRect(*v, row)
		if !(r.Y0 < v.Area.Y1) || cv.Over() {
			return
		}
		t.title = rowTitle{t, row}
		if t.Note == nil {
			cv.Begin(nil)
		} else {
			cv.Begin(&t.title)
		}
		t.paintRow(cv, v, ink, row, r)
		cv.End()
	}
}

// inks are fills mixed from a theme's colours. The theme's text can be read on all of them.
type inks struct{ selected, strong, bar, less, more scene.Color }

func inksOf(t *scene.Theme) inks {
	return inks{
		selected: scene.Mix(t.Background, t.Selection, 0.2),
		strong:   scene.Mix(t.Background, t.Muted, 0.15),
		bar:      scene.Mix(t.Background, t.Muted, 0.3),
		less:     t.Diff(-0.7),
		more:     t.Diff(0.7),
	}
}

func (t *Table) paintRow(cv scene.Canvas, v *View, ink inks, row int, r scene.Rect) {
	th := v.Theme
	back, f := th.Background, t.font(row)
	if t.strong(row) {
		back = ink.strong
	}
	if row == v.Hover {
		back = th.Surface
	}
	if v.isSelected(row) {
		back = ink.selected
	}
	if back != th.Background {
		cv.Fill(r, back)
	}
	match := v.Match != nil && v.Match(row)
	quiet := t.Quiet != nil && t.Quiet(row)
	for col := range t.Columns {
		x0, x1 := t.edges[col], t.edges[col+1]
		cell := scene.Rect{X0: x0, Y0: r.Y0, X1: min(x1, r.X1), Y1: r.Y1}
		if cell.Empty() {
			continue
		}
		if t.Draw != nil && t.Draw(cv, th, row, col, cell) {
			continue
		}
		text, color := t.Cell(row, col), th.Text
		if quiet {
			color = th.Muted
		} else {
			t.paintBar(cv, ink, row, col, cell)
		}
		if match && t.Columns[col].Width == 0 {
			paintMatch(cv, th, cell, text)
			color = th.MatchText
		}
		if t.Shorter != nil && t.Columns[col].Width == 0 && scene.Measure(text, f) > cell.W()-2*gap {
			text = t.fit(row, text, f, cell.W()-2*gap)
		}
		t.paintText(cv, cell, text, f, color, t.Columns[col].Right)
	}
	if v.isSelected(row) {
		cv.Fill(scene.Rect{X0: r.X0, Y0: r.Y0, X1: r.X0 + 3, Y1: r.Y1}, th.Selection)
	}
}

func (t *Table) strong(row int) bool { return t.Strong != nil && t.Strong(row) }

// font is what a row's texts are written in.
func (t *Table) font(row int) scene.Font {
	if t.strong(row) {
		return headerFont
	}
	return font
}

func (v *View) isSelected(row int) bool { return row == v.Selected || slices.Contains(v.Also, row) }

// paintMatch draws the mark behind a found text. In an SVG both are in the same group, and the mark must be wide
// enough for the text in any font.
func paintMatch(cv scene.Canvas, th *scene.Theme, cell scene.Rect, text string) {
	available := max(0, cell.W()-2*gap)
	cv.Fill(scene.Rect{
		X0: cell.X0 + gap/2, X1: cell.X0 + 1.5*gap + min(available, scene.Measure(text, font)),
		Y0: cell.Y0 + 1, Y1: cell.Y1 - 1,
	}, th.Match)
}

// paintBar draws the bar behind a cell, in its own group: SVG takes the shape before a text as the width available
// to the text.
func (t *Table) paintBar(cv scene.Canvas, ink inks, row, col int, cell scene.Rect) {
	if t.Bar == nil {
		return
	}
	x := t.Bar(row, col)
	length := min(math.Abs(x), 1) * (cell.W() - gap)
	if !(length >= 0.5) { // also skips NaN
		return
	}
	fill := ink.bar
	switch {
	case x < 0:
		fill = ink.less
	case t.Signed:
		fill = ink.more
	}
	cv.Begin(nil)
	cv.Fill(scene.Rect{
		X0: cell.X0 + gap/2, X1: cell.X0 + gap/2 + length,
		Y0: cell.Y0 + 3, Y1: cell.Y1 - 3,
	}, fill)
	cv.End()
}

func (t *Table) paintText(cv scene.Canvas, cell scene.Rect, s string, f scene.Font, c scene.Color, right bool) {
	width := scene.Measure(s, f)
	available := cell.W() - 2*gap
	if width > available {
		s = t.fit(-1, s, f, available)
		width = scene.Measure(s, f)
	}
	if s == "" {
		return
	}
	at := scene.Point{X: cell.X0 + gap, Y: (cell.Y0 + cell.Y1 + scene.Ascent(f)) / 2}
	if right {
		at.X = cell.X1 - gap - width
	}
	cv.PushClip(cell)
	cv.Text(at, s, f, c)
	cv.PopClip()
}

func (t *Table) paintHeader(cv scene.Canvas, v View) {
	h := v.header()
	cv.Fill(h, v.Theme.Surface)
	cv.Fill(scene.Rect{X0: h.X0, Y0: h.Y1 - 1, X1: h.X1, Y1: h.Y1}, v.Theme.Line)
	for i, c := range t.Columns {
		x0, x1 := t.edges[i], t.edges[i+1]
		cell := scene.Rect{X0: x0, Y0: h.Y0, X1: min(x1, h.X1), Y1: h.Y1}
		if cell.Empty() {
			continue
		}
		text, color := c.Title, v.Theme.Muted
		if i == v.SortColumn {
			color = v.Theme.Text
			if v.Descending {
				text += downwards
			} else {
				text += upwards
			}
		}
		if c.Help != "" {
			t.help = scene.Title(c.Help)
			cv.Begin(&t.help)
		} else {
			cv.Begin(nil)
		}
		t.paintText(cv, cell, text, headerFont, color, c.Right)
		cv.End()
	}
}

// rowTitle is a row's note. It is made only if a back end keeps titles.
type rowTitle struct {
	t   *Table
	row int
}

// Title implements scene.Titler.
func (r *rowTitle) Title() string { return r.t.Note(r.row) }

// cutKey is a text that had to be cut, and the width and weight it was cut for.
type cutKey struct {
	text  string
	width int32
	bold  bool
}

// maxCut bounds the memory for cut texts. Widths keep changing only while a window is resized.
const maxCut = 20_000

// fit shortens a text to a whole number of pixels. It returns the longest form of the row's name that fits, or the
// beginning of the shortest. Row −1 has no forms. The result is cached.
func (t *Table) fit(row int, text string, f scene.Font, width float64) string {
	k := cutKey{text, int32(min(max(width, 0), 1<<20)), f.Bold}
	cut, ok := t.cut[k]
	if !ok {
		cut = text
		if row >= 0 {
			for _, cut = range t.Shorter(row) {
				if scene.Measure(cut, f) <= float64(k.width) {
					break
				}
			}
		}
		cut = scene.Fit(cut, f, float64(k.width))
		if t.cut == nil || len(t.cut) >= maxCut {
			t.cut = map[cutKey]string{}
		}
		t.cut[k] = cut
	}
	return cut
}

var codeFont = scene.Font{Size: scene.TextSize - 1, Mono: true}

// drawCode makes the last column show code. code returns a row's code, and false if it has none. aside may be nil;
// it returns the pieces of a muted remark after the code.
func (t *Table) drawCode(code func(row int) (string, bool), aside func(row int) []string) {
	t.Draw = func(cv scene.Canvas, th *scene.Theme, row, col int, cell scene.Rect) bool {
		text, ok := code(row)
		if !ok || col != len(t.Columns)-1 {
			return false
		}
		write := func(x float64, s string, f scene.Font, c scene.Color) {
			cv.PushClip(cell)
			cv.Text(scene.Point{X: x, Y: (cell.Y0 + cell.Y1 + scene.Ascent(f)) / 2}, s, f, c)
			cv.PopClip()
		}
		write(cell.X0+gap, text, codeFont, th.Text)
		if aside == nil {
			return true
		}
		cell.X0 += 3*gap + scene.Measure(text, codeFont)
		for _, s := range aside(row) {
			if cell.W() < 40 {
				break
			}
			write(cell.X0, s, font, th.Muted)
			cell.X0 += scene.Measure(s, font)
		}
		return true
	}
}
