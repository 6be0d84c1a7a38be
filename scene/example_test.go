package scene_test

import (
	"fmt"

	"profstation/scene"
)

// A picture is a function that draws on a Canvas. A Recorder shows its calls.
func Example() {
	paint := func(cv scene.Canvas, t *scene.Theme) {
		box := scene.Rect{X0: 10, Y0: 10, X1: 110, Y1: 28}
		font := scene.Font{Size: scene.TextSize}
		cv.Begin(scene.Title("net/http.(*conn).serve"))
		cv.Fill(box, t.Surface)
		cv.Text(scene.Point{X: 14, Y: 23}, scene.Fit("net/http.(*conn).serve", font, box.W()-8), font, t.Text)
		cv.End()
	}
	r := &scene.Recorder{Width: 200, Height: 40}
	paint(r, &scene.Light)
	fmt.Print(r)
	// Output:
	// begin "net/http.(*conn).serve"
	//   fill 10 10 110 28 #f3f4f6
	//   text 14 23 "net/http.(*con…" 12 #1a1b1e
	// end
}

func ExampleRect_Contains() {
	r := scene.Rect{X1: 10, Y1: 10} // half open
	fmt.Println(r.Contains(scene.Point{}), r.Contains(scene.Point{X: 10}))
	// Output: true false
}
