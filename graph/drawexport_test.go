package graph

import "profstation/scene"

// BoxColors are those of a node's box with that share of the total.
func BoxColors(t *scene.Theme, share float64) (fill, text scene.Color) {
	c := coloursOf(t, share)
	return c.fill, c.text
}
