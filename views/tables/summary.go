package tables

import (
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/scene"
	"profstation/views/surface"
)

// Summary shows a comparison in words: those that can be pasted into a pull request, without the marks.
type Summary struct {
	*surface.Column
	shown    string
	compared bool // it is a summary, and no reason why there is none
	found    []ask.Shifted
	findings findings
}

// NewSummary makes the view.
func NewSummary(send screen.Send) *Summary {
	return &Summary{Column: surface.NewColumn(), findings: findings{send: send}}
}

// Show shows a snapshot.
func (v *Summary) Show(s *screen.Snapshot) {
	text, compared := surface.EmptyText(s), false
	var found []ask.Shifted
	if s.Answer != nil && s.Answer.Compared != nil && s.Answer.Compared.Plain != "" {
		text, compared = surface.Arrows(s.Answer.Compared.Plain), true
		found = s.Answer.Compared.Found
	}
	if text == v.shown && lists.Same(found, v.found) && slices.Equal(v.findings.dismissed, s.Dismissed) && v.Filled(s.Display.Theme) {
		return
	}
	v.findings.show(s.Dismissed, lists.Same(found, v.found))
	v.shown, v.found, v.compared = text, found, compared
	v.renew(s.Display.Theme)
}

// renew writes all lines anew.
func (v *Summary) renew(t *scene.Theme) {
	text, compared := v.shown, v.compared
	v.Fill(t, func() {
		for i, block := range strings.Split(strings.TrimSpace(text), "\n\n") {
			if strings.HasPrefix(block, "  ") { // a table
				v.Add(readable(newGrid(block)))
				continue
			}
			v.Add(readable(surface.NewProse(block, i == 0 && compared)))
			if i == 0 {
				v.standsOut()
			}
		}
	})
}

func readable(o fyne.CanvasObject) fyne.CanvasObject {
	return surface.Readable(o, fyne.TextStyle{Monospace: true})
}

// standsOut lists what stands out and is not the same on both sides, each with a link to where it is.
func (v *Summary) standsOut() {
	if len(v.found) == 0 {
		return
	}
	v.Add(surface.NewWords(lang.L("What stands out, against the base: shares of each side’s own total"), fyne.TextStyle{Bold: true}, fyne.TextWrapWord))
	all := lists.Map(v.found, func(f ask.Shifted) foundLine { return foundLine{f.Finding, f.Line()} })
	v.findings.list(v.Column, all, len(all), v.renew)
	v.Add(surface.Gap(8))
}

// grid lays out a table's cells: names in the last column and figures in all others. In a fixed-width text the
// columns would not line up: letters in other scripts have other widths, and are cut off at the bottom.
type grid struct{ columns int }

// between matches the spaces between a text's columns.
var between = regexp.MustCompile(`  +`)

// newGrid makes a table from lines of text. The first has the headings.
func newGrid(text string) *fyne.Container {
	lines := strings.Split(text, "\n")
	g := grid{len(between.Split(strings.TrimSpace(lines[0]), -1))}
	cells := container.New(g)
	for i, l := range lines {
		fields := between.Split(strings.TrimSpace(l), g.columns)
		for j := range g.columns {
			var field string
			if j < len(fields) {
				field = fields[j]
			}
			align := fyne.TextAlignTrailing
			if j == g.columns-1 {
				align = fyne.TextAlignLeading
			}
			cell := widget.NewLabelWithStyle(field, align, fyne.TextStyle{Bold: i == 0})
			if j == g.columns-1 {
				cell.Truncation = fyne.TextTruncateEllipsis // if space is short
			}
			cells.Add(cell)
		}
	}
	return cells
}

// sizes returns the widths of the columns and the height of the rows. Labels have padding, which rows share.
func (g grid) sizes(objects []fyne.CanvasObject) (widths []float32, height float32) {
	widths = make([]float32, g.columns)
	for i, o := range objects {
		size := o.MinSize()
		widths[i%g.columns], height = max(widths[i%g.columns], size.Width), max(height, size.Height-2*theme.InnerPadding()+theme.LineSpacing())
	}
	return widths, height
}

// MinSize implements fyne.Layout.
func (g grid) MinSize(objects []fyne.CanvasObject) fyne.Size {
	widths, height := g.sizes(objects)
	var total float32
	for _, w := range widths {
		total += w
	}
	return fyne.NewSize(total, height*float32(len(objects)/g.columns)+2*theme.InnerPadding())
}

// Layout implements fyne.Layout.
func (g grid) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widths, height := g.sizes(objects)
	var x float32
	for i, o := range objects {
		column := i % g.columns
		if column == 0 {
			x = 0
		}
		o.Move(fyne.NewPos(x, height*float32(i/g.columns)))
		width := widths[column]
		if column == g.columns-1 {
			width = max(width, size.Width-x)
		}
		o.Resize(fyne.NewSize(width, height+2*theme.InnerPadding()))
		x += width
	}
}
