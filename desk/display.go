package desk

import (
	"fmt"
	"slices"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// displaySwitches and the functions below list the parts of a display that are kept.
func displaySwitches(d *screen.Display) map[string]*bool {
	return map[string]*bool{
		"generics": &d.Generics, "root_down": &d.RootDown, "by_name": &d.ByName, "recursion": &d.Recursion,
		"graph_small": &d.GraphSmall, "graph_tree": &d.GraphTree, "descending": &d.Descending, "assembly": &d.Assembly,
		"label_functions": &d.Labels.Functions, "label_ranges": &d.Labels.Ranges, "label_cum": &d.Labels.Cum,
	}
}

func displayFractions(d *screen.Display) map[string]*float64 {
	return map[string]*float64{"nodefraction": &d.NodeFraction, "edgefraction": &d.EdgeFraction}
}

const (
	choiceColoring = "coloring"
	numberNodes    = "graph_nodes"
	numberSorted   = "sort_column"
	numberQuiet    = "quiet"
	mostGraphNodes = 100_000
)

func keepDisplay(d screen.Display) session.Display {
	k := session.Display{
		Switches: map[string]bool{},
		Choices:  map[string]string{choiceColoring: string(d.Coloring)},
		Numbers:  map[string]int{numberNodes: d.GraphNodes, numberSorted: d.SortColumn, numberQuiet: int(d.Quiet)},
	}
	for name, on := range displaySwitches(&d) {
		k.Switches[name] = *on
	}
	for name, f := range displayFractions(&d) {
		k.Choices[name] = fmt.Sprint(*f)
	}
	return k
}

func restoreDisplay(d *screen.Display, k session.Display) {
	for name, to := range displaySwitches(d) {
		if on, ok := k.Switches[name]; ok {
			*to = on
		}
	}
	for name, to := range displayFractions(d) {
		var f float64
		if _, err := fmt.Sscan(k.Choices[name], &f); err == nil && f >= 0 && f <= 1 {
			*to = f
		}
	}
	if c := flame.Coloring(k.Choices[choiceColoring]); slices.Contains(flame.Colorings, c) {
		d.Coloring = c
	}
	if n, ok := k.Numbers[numberNodes]; ok && n >= 0 && n <= mostGraphNodes {
		d.GraphNodes = n
	}
	if n, ok := k.Numbers[numberSorted]; ok && n >= table.TopFlat && n <= table.TopName {
		d.SortColumn = n
	}
	if n, ok := k.Numbers[numberQuiet]; ok && n >= 0 && n < 1<<16 {
		d.Quiet = timeline.KindSet(n)
	}
}

// ThemeLight and ThemeDark name the themes in preferences.
const ThemeLight, ThemeDark = "light", "dark"

// PaletteSafe is the palette for colour-blind people in preferences.
const PaletteSafe = "colour-blind"

// ThemeOf is the chosen theme, or the one that the desktop prefers.
func ThemeOf(p session.Preferences, dark bool) *scene.Theme {
	switch p.Theme {
	case ThemeDark:
		dark = true
	case ThemeLight:
		dark = false
	}
	return scene.Variant(dark, p.Palette == PaletteSafe)
}
