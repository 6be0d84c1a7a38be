package flame

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
)

// way is the hottest path that was asked for: it stays marked while its end is selected.
type way struct {
	to    screen.Selection // the box at its end, by names; without a node: there is none
	end   flame.Ref        // that box
	chart *flame.Chart     // in this
}

// followHottest goes to the end of the hottest path from the selected box, and marks it.
func followHottest(v *View) {
	ref := v.chart.Hottest(v.box())
	if v.chart.Box(ref).Node != model.NoNode {
		v.way = way{selectionOf(v.chart, ref), ref, v.chart}
		v.Repaint()
	}
	if ref != v.box() {
		v.goTo(ref)
		return
	}
	v.reveal(ref) // to select it again would take away what is said now
	why := lang.L("The hottest path ends here: no call has more than half of the cost.")
	if v.chart.Box(ref).Node == model.NoNode {
		why = lang.L("No call has more than half of the cost: the path splits at the root.")
	}
	v.send(screen.Remark{Text: why})
}

// keep finds the end of the way in the chart that is shown now, or forgets the way once something else
// is selected.
func (w *way) keep(v *View, selected screen.Selection) {
	if w.to.Node == "" {
		return
	}
	if w.to.Node != selected.Node || w.to.Callers != selected.Callers || !slices.Equal(w.to.Path, selected.Path) {
		*w = way{}
	} else if v.hasBox() {
		w.end, w.chart = v.details.Box, v.chart
	}
}
