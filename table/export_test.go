package table

import "profstation/scene"

// Fills are the fills that a theme's text stands on.
func Fills(t *scene.Theme) map[string]scene.Color {
	ink := inksOf(t)
	return map[string]scene.Color{
		"the background": t.Background, "a hovered row": t.Surface,
		"a selected row": ink.selected, "a bar": ink.bar, "a negative bar": ink.less,
	}
}
