package app

import (
	pixels "image"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/measure/legible"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// A flame graph writes as many names at least as the page of "go tool pprof -http" does in a window of the same size,
// each in letters of nine pixels or more, and no name is cut to a letter.
func TestFlameNames(t *testing.T) {
	// Two stacks as deep as Go records them: that page shows 45 of their rows, the others must be scrolled to.
	deep := fixture.Write(t, "deep.pprof", fixture.CpuTypes, strings.Repeat("main.left,", 63)+"main.left 50", strings.Repeat("main.right,", 63)+"main.right 50")
	// How many elements of class boxtext that page has in Chromium, at 1600 by 1000, in sight or not.
	for file, theirs := range map[string]int{"../testdata/cpu.pprof": 177, "../testdata/cpu-slow.pprof": 233, deep: 129} {
		r := newWindowRig(t)
		r.window.Resize(fyne.NewSize(1600, 1000))
		r.do(screen.Open{Paths: []string{file}})
		r.settleSizes()
		var area pixels.Rectangle
		visible(r.window.Content(), fyne.Position{}, pixels.Rect(0, 0, 1600, 1000), func(o fyne.CanvasObject, seen pixels.Rectangle) {
			if _, ok := o.(*surface.Surface); ok && seen.Dx()*seen.Dy() > area.Dx()*area.Dy() {
				area = seen
			}
		})
		a := r.desk.Snapshot().Answer
		var l legible.List
		a.Painter.Paint(&l, flame.View{
			Window: a.Chart.Window, Mark: query.NoNode, Area: scene.Rect{X1: float64(area.Dx()), Y1: float64(area.Dy())},
			Row: flame.RowIn(float64(area.Dy()), a.Chart.Worth()),
		})
		ours := 0
		for i, x := range l.Texts {
			if i > 0 && l.Texts[i-1].Group == x.Group || strings.HasSuffix(x.Words, " more") {
				continue // a figure, or boxes that have no name
			}
			ours++
			if x.Font.Size < 9 || x.Font.Fade && utf8.RuneCountInString(x.Words) < 2 {
				t.Errorf("%s: a name is %q at %v", file, x.Words, x.Font)
			}
		}
		if ours < theirs {
			t.Errorf("%s: %d names are written in %v, there %d", file, ours, area.Size(), theirs)
		}
	}
}
