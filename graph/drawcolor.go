package graph

import (
	"math"

	"profstation/scene"
)

// colours are the colours that show a share: a box's inside, its border, an edge, and text in the box.
type colours struct{ fill, border, edge, text scene.Color }

// coloursOf returns pprof's own colours in the light theme. In the dark theme the hue stays. What is light on white
// there is dark on black here, and grey is less visible than colour here too.
func coloursOf(t *scene.Theme, share float64) colours {
	strong, inside := color(Heat(share, false)), color(Heat(share, true))
	c := colours{fill: inside, border: strong, edge: strong}
	if t.Dark {
		const grey = 0.2 // smaller shares are partly grey
		k := min(1, math.Abs(share)/grey)
		c.fill = scene.Mix(t.Surface, strong, 0.14+0.22*k)
		c.border = scene.Mix(scene.Mix(t.Background, strong, 0.65+0.35*k), t.Text, 0.25*k)
		c.edge = c.border
	}
	c.text = t.On(c.fill)
	return c
}

// coloursOfChange returns the colours that flame graphs use for differences: decreases are blue, increases orange. A
// line is darker than a box, so that it stands out from the background.
func coloursOfChange(t *scene.Theme, share float64) colours {
	fill := t.Change(share)
	line := scene.Mix(t.Change(math.Copysign(1, share)), t.Text, 0.25)
	if share == 0 {
		line = t.Muted
	}
	return colours{fill: fill, border: scene.Mix(fill, t.Text, 0.35), edge: line, text: t.On(fill)}
}

func color(r, g, b uint8) scene.Color { return scene.Color{R: r, G: g, B: b, A: 255} }
