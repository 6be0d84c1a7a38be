package app

import (
	"profstation/desk"
	"profstation/desk/screen"
)

// InSight implements Shell. Other tabs tell the desk which part of them is seen,
// or have files whose rows are not those of the screen.
func (w *Window) InSight() screen.Sight {
	compared := w.desk.Kind() == desk.ComparisonDoc
	switch tab := w.desk.Tab(); {
	case tab == screen.GraphTab && compared && w.desk.OnlyOneGraph():
		return w.twinGraph.InSight()
	case tab == screen.GraphTab && !compared:
		return w.graph.InSight()
	case tab == screen.TopTab && compared:
		return w.changes.InSight()
	case tab == screen.LabelsTab && compared:
		return w.grown.InSight()
	case tab == screen.TopTab:
		return w.top.InSight()
	}
	return screen.Sight{}
}
