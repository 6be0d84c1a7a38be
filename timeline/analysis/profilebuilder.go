package analysis

import (
	"profstation/model"
	"profstation/model/trace"
)

// profileBuilder takes frames of a trace over into a profile, each once and
// only those that are used.
type profileBuilder struct {
	t         *trace.Trace
	b         *model.Builder
	locations []model.LocID // of each frame; −1: not yet
	functions map[function]model.FuncID
	stack     []model.LocID
	labels    []model.Label
}

type function struct{ name, file model.StringID }

func newProfileBuilder(t *trace.Trace, types []model.ValueType) *profileBuilder {
	b := &profileBuilder{t: t, b: model.NewBuilder(types), functions: map[function]model.FuncID{}}
	b.locations = make([]model.LocID, len(t.Frames))
	for i := range b.locations {
		b.locations[i] = -1
	}
	return b
}

func (b *profileBuilder) sample(k *profileKey, values []int64) {
	b.stack = b.stack[:0]
	for _, f := range b.t.Stacks.Stack(k.stack) {
		b.stack = append(b.stack, b.location(f))
	}
	b.labels = b.labels[:0]
	for _, l := range [...]struct {
		key   string
		value model.StringID
	}{{GoroutineLabel, k.f}, {ReasonLabel, k.reason}, {RegionLabel, k.region}, {TaskLabel, k.task}} {
		if text := b.t.Strings.Raw(l.value); text != "" {
			b.labels = append(b.labels, model.Label{Key: b.b.String(l.key), Str: b.b.String(text)})
		}
	}
	b.b.Sample(b.stack, b.b.LabelSet(b.labels), values)
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
