package surface

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// RowList is a column with rows that can be scrolled. Out of many thousands only those in sight exist, and
// only those are looked at.
type RowList struct {
	Object fyne.CanvasObject
	Scroll *container.Scroll
	Rows   *fyne.Container
	Keys   RowKeys
	list   Rows
	made   map[int]fyne.CanvasObject
	cursor int     // the row that keys act on, −1 while the list does not have the keyboard
	wanted int     // the row to be in sight as soon as the list has a height, −1 for none
	blank  float32 // empty height below the rows, which keeps a row under the pointer in a short list
}

// RowKeys says what the keyboard does in a list.
type RowKeys struct {
	Stops func(i int) bool // reports whether the cursor stops at a row
	Start func() int       // where the cursor is at first
	// Press answers a key on a row, and reports whether it is for anything. The row is in sight.
	Press func(i int, row fyne.CanvasObject, key fyne.KeyName) bool
}

// Rows is a list's content.
type Rows struct {
	N int
	// Top is where a row begins, or where the last one ends for N. It takes few steps.
	Top func(i int) float64
	// Bind makes a row's object, if it can from one that stood there before; old may be nil.
	Bind  func(i int, old fyne.CanvasObject) fyne.CanvasObject
	Held  int  // the row that stays in sight, if it is there, when the list becomes lower; −1: none
	Still bool // it also stays where it is in sight while rows come and go above it
}

// NewRowList makes an empty list.
func NewRowList() *RowList {
	v := &RowList{made: map[int]fyne.CanvasObject{}, list: Rows{Top: func(int) float64 { return 0 }, Held: -1}, cursor: -1, wanted: -1}
	v.Rows = container.New(Laid{func() fyne.Size { // all rows' height
		return fyne.NewSize(80, max(float32(v.list.Top(v.list.N)), v.Scroll.Size().Height)+v.blank)
	}, func(fyne.Size) {}})
	v.Scroll = NewScroll(v.Rows)
	v.Scroll.OnScrolled = func(fyne.Position) {
		hideTips(v.Scroll)
		v.place()
	}
	v.Object = newRowStop(v)
	return v
}

// Set shows other rows. What was scrolled to stays where it is, and the row under the pointer stays
// under it: now is the new place for what was in a row before, −1 if it is gone.
func (v *RowList) Set(r Rows, now func(i int) int) {
	at, below, held := -1, 0.0, false
	if v.cursor >= 0 && v.cursor < v.list.N {
		v.cursor = now(v.cursor)
	}
	if i := v.under(); i >= 0 && i < v.list.N && now(i) >= 0 {
		at, below, held = now(i), v.offset()-v.list.Top(i), true
		v.shift(at - i)
	} else if i := v.list.Held; r.Still && v.InSight(i) && now(i) >= 0 {
		at, below = now(i), v.offset()-v.list.Top(i)
	} else if y := v.offset(); y > 0 {
		if i := v.at(y); i < v.list.N {
			at, below = now(i), y-v.list.Top(i)
		}
	}
	if v.wanted >= 0 && v.wanted < v.list.N {
		v.wanted = now(v.wanted)
	}
	v.list = r
	if at >= 0 {
		v.Scroll.Offset.Y = max(0, float32(r.Top(at)+below))
	}
	maxOffset := float32(max(0, r.Top(r.N)-float64(v.Scroll.Size().Height)))
	if v.blank = 0; held {
		v.blank = max(0, v.Scroll.Offset.Y-maxOffset)
	}
	v.Scroll.Offset.Y = min(v.Scroll.Offset.Y, maxOffset+v.blank)
	v.bind(true)
	v.Rows.Resize(v.Rows.MinSize().Max(v.Scroll.Size())) // Scroll allows only offsets within its content's size
	v.Scroll.Refresh()
	v.place()
}

// under is the row that the pointer is on, −1 for none.
func (v *RowList) under() int {
	for i, o := range v.made {
		if x, ok := o.(interface{ Under() bool }); ok && x.Under() {
			return i
		}
	}
	return -1
}

// Under reports whether the pointer is on a row.
func (v *RowList) Under() bool { return v.under() >= 0 }

// shift gives rows' objects to others further down, so that the one under the pointer, which
// knows that it is, has the same row as before.
func (v *RowList) shift(by int) {
	made := make(map[int]fyne.CanvasObject, len(v.made))
	for i, o := range v.made {
		made[i+by] = o
	}
	v.made = made
}

func (v *RowList) offset() float64 { return float64(v.Scroll.Offset.Y) }

// at is the row at a height, n below the last.
func (v *RowList) at(y float64) int {
	return sort.Search(v.list.N, func(i int) bool { return v.list.Top(i+1) > y })
}

// InSight reports whether the whole of a row is in sight, or will be as soon as the list has a height.
func (v *RowList) InSight(i int) bool {
	if i < 0 || i >= v.list.N {
		return false
	}
	const slack = 0.5 // a pixel's part that rounding takes
	y := v.offset()
	return i == v.wanted || v.list.Top(i) >= y-slack && v.list.Top(i+1) <= y+float64(v.Scroll.Size().Height)+slack
}

// Reveal scrolls until a row is in sight. A list that has no height yet does so when it gets some.
func (v *RowList) Reveal(i int) {
	v.wanted = -1
	if i < 0 || i >= v.list.N {
		return
	}
	height := float64(v.Scroll.Size().Height)
	if height < v.list.Top(i+1)-v.list.Top(i) {
		v.wanted = i
		return
	}
	switch y := v.offset(); {
	case v.list.Top(i) < y:
		scrollTo(v.Scroll, fyne.NewPos(0, float32(v.list.Top(i))))
	case v.list.Top(i+1) > y+height:
		scrollTo(v.Scroll, fyne.NewPos(0, float32(v.list.Top(i+1)-height)))
	}
	v.place()
}

// walk moves the cursor to a row, or to the next one in a direction where it stops.
func (v *RowList) navigate(to, by int) {
	for to >= 0 && to < v.list.N && !v.Keys.Stops(to) {
		to += by
	}
	if to >= 0 && to < v.list.N {
		v.cursor = to
		v.Reveal(to)
		v.place()
	}
}

// bind makes the rows in sight; those that are there are brought up to date if all is.
func (v *RowList) bind(all bool) {
	from := v.at(v.offset())
	to := from
	for to < v.list.N && v.list.Top(to) < v.offset()+float64(v.Scroll.Size().Height) {
		to++
	}
	made := make(map[int]fyne.CanvasObject, to-from)
	var objects []fyne.CanvasObject
	for i := from; i < to; i++ {
		o := v.made[i]
		if o == nil || all {
			o = v.list.Bind(i, o)
		}
		if m, ok := o.(interface{ Mark(bool) }); ok {
			m.Mark(i == v.cursor)
		}
		made[i] = o
		objects = append(objects, o)
	}
	v.made, v.Rows.Objects = made, objects
}

// place brings the rows in sight to where they belong.
func (v *RowList) place() {
	v.bind(false)
	width := v.Scroll.Size().Width
	for i, o := range v.made {
		top := v.list.Top(i)
		o.Resize(fyne.NewSize(width, float32(v.list.Top(i+1)-top)))
		o.Move(fyne.NewPos(0, float32(top)))
	}
	v.Rows.Refresh()
}

// lay places the rows anew when the visible area changes.
func (v *RowList) lay(size fyne.Size) {
	if v.wanted < 0 && v.InSight(v.list.Held) {
		v.wanted = v.list.Held
	}
	v.Scroll.Resize(size)
	v.place()
	if v.wanted >= 0 {
		v.Reveal(v.wanted)
	}
}

// rowStop is a list's one stop for the Tab key. A cursor walks along the rows.
type rowStop struct {
	widget.BaseWidget
	Ringed
	list *RowList
}

func newRowStop(list *RowList) *rowStop {
	s := &rowStop{list: list, Ringed: NewRinged()}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *rowStop) CreateRenderer() fyne.WidgetRenderer {
	rows := container.New(Laid{s.list.Scroll.MinSize, s.list.lay}, s.list.Scroll)
	return widget.NewSimpleRenderer(container.NewStack(rows, s.Ring))
}

// FocusGained implements fyne.Focusable.
func (s *rowStop) FocusGained() {
	s.Ringed.FocusGained()
	s.list.navigate(s.list.Keys.Start(), 1)
}

// FocusLost implements fyne.Focusable.
func (s *rowStop) FocusLost() {
	s.Ringed.FocusLost()
	s.list.cursor = -1
	s.list.place()
}

// TypedRune implements fyne.Focusable.
func (s *rowStop) TypedRune(r rune) {
	if r != ' ' {
		Letter(s, r)
	}
}

// TypedKey implements fyne.Focusable.
func (s *rowStop) TypedKey(e *fyne.KeyEvent) {
	l := s.list
	page := max(1, len(l.made)-2)
	switch at := l.cursor; e.Name {
	case fyne.KeyUp:
		l.navigate(at-1, -1)
	case fyne.KeyDown:
		l.navigate(at+1, 1)
	case fyne.KeyPageUp:
		l.navigate(max(0, at-page), 1)
	case fyne.KeyPageDown:
		l.navigate(min(l.list.N-1, at+page), -1)
	case fyne.KeyHome:
		l.navigate(0, 1)
	case fyne.KeyEnd:
		l.navigate(l.list.N-1, -1)
	case fyne.KeyEscape:
		Escape(s)
	default:
		if row := l.made[at]; row == nil || !l.Keys.Press(at, row, e.Name) {
			Key(s, e)
		}
	}
}
