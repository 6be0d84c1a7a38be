package timeline

import (
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// texts keeps labels, and the shorter forms of them for little room.
type texts struct {
	t      *Timeline
	label  map[Key]string
	goName map[trace.GoIndex]string
	cut    map[cutKey]string
	notes  map[Key]string
	frames map[model.StringID]scene.Color
	hues   map[string]scene.Color
}

type cutKey struct {
	text  string
	width int32
	bold  bool
}

// mostTexts bounds the memory of texts.
const mostTexts = 20_000

func newTexts(t *Timeline) *texts {
	return &texts{t, map[Key]string{}, map[trace.GoIndex]string{}, map[cutKey]string{}, map[Key]string{}, map[model.StringID]scene.Color{}, map[string]scene.Color{}}
}

func (x *texts) fitLabel(r *Row, room float64, f scene.Font) string {
	key := r.Key
	s, ok := x.label[key]
	if !ok {
		if len(x.label) >= mostTexts {
			clear(x.label)
		}
		s = x.t.Label(r)
		if r.Kind == GroupRow {
			if n := len(x.t.Groups[x.t.groupOf[model.StringID(r.Index)]].Go); n > 1 {
				s = strconv.Itoa(n) + " × " + s
			}
		}
		x.label[key] = s
	}
	return x.fit(s, room, f)
}

// fit is scene.Fit, remembered.
func (x *texts) fit(s string, room float64, f scene.Font) string {
	if scene.Measure(s, f) <= room {
		return s
	}
	k := cutKey{s, int32(room), f.Bold}
	cut, ok := x.cut[k]
	if !ok {
		if len(x.cut) >= mostTexts {
			clear(x.cut)
		}
		cut = scene.Fit(s, f, float64(k.width))
		x.cut[k] = cut
	}
	return cut
}

// span is the text in a span: why the goroutine waits, or in lanes of others, which
// goroutine runs.
func (x *texts) span(span trace.SpanIndex, own bool, room float64) string {
	tr := x.t.Trace
	if own {
		if reason := tr.Spans.Reason(span); reason != 0 {
			return x.fit(tr.Strings.Display(reason), room, font)
		}
		return x.fit(tr.Spans.State(span).String(), room, font)
	}
	g := tr.GoOf(span)
	s, ok := x.goName[g]
	if !ok {
		if len(x.goName) >= mostTexts {
			clear(x.goName)
		}
		s = x.t.GoName(g)
		x.goName[g] = s
	}
	return x.fit(s, room, font)
}

// note is the second line of a high row.
func (x *texts) note(r *Row) string {
	s, ok := x.notes[r.Key]
	if !ok {
		s = x.t.note(r)
		x.notes[r.Key] = s
	}
	return s
}

// note is the value that the full height of a counter stands for.
func (t *Timeline) note(r *Row) string {
	switch r.Kind {
	case HeapRow:
		var parts []string
		for _, n := range []string{trace.HeapObjects, trace.HeapGoal} {
			if s := t.metric(n); s != nil {
				parts = append(parts, model.Format(int64(min(s.top, 1<<62)), "bytes", "auto"))
			}
		}
		return "≤ " + strings.Join(parts, ", goal ≤ ")
	case StatesRow:
		return "≤ " + strconv.Itoa(int(t.everyone.most))
	case ThreadsRow:
		return "≤ " + strconv.Itoa(int(t.everyone.busiest))
	}
	return ""
}

// hue is the fill for a name.
func (x *texts) hue(t *scene.Theme, name string) scene.Color {
	c, ok := x.hues[name]
	if !ok {
		c = t.Hue(scene.HashHue(name))
		x.hues[name] = c
	}
	return c
}
