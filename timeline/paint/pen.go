package paint

import "profstation/scene"

var font = scene.Font{Size: scene.TextSize - 1}

// pen draws shapes that a picture has in several parts.
type pen struct {
	scene.Canvas
	t    *scene.Theme
	path *scene.Path // its memory is used again
}

// triangle points down if a row is open, else to the right.
func (p pen) triangle(at scene.Point, open bool) {
	corners := []scene.Point{{X: at.X - 2, Y: at.Y - 4}, {X: at.X + 3, Y: at.Y}, {X: at.X - 2, Y: at.Y + 4}}
	if open {
		corners = []scene.Point{{X: at.X - 4, Y: at.Y - 2}, {X: at.X + 4, Y: at.Y - 2}, {X: at.X, Y: at.Y + 3}}
	}
	p.polygon(p.t.Muted, corners...)
}

func (p pen) polygon(fill scene.Color, corners ...scene.Point) {
	p.path.Reset()
	for _, c := range corners {
		p.path.LineTo(c.X, c.Y)
	}
	p.path.Close()
	p.Path(p.path, fill, scene.Stroke{})
}

// gapped fills a box, but for a background line between neighbours, and returns what it filled.
func (p pen) gapped(b scene.Rect, fill scene.Color) scene.Rect {
	if b.W() > 3 {
		b.X1--
	}
	p.Fill(b, fill)
	return b
}

// inside writes a text at a box's left, at half its height.
func (p pen) inside(b scene.Rect, text string, c scene.Color) {
	if text != "" {
		p.Text(scene.Point{X: b.X0 + labelGap, Y: b.Y0 + (b.H()+scene.Ascent(font))/2}, text, font, c)
	}
}

func (p pen) hatch(b scene.Rect) {
	p.PushClip(b)
	p.path.Reset()
	const step = 8
	for x := b.X0 - b.H(); x < b.X1; x += step {
		p.path.MoveTo(x, b.Y1)
		p.path.LineTo(x+b.H(), b.Y0)
	}
	p.Path(p.path, scene.Color{}, scene.Stroke{Color: p.t.Muted, Width: 1})
	p.PopClip()
}

func (p pen) note(at scene.Point, text string) {
	w := scene.Measure(text, font)
	p.Fill(scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + w + 2*labelGap, Y1: at.Y + 18}, p.t.Surface)
	p.Text(scene.Point{X: at.X + labelGap, Y: at.Y + 13}, text, font, p.t.Text)
}
