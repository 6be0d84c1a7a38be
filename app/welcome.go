package app

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/desk"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/views/surface"
)

// example is a recording, or two, that come with the program.
type example struct {
	title, hint string
	files       []string // in the program's own files
}

// examples are of the service in testdata, which tests know well.
func examples() []example {
	return []example{
		{lang.L("CPU profile"), lang.L("Where a small shop spends its time, with labels for endpoints and tenants."), []string{"testdata/cpu.pprof"}},
		{lang.L("Heap profile"), lang.L("Its live memory, and all that it allocated."), []string{"testdata/heap.pprof"}},
		{lang.L("Execution trace"), lang.L("Two and a half seconds of its goroutines, processors and garbage collections."), []string{"testdata/trace.trace"}},
		{lang.L("Comparison"), lang.L("The same shop before and after one of its functions became slow."), []string{"testdata/cpu.pprof", "testdata/cpu-slow.pprof"}},
	}
}

// welcome says what to do in a window without documents. It stands in place of the tabs' content.
type welcome struct {
	object  fyne.CanvasObject
	ground  *canvas.Rectangle
	scroll  *container.Scroll
	heading fyne.CanvasObject
	lines   []fyne.CanvasObject // what to do with files and servers
	offer   []fyne.CanvasObject // a line, and the examples
	buttons []*surface.Button
	low     bool    // there is no room for all: the examples come first
	height  float32 // of all rows in the width that they have
}

// The widths and the gaps are in logical pixels; a text has some space around it.
const (
	welcomeWidth = float32(560)
	welcomeEdge  = float32(12)
)

func newWelcome(open func(example)) *welcome {
	v := &welcome{ground: canvas.NewRectangle(color.Transparent)}
	c := surface.NewControls(nil, nil)
	var buttons []fyne.CanvasObject
	for _, x := range examples() {
		b := surface.NewButton(x.title, nil, func() { open(x) })
		c.Tell(b, x.hint)
		v.buttons = append(v.buttons, b)
		buttons = append(buttons, b)
	}
	v.heading = surface.NewProse(lang.L("Nothing is open."), true)
	v.lines = []fyne.CanvasObject{
		surface.NewProse(lang.L("Open profiles and execution traces with Ctrl+O, or drop files or a folder onto the window."), false),
		surface.NewProse(lang.L("Record from a program that serves net/http/pprof with Record from a server… in the menu Record."), false),
	}
	v.offer = []fyne.CanvasObject{surface.NewProse(lang.L("Look around in an example:"), false), surface.Wrap(buttons...)}
	rows := slices.Concat([]fyne.CanvasObject{v.heading}, v.lines, v.offer)
	v.scroll = container.NewVScroll(container.New(surface.Laid{Min: func() fyne.Size { return fyne.NewSize(0, v.height) }, Lay: v.place}, rows...))
	v.object = c.Lay(container.New(surface.Laid{Min: func() fyne.Size { return fyne.Size{} }, Lay: func(size fyne.Size) {
		v.ground.Resize(size)
		v.low = false
		if v.place(size); v.height > size.Height {
			v.low = true
			v.place(size)
		}
		v.scroll.Resize(size)
		v.scroll.Refresh()
	}}, v.ground, v.scroll))
	return v
}

// place lays the rows out below each other, in the middle of a size that has room for them.
func (v *welcome) place(size fyne.Size) {
	rows := slices.Concat([]fyne.CanvasObject{v.heading}, v.lines, v.offer)
	if v.low {
		rows = slices.Concat(v.offer, v.lines)
	}
	surface.SetVisible(v.heading, !v.low)
	width := max(0, min(welcomeWidth, size.Width-2*welcomeEdge))
	heights := make([]float32, len(rows))
	v.height = 2 * welcomeEdge
	for i, row := range rows {
		row.Resize(fyne.NewSize(width, row.MinSize().Height)) // a text has its height in a width
		heights[i] = row.MinSize().Height
		v.height += heights[i]
	}
	y := welcomeEdge + max(0, size.Height-v.height)*2/5
	for i, row := range rows {
		row.Move(fyne.NewPos((size.Width-width)/2, y))
		row.Resize(fyne.NewSize(width, heights[i]))
		y += heights[i]
	}
}

// Show shows it while there is no document.
func (v *welcome) Show(s *screen.Snapshot) {
	if c := s.Display.Theme.Background; v.ground.FillColor != c {
		v.ground.FillColor = c
		v.ground.Refresh()
	}
	surface.SetVisible(v.object, len(s.Documents) == 0 && s.Active == 0)
}

// over puts it over what the tabs show, below their row.
func (v *welcome) over(s *tabStop) fyne.CanvasObject {
	return container.New(surface.Laid{Min: s.object.MinSize, Lay: func(size fyne.Size) {
		s.object.Resize(size)
		top := float32(0)
		if at := s.tabs.Selected(); at != nil {
			top = size.Height - at.Content.Size().Height
		}
		v.object.Move(fyne.NewPos(0, top))
		v.object.Resize(fyne.NewSize(size.Width, size.Height-top))
	}}, s.object, v.object)
}

// exampleMenu offers the examples in a window where something is open.
func exampleMenu(w *Window) *fyne.MenuItem {
	m := fyne.NewMenuItem(lang.L("Open an example"), nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, x := range examples() {
		m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItem(x.title, func() { openExample(w, x) }))
	}
	return m
}

// openExample opens a recording that comes with the program, or a comparison of two.
func openExample(w *Window, x example) {
	if w.help.docs == nil {
		return
	}
	desk.OpenExample(w.desk, w.help.docs, x.files, func(paths []string) screen.Intent {
		if len(paths) == 2 {
			return screen.Compare{Base: screen.Picks{Paths: paths[:1]}, New: screen.Picks{Paths: paths[1:]}}
		}
		return screen.Open{Paths: paths}
	})
}
