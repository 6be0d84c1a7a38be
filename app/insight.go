package app

import "profstation/views"

// InSight implements Shell. Other tabs tell the desk which part of them is seen,
// or have files whose rows are not those of the screen.
func (w *Window) InSight() views.Sight {
	compared := w.desk.kind() == comparisonDoc
	switch tab := w.desk.tab(); {
	case tab == views.GraphTab && compared && w.desk.onlyOneGraph():
		return w.twinGraph.InSight()
	case tab == views.GraphTab && !compared:
		return w.graph.InSight()
	case tab == views.TopTab && compared:
		return w.changes.InSight()
	case tab == views.LabelsTab && compared:
		return w.grown.InSight()
	case tab == views.TopTab:
		return w.top.InSight()
	}
	return views.Sight{}
}

// onlyOneGraph tells whether the call graph stands alone, not beside that of the
// other side.
func (d *Desk) onlyOneGraph() bool {
	return d.answer == nil || d.answer.Compared == nil || d.answer.Compared.Other == nil
}
