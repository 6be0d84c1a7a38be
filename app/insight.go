package app

import "profstation/desk/screen"

// InSight implements Shell.
func (w *Window) InSight() screen.Sight { return w.view(w.desk.Tab()).InSight() }
