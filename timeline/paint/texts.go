package paint

import (
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/wording"
)

// texts keeps labels, and their shorter forms for little room.
type texts struct {
	t      *timeline.Timeline
	label  memo[labelKey, string]
	goName memo[trace.GoIndex, string]
	states memo[trace.GoState, string]
	logs   memo[int, string] // by how many there are in a pixel
	cut    memo[cutKey, string]
	frames memo[model.StringID, scene.Color] // by the function's name: its package's colour
	hues   memo[model.StringID, scene.Color]
}

type cutKey struct {
	text  string
	width int32
	bold  bool
}

// memo remembers values. It forgets all when there are too many.
type memo[K comparable, V any] map[K]V

const maxTexts = 20_000 // bounds a memo's memory

func (m *memo[K, V]) get(k K, make func() V) V {
	v, ok := (*m)[k]
	if !ok {
		if len(*m) >= maxTexts || *m == nil {
			*m = memo[K, V]{}
		}
		v = make()
		(*m)[k] = v
	}
	return v
}

// labelKey is a row, and how many goroutines or idle Ps it stands for under the filters.
type labelKey struct {
	timeline.Key
	n int
}

func (x *texts) fitLabel(l *timeline.Lanes, r *timeline.Row, room float64, f scene.Font) string {
	k, all := labelKey{Key: r.Key}, 0
	switch r.Kind {
	case timeline.GroupRow:
		k.n, all = l.GroupSize(r.Key)
	case timeline.IdleProcsRow:
		k.n = l.IdleProcs
	}
	return x.fit(x.label.get(k, func() string {
		s := x.t.Label(r)
		switch {
		case r.Kind == timeline.IdleProcsRow:
			return l.IdleProcsTitle()
		case r.Kind != timeline.GroupRow:
			return s
		case k.n != all:
			s = lang.L("{{.N}} of {{.All}} × {{.Name}}", lang.With{"N": units.Count(int64(k.n)), "All": units.Count(int64(all)), "Name": s})
		case all > 1:
			s = units.Count(int64(all)) + " × " + s
		}
		return s
	}), room, f)
}

// fit is scene.Fit, remembered.
func (x *texts) fit(s string, room float64, f scene.Font) string {
	if scene.Measure(s, f) <= room {
		return s
	}
	k := cutKey{s, int32(room), f.Bold}
	return x.cut.get(k, func() string { return scene.Fit(s, f, float64(k.width)) })
}

// span is the text in a span: why the goroutine waits, or in other lanes, which goroutine runs.
func (x *texts) span(span trace.SpanIndex, own bool, room float64) string {
	tr := x.t.Trace
	if own {
		text := tr.Strings.Display(tr.Spans.Reason(span))
		if text == "" {
			state := tr.Spans.State(span)
			text = x.states.get(state, func() string { return lang.L(state.String()) })
		}
		return x.fit(text, room, font)
	}
	g := tr.GoOf(span)
	return x.fit(x.goName.get(g, func() string { return x.t.GoName(g) }), room, font)
}

// note returns a high row's second line: the value that a counter's full height stands for.
func (x *texts) note(r *timeline.Row) string {
	switch r.Kind {
	case timeline.HeapRow:
		var parts []string
		if s := x.t.Metric(trace.HeapObjects); s != nil {
			parts = append(parts, "≤ "+wording.Bytes(s.Max))
		}
		switch s := x.t.Metric(trace.HeapGoal); {
		case s == nil:
		case s.Max == 0:
			parts = append(parts, lang.L("no goal"))
		default:
			parts = append(parts, lang.L("goal ≤ {{.Most}}", lang.With{"Most": wording.Bytes(s.Max)}))
		}
		return lang.List(parts...)
	case timeline.StatesRow, timeline.ThreadsRow:
		return "≤ " + strconv.Itoa(x.t.MaxAtOnce(r.Kind))
	}
	return ""
}
