package app

import "profstation/desk/screen"

// InSight implements Shell. Other tabs tell the desk which part of them is seen,
// or have files whose rows are not those of the screen.
func (w *Window) InSight() screen.Sight {
	compared := w.desk.kind() == comparisonDoc
	switch tab := w.desk.tab(); {
	case tab == screen.GraphTab && compared && w.desk.onlyOneGraph():
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

// onlyOneGraph tells whether the call graph stands alone, not beside that of the
// other side.
func (d *Desk) onlyOneGraph() bool {
	return d.answer == nil || d.answer.Compared == nil || d.answer.Compared.Other == nil
}
