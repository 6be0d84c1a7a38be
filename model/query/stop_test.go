package query_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/complete"
	"profstation/model/labels"
	"profstation/model/query"
)

// large is a profile of n stacks of 60 frames, with inlined calls, labels of text and of number, and
// a function for each stack.
func large(n int) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	m := b.Mapping(model.Mapping{Start: 0x1000, Limit: 1 << 40, File: b.String("/bin/a")})
	location := func(i int, lines ...model.Line) model.LocID { return b.Location(m, uint64(0x1000+i), lines) }
	function := func(format string, i int) model.FuncID {
		return b.Function(model.Function{Name: b.String(fmt.Sprintf(format, i)), File: b.String(fmt.Sprintf("/src/%d.go", i%7))})
	}
	var shared []model.LocID
	for i := range 40 {
		f := function("p.shared%d", i)
		shared = append(shared, location(i, model.Line{Func: f, Line: int64(i)}, model.Line{Func: f, Line: 1}))
	}
	user, size := b.String("user"), b.String("size")
	for i := range n {
		own := function("p.own%d", i)
		stack := []model.LocID{location(100+i, model.Line{Func: own, Line: 3})}
		for d := range 20 {
			stack = append(stack, shared[(i*(d+1)+d)%20])
		}
		for d := range 20 {
			stack = append(stack, shared[20+(i+d)%20])
		}
		set := b.LabelSet([]model.Label{
			{Key: user, Str: b.String(fmt.Sprint(i % 500))}, {Key: size, Num: int64(i % 300), IsNum: true},
		})
		b.Sample(stack, set, []int64{int64(i%9) + 1})
	}
	return b.Profile(model.Header{})
}

// calls is what can be asked of a result. Each is asked of one that nobody has asked anything.
func calls(ctx context.Context, r *query.Result) map[string]func() error {
	all := regexp.MustCompile("p")
	node := r.Nodes.Len() / 2
	n := query.NodeID(node)
	user, size := model.LabelAxis{Key: "user"}, model.LabelAxis{Key: "size", Numeric: true}
	every := query.TreeOptions{Pivot: query.NoNode}
	return map[string]func() error{
		"Evaluate": func() error { _, err := query.Evaluate(ctx, r.Profile, r.Query); return err },
		"Evaluate tags": func() error {
			_, err := query.Evaluate(ctx, r.Profile, query.Query{TagRoot: "user", TagLeaf: "size"})
			return err
		},
		"Evaluate names": func() error {
			_, err := query.Evaluate(ctx, r.Profile, query.Query{Focus: "own", PruneFrom: "shared1", Hide: "x"})
			return err
		},
		"Evaluate lines": func() error {
			_, err := query.Evaluate(ctx, r.Profile, query.Query{Granularity: query.Lines})
			return err
		},
		"InColumn":       func() error { _, err := r.InColumn(ctx, 0); return err },
		"Sums":           func() error { _, err := r.Sums(ctx); return err },
		"SumsBy":         func() error { _, err := r.SumsBy(ctx, make([]int32, r.Nodes.Len()), 1); return err },
		"Matches":        func() error { _, err := r.Matches(ctx, all); return err },
		"Search":         func() error { _, err := r.Search(ctx, all); return err },
		"MatchTotal":     func() error { _, _, err := r.MatchTotal(ctx, make([]bool, r.Nodes.Len())); return err },
		"Top":            func() error { _, err := r.Top(ctx); return err },
		"Tree":           func() error { _, err := r.Tree(ctx); return err },
		"Peek":           func() error { _, err := r.Peek(ctx, all); return err },
		"PeekAt":         func() error { _, err := r.PeekAt(ctx, n); return err },
		"List":           func() error { _, err := r.List(ctx, all); return err },
		"ListFile":       func() error { _, err := r.ListFile(ctx, "/src/1.go"); return err },
		"SourceFiles":    func() error { _, err := r.SourceFiles(ctx); return err },
		"Addresses":      func() error { _, err := r.Addresses(ctx, 0); return err },
		"Neighbours":     func() error { _, _, err := r.Neighbours(ctx, n); return err },
		"Calls":          func() error { _, err := r.Calls(ctx, nil, nil); return err },
		"StackTraces":    func() error { _, err := r.StackTraces(ctx); return err },
		"Labels":         func() error { _, err := labels.Of(ctx, r); return err },
		"LabelsAt":       func() error { _, err := labels.At(ctx, r, n); return err },
		"Pivot":          func() error { _, err := labels.NewPivot(ctx, r, user, size); return err },
		"PivotFunctions": func() error { _, err := labels.PivotFunctions(ctx, r, nil, user); return err },
		"CallTree":       func() error { _, err := r.CallTree(ctx, every); return err },
		"CallTree of callers": func() error {
			_, err := r.CallTree(ctx, query.TreeOptions{Pivot: 0, Callers: true})
			return err
		},
		"Locate": func() error { _, _, _, err := r.Locate(ctx, every, []query.NodeID{1, 2, 3}); return err },
		"LabelTree": func() error {
			_, err := labels.OfTree(ctx, r, must.Have(r.CallTree(context.Background(), every)), every, user)
			return err
		},
		"OpeningTree": func() error { _, err := r.OpeningTree(ctx, true, 0); return err },
		"Expand":      func() error { return must.Have(r.OpeningTree(context.Background(), true, 0)).Expand(ctx, 0) },
		"EachSample":  func() error { return r.EachSample(ctx, func(model.StackID, model.LabelSetID, int64) {}) },
		"EachKept":    func() error { return r.EachKept(ctx, func(query.KeptSample) {}) },
		"Complete":    func() error { _, err := complete.New(r).Complete(ctx, "focus", "p", 9); return err },
		"Totals":      func() error { _, err := r.Profile.Totals(ctx); return err },
		"Join":        func() error { _, err := model.Join(ctx, r.Profile, r.Profile); return err },
	}
}

// TestStop ends each call after the first look at the context, half-way, and at its last look.
func TestStop(t *testing.T) {
	const stacks = 3000
	p := large(stacks)
	fresh := func() *query.Result { return must.Have(query.Evaluate(context.Background(), p, query.Query{})) }
	for name := range calls(context.Background(), fresh()) {
		run := func(ctx *must.Asking) error { return calls(ctx, fresh())[name]() }
		run(must.Count()) // what is kept with the profile is made
		whole := must.Count()
		if err := run(whole); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all := whole.Asked()
		if all < 1 {
			t.Errorf("%s asks its context %d times for %d stacks", name, all, stacks)
		}
		for _, k := range []int{1, all / 2, all - 1} {
			ctx := must.Ask(k)
			if all > k && k > 0 {
				if err := run(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("%s, stopped at look %d of %d: %v", name, k, all, err)
				}
				if late := ctx.Asked() - k; late > 64 {
					t.Errorf("%s, stopped at look %d of %d, asked %d times more", name, k, all, late)
				}
			}
		}
	}
}

// TestStopInOneStack ends a walk within a single stack.
func TestStopInOneStack(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	f := b.Function(model.Function{Name: b.String("f")})
	lines := make([]model.Line, 10)
	for i := range lines {
		lines[i] = model.Line{Func: f}
	}
	l := b.Location(model.NoMapping, 1, lines)
	stack := make([]model.LocID, 5_000)
	for i := range stack {
		stack[i] = l
	}
	b.Sample(stack, 0, []int64{1})
	r := must.Have(query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Query{}))
	for _, name := range []string{"Sums", "Calls", "CallTree", "MatchTotal", "LabelTree"} {
		whole := must.Count()
		must.Do(calls(whole, r)[name]())
		if whole.Asked() < 50_000>>14 {
			t.Errorf("%s asks %d times in a stack of 50,000 frames", name, whole.Asked())
		}
	}
}

// steps is how often a call asks its context.
func steps(t *testing.T, call func(context.Context) error) int {
	t.Helper()
	ctx := must.Count()
	must.Do(call(ctx))
	return ctx.Asked()
}

// labelledBy is a profile of n samples, each with all labels that of returns.
func labelledBy(n int, of func(b *model.Builder, i int) []model.Label) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	l := b.Location(model.NoMapping, 1, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	for i := range n {
		b.Sample([]model.LocID{l}, b.LabelSet(of(b, i)), []int64{1})
	}
	return b.Profile(model.Header{})
}

// TestLabelsLinear holds that labels take four times the steps for four times the keys.
func TestLabelsLinear(t *testing.T) {
	ask := func(keys int) int {
		p := labelledBy(keys, func(b *model.Builder, i int) []model.Label {
			return []model.Label{{Key: b.String(fmt.Sprint("key", i)), Str: b.String("v")}}
		})
		r := must.Have(query.Evaluate(context.Background(), p, query.Query{}))
		return steps(t, func(ctx context.Context) error {
			all, err := labels.Of(ctx, r)
			if len(all) != keys {
				t.Errorf("%d tables of %d keys", len(all), keys)
			}
			return err
		})
	}
	if a, b := ask(10_000), ask(40_000); b > 6*a {
		t.Errorf("10,000 keys take %d looks at the context, 40,000 take %d", a, b)
	}
}

// TestLabelTreeLinear holds the same of colours by label, for the length of a chain of calls with many
// values at its end.
func TestLabelTreeLinear(t *testing.T) {
	ask := func(n int) int {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		var stack []model.LocID
		for i := range n {
			stack = append(stack, b.Location(model.NoMapping, uint64(i+1), []model.Line{{Func: b.Function(model.Function{Name: b.String(fmt.Sprint("f", i))})}}))
		}
		key := b.String("k")
		for i := range n / 10 { // stacks that differ in labels alone are one
			b.Sample(stack[:1], b.LabelSet([]model.Label{{Key: key, Str: b.String(fmt.Sprint(i))}}), []int64{1})
		}
		b.Sample(stack, 0, []int64{1})
		r := must.Have(query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Query{}))
		o := query.TreeOptions{Pivot: query.NoNode}
		tree := must.Have(r.CallTree(context.Background(), o))
		return steps(t, func(ctx context.Context) error {
			_, err := labels.OfTree(ctx, r, tree, o, model.LabelAxis{Key: "k"})
			return err
		})
	}
	if a, b := ask(5_000), ask(20_000); b > 6*a {
		t.Errorf("5,000 frames take %d looks at the context, 20,000 take %d", a, b)
	}
}

// TestPivotIsBounded holds that a sample with many values of two keys is refused, not multiplied.
func TestPivotIsBounded(t *testing.T) {
	p := labelledBy(1, func(b *model.Builder, _ int) (set []model.Label) {
		for i := range 3000 {
			set = append(set, model.Label{Key: b.String("a"), Str: b.String(fmt.Sprint(i))}, model.Label{Key: b.String("b"), Str: b.String(fmt.Sprint(i))})
		}
		return set
	})
	r := must.Have(query.Evaluate(context.Background(), p, query.Query{}))
	if _, err := labels.NewPivot(context.Background(), r, model.LabelAxis{Key: "a"}, model.LabelAxis{Key: "b"}); err == nil {
		t.Error("a pivot of 9,000,000 cells is made")
	}
}

// TestTypeNamesAreFew holds that an error does not list 100,000 sample types.
func TestTypeNamesAreFew(t *testing.T) {
	if s := model.TypeNames(make([]model.ValueType, 100_000)); len(s) > 200 {
		t.Errorf("%d bytes: %.80s…", len(s), s)
	}
}
