package surface

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// RowList is a column of rows that can be scrolled. Of many thousands only those in sight exist.
type RowList struct {
	Object fyne.CanvasObject
	Scroll *container.Scroll
	Rows   *fyne.Container
	list   Rows
	Tops   []float32 // of each row, and where the last ends
	made   map[int]fyne.CanvasObject
}

// Rows is what a list is made of.
type Rows struct {
	N      int
	Height func(i int) float32
	Key    func(i int) string // what a row is known by when others come above it
	// Bind makes the object of a row, if it can from one that stood there before; old may be nil.
	Bind func(i int, old fyne.CanvasObject) fyne.CanvasObject
}

// NewRowList makes an empty list.
func NewRowList() *RowList {
	v := &RowList{made: map[int]fyne.CanvasObject{}, Tops: []float32{0}}
	v.Rows = container.New(rowLayout{v})
	v.Scroll = container.NewVScroll(v.Rows)
	v.Scroll.OnScrolled = func(fyne.Position) { v.place() }
	v.Object = container.New(viewportLayout{v}, v.Scroll)
	return v
}

// Set shows other rows. What was scrolled to stays where it is.
func (v *RowList) Set(r Rows) {
	var anchor string
	var below float32
	if i := v.at(v.Scroll.Offset.Y); v.Scroll.Offset.Y > 0 && i < v.list.N {
		anchor, below = v.list.Key(i), v.Scroll.Offset.Y-v.Tops[i]
	}
	v.list = r
	v.Tops = make([]float32, r.N+1)
	for i := range r.N {
		v.Tops[i+1] = v.Tops[i] + r.Height(i)
		if anchor != "" && r.Key(i) == anchor {
			v.Scroll.Offset.Y = v.Tops[i] + below
			anchor = ""
		}
	}
	most := max(0, v.Tops[r.N]-v.Scroll.Size().Height)
	v.Scroll.Offset.Y = min(v.Scroll.Offset.Y, most)
	v.bind(true)
	v.Scroll.Refresh()
	v.place()
}

// at is the row at a height, n below the last.
func (v *RowList) at(y float32) int {
	return sort.Search(v.list.N, func(i int) bool { return v.Tops[i+1] > y })
}

// Reveal scrolls until a row is in sight.
func (v *RowList) Reveal(i int) {
	if i < 0 || i >= v.list.N {
		return
	}
	room := v.Scroll.Size().Height
	switch y := v.Scroll.Offset.Y; {
	case v.Tops[i] < y:
		v.Scroll.ScrollToOffset(fyne.NewPos(0, v.Tops[i]))
	case v.Tops[i+1] > y+room:
		v.Scroll.ScrollToOffset(fyne.NewPos(0, v.Tops[i+1]-room))
	}
	v.place()
}

// bind makes the rows in sight; those that are there are brought up to date if all is.
func (v *RowList) bind(all bool) {
	from := v.at(v.Scroll.Offset.Y)
	to := from
	for to < v.list.N && v.Tops[to] < v.Scroll.Offset.Y+v.Scroll.Size().Height {
		to++
	}
	made := make(map[int]fyne.CanvasObject, to-from)
	var objects []fyne.CanvasObject
	for i := from; i < to; i++ {
		o := v.made[i]
		if o == nil || all {
			o = v.list.Bind(i, o)
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
		o.Resize(fyne.NewSize(width, v.Tops[i+1]-v.Tops[i]))
		o.Move(fyne.NewPos(0, v.Tops[i]))
	}
	v.Rows.Refresh()
}

// rowLayout gives the rows the height of all of them.
type rowLayout struct{ v *RowList }

func (l rowLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

func (l rowLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, l.v.Tops[len(l.v.Tops)-1])
}

// viewportLayout places the rows anew when the visible area changes.
type viewportLayout struct{ v *RowList }

func (l viewportLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.v.Scroll.Resize(size)
	l.v.place()
}

func (l viewportLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.v.Scroll.MinSize() }
