package scene

// sample calls everything that a Canvas can do, for golden files and for a look.
func sample(c Canvas, t *Theme) {
	w, h := c.Size()
	f := Font{Size: TextSize}
	c.Fill(Rect{0, 0, w, h}, t.Background)
	c.Begin(Title("net/http.(*conn).serve\n9.8 s of 29.6 s (33%)"))
	box := Rect{10, 10, 96, 27}
	c.Fill(box, t.Hue(HashHue("net/http")))
	c.Text(Point{13, 23}, Fit("net/http.(*conn).serve", f, box.W()-6), f, t.On(t.Hue(HashHue("net/http"))))
	c.End()
	c.Begin(Title(`main.F[<"T"> & 'U'] ]]>`))
	c.Fill(Rect{97.126, 10, 186, 27}, t.Hue(HashHue("main")))
	c.Text(Point{100, 23}, "main.F[<T>&]", f, t.Text)
	c.End()
	c.Begin(nil)
	c.Outline(Rect{10, 30, 68, 48}, t.Selection, 2)
	c.Text(Point{14, 43}, "12.50 ms", Font{Size: 11, Bold: true}, t.Muted)
	c.Text(Point{72, 43}, "0x4a3", Font{Size: 12, Mono: true}, t.Text)
	c.End()
	c.Begin(Title("nothing is drawn in this group"))
	c.Fill(Rect{500, 500, 600, 600}, t.Error)
	c.End()
	var p Path
	p.MoveTo(10, 60)
	p.CubicTo(60, 40, 60, 90, 110, 70)
	p.QuadTo(130, 60, 150, 80)
	c.Path(&p, Color{}, Stroke{Color: t.Muted, Width: 1.5, Dash: []float64{4, 2.5}})
	p.Reset()
	p.MoveTo(150, 80)
	p.LineTo(142, 78)
	p.LineTo(146, 72)
	p.Close()
	c.Path(&p, t.Muted, Stroke{})
	c.PushClip(Rect{120, 30, 180, 48})
	c.Fill(Rect{100, 25, 150, 40}, Color{R: 255, A: 64})
	c.Outline(Rect{110, 32, 160, 60}, t.Line, 1)
	c.Text(Point{115, 44}, "cut at both of its ends", f, t.Text)
	c.PopClip()
}
