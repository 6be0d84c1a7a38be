package views

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// rowList is a column of rows that can be scrolled. Only the rows in sight exist:
// there may be many thousands.
type rowList struct {
	Object fyne.CanvasObject
	scroll *container.Scroll
	rows   *fyne.Container
	list   rows
	tops   []float32 // of each row, and where the last ends
	made   map[int]fyne.CanvasObject
}

// rows is what a list is made of.
type rows struct {
	n      int
	height func(i int) float32
	key    func(i int) string // what a row is known by when others come above it
	// bind makes the object of a row, from one that stood there before if it
	// can; old may be nil.
	bind func(i int, old fyne.CanvasObject) fyne.CanvasObject
}

func newRowList() *rowList {
	v := &rowList{made: map[int]fyne.CanvasObject{}, tops: []float32{0}}
	v.rows = container.New(rowLayout{v})
	v.scroll = container.NewVScroll(v.rows)
	v.scroll.OnScrolled = func(fyne.Position) { v.place() }
	v.Object = container.New(viewportLayout{v}, v.scroll)
	return v
}

// set shows other rows. What was scrolled to stays where it is.
func (v *rowList) set(r rows) {
	var anchor string
	var below float32
	if i := v.at(v.scroll.Offset.Y); v.scroll.Offset.Y > 0 && i < v.list.n {
		anchor, below = v.list.key(i), v.scroll.Offset.Y-v.tops[i]
	}
	v.list = r
	v.tops = make([]float32, r.n+1)
	for i := range r.n {
		v.tops[i+1] = v.tops[i] + r.height(i)
		if anchor != "" && r.key(i) == anchor {
			v.scroll.Offset.Y = v.tops[i] + below
			anchor = ""
		}
	}
	most := max(0, v.tops[r.n]-v.scroll.Size().Height)
	v.scroll.Offset.Y = min(v.scroll.Offset.Y, most)
	v.bind(true)
	v.scroll.Refresh()
	v.place()
}

// at is the row at a height, n below the last.
func (v *rowList) at(y float32) int {
	return sort.Search(v.list.n, func(i int) bool { return v.tops[i+1] > y })
}

// reveal scrolls until a row is in sight.
func (v *rowList) reveal(i int) {
	if i < 0 || i >= v.list.n {
		return
	}
	room := v.scroll.Size().Height
	switch y := v.scroll.Offset.Y; {
	case v.tops[i] < y:
		v.scroll.ScrollToOffset(fyne.NewPos(0, v.tops[i]))
	case v.tops[i+1] > y+room:
		v.scroll.ScrollToOffset(fyne.NewPos(0, v.tops[i+1]-room))
	}
	v.place()
}

// bind makes the rows in sight; those that are there are brought up to date if
// all is.
func (v *rowList) bind(all bool) {
	from := v.at(v.scroll.Offset.Y)
	to := from
	for to < v.list.n && v.tops[to] < v.scroll.Offset.Y+v.scroll.Size().Height {
		to++
	}
	made := make(map[int]fyne.CanvasObject, to-from)
	var objects []fyne.CanvasObject
	for i := from; i < to; i++ {
		o := v.made[i]
		if o == nil || all {
			o = v.list.bind(i, o)
		}
		made[i] = o
		objects = append(objects, o)
	}
	v.made, v.rows.Objects = made, objects
}

// place brings the rows in sight to where they belong.
func (v *rowList) place() {
	v.bind(false)
	width := v.scroll.Size().Width
	for i, o := range v.made {
		o.Resize(fyne.NewSize(width, v.tops[i+1]-v.tops[i]))
		o.Move(fyne.NewPos(0, v.tops[i]))
	}
	v.rows.Refresh()
}

// rowLayout gives the rows the height of all of them.
type rowLayout struct{ v *rowList }

// Layout implements fyne.Layout.
func (l rowLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// MinSize implements fyne.Layout.
func (l rowLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, l.v.tops[len(l.v.tops)-1])
}

// viewportLayout tells of the size of what can be seen.
type viewportLayout struct{ v *rowList }

// Layout implements fyne.Layout.
func (l viewportLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.v.scroll.Resize(size)
	l.v.place()
}

// MinSize implements fyne.Layout.
func (l viewportLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.v.scroll.MinSize() }
