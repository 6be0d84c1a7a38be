package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/views/surface"
)

// KeySheet makes the sheet with keys and gestures.
func KeySheet() *surface.Pages {
	s := &keySheet{parts: ask.AllKeys()}
	for _, part := range s.parts {
		for _, k := range part.Keys {
			s.widest = max(s.widest, measured(lang.L(k[0]), keyStyle).Width)
		}
	}
	s.box = container.New(s)
	s.set(2 * s.minColumn())
	return surface.NewPages(s.box)
}

// keySheet sets the parts in equally wide columns, which fill the sheet's width and are about as long as each
// other. It is a container's layout, and makes the texts in it anew for each width.
type keySheet struct {
	parts  []*ask.Keys
	widest float32 // key
	box    *fyne.Container
	width  float32 // that the texts are set for
	height float32
}

const (
	keyGap    = float32(12) // beside a key
	columnGap = float32(24)
	sheetEdge = float32(8)
	partGap   = float32(12) // below a part
	lineGap   = float32(2)
)

// minColumn is the width from which on there is another column: less would break most lines.
func (s *keySheet) minColumn() float32 { return 2*s.widest + keyGap }

// Layout implements fyne.Layout.
func (s *keySheet) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if size.Width != s.width {
		s.set(size.Width)
	}
}

// MinSize implements fyne.Layout: the height is that in the width that there was last.
func (s *keySheet) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(s.widest, s.height) }

// set makes the texts for a width: in as few columns as make the sheet as low as it can be.
func (s *keySheet) set(width float32) {
	s.width, s.height, s.box.Objects = width, 0, nil
	space := width - 2*sheetEdge
	for n := 1; n <= len(s.parts) && (n == 1 || (space+columnGap)/float32(n) >= s.minColumn()+columnGap); n++ {
		wide := (space+columnGap)/float32(n) - columnGap
		blocks := make([]block, len(s.parts))
		for i, part := range s.parts {
			blocks[i] = s.block(part, wide)
		}
		columns, height := balanced(blocks, n)
		if height += 2 * sheetEdge; n > 1 && height >= s.height {
			continue
		}
		s.height, s.box.Objects = height, nil
		for i, column := range columns {
			y := sheetEdge
			for _, b := range column {
				b.move(sheetEdge+float32(i)*(wide+columnGap), y)
				s.box.Objects = append(s.box.Objects, b.texts...)
				y += b.height
			}
		}
	}
}

// block is a part set for a column, from its upper left corner.
type block struct {
	texts  []fyne.CanvasObject
	height float32
}

func (b *block) move(x, y float32) {
	for _, t := range b.texts {
		t.Move(t.Position().AddXY(x, y))
	}
}

// add sets a text in lines with a max width, and returns where the last one ends.
func (b *block) add(text string, style fyne.TextStyle, x, y, width float32) float32 {
	for _, line := range surface.Lines(text, func(s string) bool { return measured(s, style).Width <= width }) {
		t := surface.Text(line, theme.Color(theme.ColorNameForeground), 0, style.Bold)
		t.TextStyle = style
		high := measured(line, fyne.TextStyle{}).Height // keys are set in a lower font
		surface.Put(t, x, y+(high-t.MinSize().Height)/2)
		b.texts = append(b.texts, t)
		y += high + lineGap
	}
	return y
}

func (s *keySheet) block(part *ask.Keys, width float32) block {
	var b block
	keys := min(s.widest, (width-keyGap)/2)
	y := b.add(lang.L(part.Title), fyne.TextStyle{Bold: true}, 0, 0, width) + lineGap
	for _, k := range part.Keys {
		below := b.add(lang.L(k[0]), keyStyle, 0, y, keys)
		y = max(below, b.add(lang.L(k[1]), fyne.TextStyle{}, keys+keyGap, y, width-keys-keyGap))
	}
	b.height = y + partGap
	return b
}

var keyStyle = fyne.TextStyle{Monospace: true}

func measured(text string, style fyne.TextStyle) fyne.Size {
	return fyne.MeasureText(text, surface.TextSize(), style)
}

// balanced divides blocks into so many columns at most, in order, that are as low as they can be.
func balanced(blocks []block, maxColumns int) (columns [][]block, height float32) {
	for _, b := range blocks {
		height = max(height, b.height)
	}
	for {
		columns, next := fill(blocks, height)
		if len(columns) <= maxColumns {
			return columns, height
		}
		height = next
	}
}

// fill puts blocks into columns with a height, and returns the min height that would take more into one.
func fill(blocks []block, height float32) (columns [][]block, next float32) {
	y := height
	for _, b := range blocks {
		if y += b.height; y > height {
			if len(columns) > 0 && (next == 0 || y < next) {
				next = y
			}
			columns, y = append(columns, nil), b.height
		}
		last := len(columns) - 1
		columns[last] = append(columns[last], b)
	}
	return columns, next
}
