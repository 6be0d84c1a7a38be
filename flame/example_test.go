package flame_test

import (
	"context"
	"fmt"

	"profstation/flame"
	"profstation/model/query"
	"profstation/scene"
)

// A chart is made of a result; a painter draws it, and a point finds its box.
func Example() {
	p := profile(columns(`
main main
read parse
30   70`))
	r, err := query.Evaluate(context.Background(), p, query.Default())
	if err != nil {
		panic(err)
	}
	c, err := flame.New(context.Background(), r, flame.Options{Pivot: query.NoNode})
	if err != nil {
		panic(err)
	}
	style := flame.Style{Theme: &scene.Light}
	view := flame.View{Window: c.Window, Area: scene.Rect{X1: 200, Y1: c.Height()}, Mark: query.NoNode}
	flame.NewPainter(c, style, nil, nil).Paint(&scene.Recorder{Width: 200, Height: c.Height()}, view)

	fmt.Println(c.Describe(c.At(view, style, scene.Point{X: 50, Y: 2.5 * flame.RowHeight})))
	fmt.Println(c.Describe(c.Hottest(flame.Ref{})))
	// Output:
	// parse
	// 70ns (70.00%)
	// parse
	// 70ns (70.00%)
}
