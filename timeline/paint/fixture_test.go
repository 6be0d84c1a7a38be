package paint

import (
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// crowdedTrace is a hostile trace with n of what it has many of.
func crowdedTrace(t *testing.T, name string, n int) *trace.Trace {
	t.Helper()
	data := hostile.TraceNamed(name).Make(n)
	return must.Have(loader.Decode(t.Context(), name, data, loader.Options{})).Trace
}

var crowdedNames = []string{"goroutines that only wait", "tasks", "logs", "assists",
	"yields each tick", "all times equal", "heap metrics each tick"}

func someView(l *timeline.Lanes) timeline.View {
	area := scene.Rect{X0: 10, Y0: 20, X1: 1010, Y1: 420}
	return timeline.View{Window: l.Timeline.Whole(), Area: area, Label: 200}.Clamp(l)
}
