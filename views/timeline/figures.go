package timeline

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/figures"
	"profstation/views/surface"
)

// Figures shows a trace's figure sheet: which time they cover, the
// choices that the sheet offers, and its panels.
type Figures struct {
	surface.Page
	send screen.Send
	tab  ask.Tab

	damage   *widget.Label // what the figures lack from the trace
	ranges   *rangeBar
	answer   *widget.Label // what one comes for, in a line
	controls *sheetControls
	derive   *surface.Button
	sheet    *figures.Sheet // that was shown last
	trace    *trace.Trace
	body     *fyne.Container
	scroll   *container.Scroll // around panels below each other, however often they are laid out anew
	empty    *surface.Grid     // says why there is no sheet
	panels   map[string]*panelView
	shape    string // for the panels that body holds
	unused   func(rune)
	main     *panelView // takes what is typed
}

// NewFigures makes a tab's view. post runs a function on the UI goroutine.
func NewFigures(tab ask.Tab, send screen.Send, post func(func())) *Figures {
	v := &Figures{send: send, tab: tab, panels: map[string]*panelView{}, empty: surface.NewGrid(send),
		body: container.NewStack(), scroll: surface.NewScroll(container.NewStack()), unused: func(rune) {}}
	v.damage = surface.Paragraph("", widget.WarningImportance)
	v.damage.Hide()
	v.answer = surface.Paragraph("", widget.MediumImportance)
	v.answer.Hide()
	v.ranges = newRangeBar(send)
	v.controls = newSheetControls(send, post)
	v.derive = surface.NewButton(lang.L("Profile of…"), nil, v.profiles)
	derive := surface.NewHinted(v.derive)
	derive.Tell(v.derive, lang.L("Opens a profile of the visible data: where goroutines waited or ran."))
	// The answer covers the whole page. The choices stand at the first panel that they change.
	head := container.NewVBox(v.damage, v.ranges.object, v.answer,
		surface.Border(nil, nil, nil, container.NewVBox(derive), v.controls.bar))
	v.Object = surface.Border(head, nil, nil, nil, v.body)
	return v
}

func (v *Figures) profiles() {
	if v.sheet == nil {
		return
	}
	m := profilesOf(v.send, v.trace, v.sheet.Scope, v.sheet.Of)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.derive)
	surface.PopUp(v.derive, m, at.AddXY(0, v.derive.Size().Height))
}

// Offers is what the view offers besides the selection's menus.
func (v *Figures) Offers() []*fyne.MenuItem {
	if v.sheet == nil {
		return nil
	}
	item := fyne.NewMenuItem(v.derive.Text, nil)
	item.ChildMenu = profilesOf(v.send, v.trace, v.sheet.Scope, v.sheet.Of)
	return []*fyne.MenuItem{item}
}

// Unused implements [surface.View].
func (v *Figures) Unused(f func(rune)) {
	v.unused = f
	v.empty.Unused(f)
}

// Main implements [surface.View]: it is the first table.
func (v *Figures) Main() *surface.Surface {
	if v.main == nil {
		return v.empty.Surface
	}
	return v.main.grid.Surface
}

// Input is where texts are typed that filter the sheet; nil where it has none.
func (v *Figures) Input() fyne.Focusable { return v.controls.input() }

// Show shows a snapshot.
func (v *Figures) Show(s *screen.Snapshot) {
	var sheet *figures.Sheet
	if s.Trace != nil {
		sheet = s.Trace.Sheets[v.tab].Sheet
	}
	if sheet == nil {
		v.empty.Set(surface.GridState{Theme: s.Display.Theme, Empty: surface.EmptyText(s), Selected: -1, SortColumn: -1})
		v.lay("", v.empty.Surface)
		v.main, v.sheet, v.trace, v.Parts = nil, nil, nil, nil
		if s.Trace == nil {
			v.controls.clear()
			for _, p := range v.panels {
				p.show(s, &figures.Panel{})
			}
		}
		return
	}
	say := func(l *widget.Label, text string) {
		if l.Text != text {
			l.SetText(text)
			surface.SetVisible(l, text != "")
		}
	}
	say(v.damage, sheet.Damage)
	say(v.answer, sheet.Answer)
	v.ranges.show(s)
	defer v.controls.Showing(s)()
	v.controls.show(sheet)
	if v.trace != s.Trace.Timeline.Trace {
		v.scroll.ScrollToTop()
	}
	v.sheet, v.trace = sheet, s.Trace.Timeline.Trace
	v.fill(s, sheet)
}

// fill shows the panels, and lays them out where they are others than before.
func (v *Figures) fill(s *screen.Snapshot, sheet *figures.Sheet) {
	v.main, v.Parts = nil, nil
	shape := ""
	for _, row := range sheet.Rows {
		shape += "|"
		for _, p := range row.Panels {
			shape += fmt.Sprint(p.Name, ",")
			w := v.panels[p.Name]
			if w == nil {
				w = newPanelView(v.send, func(r rune) { v.unused(r) })
				v.panels[p.Name] = w
			}
			w.show(s, p)
			v.Parts = append(v.Parts, w.part())
			if v.main == nil && p.Table != nil {
				v.main = w
			}
		}
	}
	if shape == v.shape {
		return
	}
	var rows []fyne.CanvasObject
	var heights []float64
	for _, row := range sheet.Rows {
		var cells []fyne.CanvasObject
		var widths []float64
		for _, p := range row.Panels {
			cells, widths = append(cells, v.panels[p.Name].object), append(widths, p.Share)
		}
		rows, heights = append(rows, splits(container.NewHSplit, cells, widths)), append(heights, row.Share)
	}
	if len(rows) == 1 {
		v.lay(shape, rows[0])
		return
	}
	// In a low window they keep a height that can be read, and are scrolled.
	minSize := fyne.NewSize(0, float32(len(rows))*lowestRow)
	v.scroll.Content = container.New(sized(func(o fyne.CanvasObject) fyne.Size {
		return o.MinSize().Max(minSize)
	}), splits(container.NewVSplit, rows, heights))
	v.scroll.Content.Resize(v.scroll.Content.MinSize().Max(v.scroll.Size())) // the place that is scrolled to must lie within
	v.lay(shape, v.scroll)
	v.scroll.Refresh()
}

const lowestRow = 130 // min height for a panel row that has others below it

// sized gives an object its own min size, and all the space there is.
type sized func(o fyne.CanvasObject) fyne.Size

// MinSize implements fyne.Layout.
func (l sized) MinSize(o []fyne.CanvasObject) fyne.Size { return l(o[0]) }

// Layout implements fyne.Layout.
func (sized) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(size)
}

func (v *Figures) lay(shape string, o fyne.CanvasObject) {
	if v.shape == shape && len(v.body.Objects) > 0 {
		return
	}
	v.shape = shape
	v.body.Objects = []fyne.CanvasObject{o}
	v.body.Refresh()
}

// splits puts objects beside each other, or below, with borders that can be moved between them.
func splits(split func(a, b fyne.CanvasObject) *container.Split, objects []fyne.CanvasObject, shares []float64) fyne.CanvasObject {
	if len(objects) == 1 {
		return objects[0]
	}
	sum := 0.0
	for _, x := range shares {
		sum += x
	}
	s := split(objects[0], splits(split, objects[1:], shares[1:]))
	s.SetOffset(shares[0] / sum)
	return s
}

// captionLayout gives a line some height, and none while it is hidden. A line
// that is too long is cut off.
type captionLayout struct{}

// MinSize implements fyne.Layout.
func (captionLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	if !o[0].Visible() {
		return fyne.Size{}
	}
	return fyne.NewSize(40, o[0].MinSize().Height+6)
}

// Layout implements fyne.Layout.
func (captionLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(8, 3))
	o[0].Resize(fyne.NewSize(max(0, size.Width-16), o[0].MinSize().Height))
}

// Settle implements [surface.View].
func (v *Figures) Settle() { v.controls.Settle() }
