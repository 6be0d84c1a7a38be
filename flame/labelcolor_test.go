package flame

import (
	"context"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// Coloured by a label, boxes of one value look alike, those that several share
// are paler, those without any are quiet, and the legend names the values in the
// order of their weight.
func TestColorByLabel(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	locs := map[string]model.LocID{}
	sample := func(stack, user string, v int64) {
		var ids []model.LocID
		for _, name := range strings.Split(stack, ",") {
			if _, ok := locs[name]; !ok {
				f := b.Function(model.Function{Name: b.String(name)})
				locs[name] = b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
			}
			ids = append([]model.LocID{locs[name]}, ids...)
		}
		var set model.LabelSetID
		if user != "" {
			set = b.LabelSet([]model.Label{{Key: b.String("user"), Str: b.String(user)}})
		}
		b.Sample(ids, set, []int64{v})
	}
	sample("main,serve,a", "bob", 60)
	sample("main,serve,b", "alice", 30)
	sample("gc", "", 10)
	p := b.Profile(model.Header{})
	r := must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
	c, err := New(context.Background(), r, Options{Pivot: query.NoNode, Label: model.LabelAxis{Key: "user"}})
	if err != nil {
		t.Fatal(err)
	}
	theme := &scene.Light
	fills := newFills(r, Style{Theme: theme, Coloring: ByLabel})
	got := map[string]scene.Color{}
	for i := int32(1); i < int32(c.Down.Len()); i++ {
		got[r.Nodes.Node(c.Down.Node[i]).Name] = fills.of(c, Ref{Branch: i})
	}
	bob, alice := theme.Category(0), theme.Category(1)
	if got["a"] != bob || got["b"] != alice || got["gc"] != theme.Quiet {
		t.Errorf("boxes of one value: %v", got)
	}
	if mixed := got["serve"]; mixed == bob || mixed == theme.Quiet || mixed != got["main"] {
		t.Errorf("a box of two values has %v, one of the heavier alone %v", mixed, bob)
	}
	rec := &scene.Recorder{Width: 600, Height: 30}
	c.PaintLegend(rec, Style{Theme: theme, Coloring: ByLabel}, 10, 590, 20)
	at := -1
	for _, want := range []string{"user:", "bob", "alice", "no user"} {
		next := strings.Index(rec.String(), want)
		if next <= at {
			t.Errorf("the legend does not name %q in its place:\n%s", want, rec)
		}
		at = next
	}
	// A filter that leaves others heavier leaves every value its colour.
	for _, ignore := range []string{"^a$", "^b$"} {
		q := query.Default().Whole()
		q.Ignore = ignore
		r := must.Have(query.Evaluate(t.Context(), p, q))
		c := must.Have(New(t.Context(), r, Options{Pivot: query.NoNode, Label: model.LabelAxis{Key: "user"}}))
		fills, seen := newFills(r, Style{Theme: theme, Coloring: ByLabel}), 0
		for i := int32(1); i < int32(c.Down.Len()); i++ {
			switch name, got := r.Nodes.Node(c.Down.Node[i]).Name, fills.of(c, Ref{Branch: i}); {
			case name == "a" && got != bob, name == "b" && got != alice, name == "gc" && got != theme.Quiet:
				t.Errorf("without %s, %s is %v", ignore, name, got)
			case name == "a", name == "b":
				seen++
			}
		}
		if seen != 1 {
			t.Errorf("without %s there are %d boxes to look at", ignore, seen)
		}
	}
	// Around a node both trees know their labels.
	if c, err = New(context.Background(), r, Options{Pivot: c.Down.Node[2], Label: model.LabelAxis{Key: "user"}}); err != nil || c.up.labels == nil {
		t.Errorf("around a node: %v, %+v", err, c.up.labels)
	}
	// Without any label the colour is that of packages.
	if c, err = New(context.Background(), r, Options{Pivot: query.NoNode}); err != nil || fills.of(c, Ref{Branch: 1}) == theme.Quiet {
		t.Errorf("without labels: %v", err)
	}
	// As roots, the samples without a label stand under words that say so.
	q := query.Default().Whole()
	q.TagRoot = "user"
	r = must.Have(query.Evaluate(context.Background(), p, q))
	c = must.Have(New(context.Background(), r, Options{Pivot: query.NoNode}))
	var names []string
	for i := int32(1); i < int32(c.Down.Len()); i++ {
		if c.Down.Parent[i] == 0 {
			names = append(names, displayName(r, c.Down.Node[i], false))
		}
	}
	if got := strings.Join(names, ","); got != "bob,alice,(no label)" {
		t.Errorf("the roots are %s", got)
	}
}
