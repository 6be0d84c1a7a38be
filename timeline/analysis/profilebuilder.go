package analysis

import (
	"slices"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
)

// profileBuilder copies the frames that are used from a trace into a profile, each once.
type profileBuilder struct {
	t         *trace.Trace
	b         *model.Builder
	header    model.Header
	locations []model.LocID // for each frame; −1: not copied yet
	functions map[function]model.FuncID
	stack     []model.LocID
	labels    []model.Label
	lineages  map[int32]model.LineageID // by their places
	lineageAt []model.LocID             // scratch
}

type function struct{ name, file model.StringID }

func newProfileBuilder(t *trace.Trace, iv trace.Interval, w *What) *profileBuilder {
	kind := w.Kind
	types := []model.ValueType{{Type: "contentions", Unit: "count"}, {Type: "delay", Unit: "nanoseconds"}}
	h := model.Header{
		Format:   lang.English("{{.Format}} trace, {{.Kind}}", lang.With{"Format": t.Format, "Kind": kind}),
		Time:     t.WallAt(iv.From),
		Duration: time.Duration(iv.Len()),
		Comments: []string{lang.English("{{.Kind}} from {{.From}} to {{.To}} of an execution trace",
			lang.With{"Kind": kind, "From": time.Duration(iv.From), "To": time.Duration(iv.To)})},
		Warnings: slices.Clone(t.Warnings),
	}
	if kind == CPUProfile {
		types = []model.ValueType{{Type: "samples", Unit: "count"}}
		h.PeriodType = model.ValueType{Type: "cpu", Unit: "nanoseconds"}
	} else {
		h.PeriodType, h.Period = model.ValueType{Type: "trace", Unit: "count"}, 1
		h.Comments = append(h.Comments, lang.English("waits: {{.Which}}", lang.With{"Which": w.Waits}))
	}
	return &profileBuilder{
		t: t, b: model.NewBuilder(types), header: h,
		locations: slices.Repeat([]model.LocID{-1}, len(t.Frames)), functions: map[function]model.FuncID{},
		lineages: map[int32]model.LineageID{},
	}
}

// stackOf returns a stack from leaf to root. It is valid until the next call.
func (b *profileBuilder) stackOf(s trace.StackIndex) []model.LocID {
	b.stack = b.stack[:0]
	for _, f := range b.t.Stacks.Stack(s) {
		b.stack = append(b.stack, b.location(f))
	}
	return b.stack
}

// labelsOf returns a key's labels. They are valid until the next call.
func (b *profileBuilder) labelsOf(k *profileKey) []model.Label {
	b.labels = b.labels[:0]
	for _, l := range [...]struct {
		key   string
		value model.StringID
	}{{GoroutineLabel, k.f}, {ReasonLabel, k.reason}, {RegionLabel, k.region}, {TaskLabel, k.task}} {
		if text := b.t.Strings.Raw(l.value); text != "" {
			b.labels = b.label(b.labels, l.key, text)
		}
	}
	return b.labels
}

func (b *profileBuilder) label(to []model.Label, key, text string) []model.Label {
	return append(to, model.Label{Key: b.b.String(key), Str: b.b.String(text)})
}

func (b *profileBuilder) location(f trace.FrameIndex) model.LocID {
	if l := b.locations[f]; l >= 0 {
		return l
	}
	r := &b.t.Frames[f]
	id := function{r.Func, r.File}
	fn, ok := b.functions[id]
	if !ok {
		name := b.b.String(b.t.Strings.Raw(r.Func))
		fn = b.b.Function(model.Function{Name: name, SystemName: name, File: b.b.String(b.t.Strings.Raw(r.File))})
		b.functions[id] = fn
	}
	b.locations[f] = b.b.Location(model.NoMapping, r.PC, []model.Line{{Func: fn, Line: int64(r.Line)}})
	return b.locations[f]
}
