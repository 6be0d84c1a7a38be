package views

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/internal/viewtest"
	"profstation/model/lang"
	"profstation/scene"
)

// The sheet of keys has all of its words in any width, none cut and none on another, in columns that fill it.
func TestKeySheet(t *testing.T) {
	test.NewTempApp(t)
	var want []string
	for _, part := range ask.AllKeys() {
		want = append(want, strings.Fields(lang.L(part.Title))...)
		for _, k := range part.Keys {
			want = append(want, strings.Fields(k[0]+" "+lang.L(k[1]))...)
		}
	}
	slices.Sort(want)
	sheet := KeySheet()
	w := test.NewTempWindow(t, sheet.Object)
	height := map[float32]float32{}
	for width, columns := range map[float32]int{250: 1, 320: 1, 590: 1, 900: 2, 1150: 3, 1330: 4, 3000: 5} {
		w.Resize(fyne.NewSize(width, 580))
		room := sheet.Scroll.Content.Size().Width
		height[width] = sheet.Scroll.Content.Size().Height
		var got []string
		var areas []scene.Rect
		starts := map[float32]int{}
		for _, x := range viewtest.Find[*canvas.Text](sheet.Scroll.Content) {
			got = append(got, strings.Fields(x.Text)...)
			at, size := x.Position(), x.MinSize()
			area := scene.Rect{X0: float64(at.X), Y0: float64(at.Y), X1: float64(at.X + size.Width), Y1: float64(at.Y + size.Height)}
			if area.X0 < 0 || area.X1 > float64(room) || area.Y1 > float64(height[width]) {
				t.Errorf("in %v %q is cut: it lies at %v of %v by %v", width, x.Text, area, room, height[width])
			}
			for _, other := range areas {
				if both := area.Intersect(other); !both.Empty() {
					t.Errorf("in %v %q lies on another text at %v", width, x.Text, both)
				}
			}
			areas = append(areas, area)
			if x.TextStyle.Bold {
				starts[at.X]++
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("in %v the sheet says %q, want %q", width, got, want)
		}
		if len(starts) != columns {
			t.Errorf("in %v there are %d columns, want %d", width, len(starts), columns)
		}
		for x := range starts {
			i := float64((x - sheetEdge) / ((room - 2*sheetEdge + columnGap) / float32(columns)))
			if math.Abs(i-math.Round(i)) > 1e-3 {
				t.Errorf("in %v a column begins at %v of %v", width, x, room)
			}
		}
	}
	if height[1330] > 720 || height[1330] >= height[900] || height[900] >= height[590] {
		t.Errorf("the sheet is as high as %v", height)
	}
}
