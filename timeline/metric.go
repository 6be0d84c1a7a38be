package timeline

import "profstation/model"

// The quantities that are drawn, as runtime/metrics names them.
const (
	heapMetric     = "/memory/classes/heap/objects:bytes"
	goalMetric     = "/gc/heap/goal:bytes"
	maxProcsMetric = "/sched/gomaxprocs:threads"
)

// metric finds a quantity by name; nil where the trace has none.
func (t *Timeline) metric(name string) *model.Metric {
	for i := range t.Trace.Metrics {
		if m := &t.Trace.Metrics[i]; t.Trace.Strings.Raw(m.Name) == name && len(m.Value) > 0 {
			return m
		}
	}
	return nil
}
