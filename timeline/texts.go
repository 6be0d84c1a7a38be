package timeline

import (
	"strconv"

	"profstation/model"
	"profstation/scene"
)

// texts keeps labels that were made once, and what is left of them where there
// is little room.
type texts struct {
	t      *Timeline
	label  map[Key]string
	goName map[model.GoIndex]string
	cut    map[cutKey]string
	notes  map[Key]string
}

type cutKey struct {
	text  string
	width int32
	bold  bool
}

// mostTexts bounds the memory of texts.
const mostTexts = 20_000

func newTexts(t *Timeline) *texts {
	return &texts{t, map[Key]string{}, map[model.GoIndex]string{}, map[cutKey]string{}, map[Key]string{}}
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

// span is what stands in a span: why a goroutine waits, or which goroutine it
// is that runs.
func (x *texts) span(span model.SpanIndex, own bool, room float64) string {
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
func (x *texts) note(p *Painter, r *Row) string { return "" }
