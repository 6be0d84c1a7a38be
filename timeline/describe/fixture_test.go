package describe

import (
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
)

// crowdedTrace is a hostile trace with n of what it has many of.
func crowdedTrace(t *testing.T, name string, n int) *trace.Trace {
	t.Helper()
	data := hostile.TraceNamed(name).Make(n)
	return must.Have(loader.Decode(t.Context(), name, data, loader.Options{})).Trace
}
