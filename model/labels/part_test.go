package labels_test

import (
	"context"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/labels"
	"profstation/model/query"
)

// parted returns a profile with a text label, a number in bytes, and samples without either.
func parted() *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	f := b.Function(model.Function{Name: b.String("main.f")})
	loc := b.Location(model.NoMapping, 1, []model.Line{{Func: f}})
	tenant, size, bytes := b.String("tenant"), b.String("size"), b.String("bytes")
	text := func(s string) model.Label { return model.Label{Key: tenant, Str: b.String(s)} }
	number := func(n int64) model.Label { return model.Label{Key: size, Num: n, Unit: bytes, IsNum: true} }
	for i, set := range [][]model.Label{{text("a")}, {text("b"), number(64)}, {text("a.b"), number(4096)}, {number(1 << 20)}, nil} {
		n := int64(1) << i
		b.Sample([]model.LocID{loc}, b.LabelSet(set), []int64{n, 10 * n})
	}
	return b.Profile(model.Header{})
}

// A part has the samples of its value, and the rest all others. The figures of both make the whole.
func TestPart(t *testing.T) {
	p := parted()
	text, number := model.LabelAxis{Key: "tenant"}, model.LabelAxis{Key: "size", Numeric: true}
	for _, c := range []struct {
		part labels.Part
		name string
		sum  int64
	}{
		{labels.PartOf(p, text, model.LabelValue{Text: "a"}, false), "tenant=a", 1},
		{labels.PartOf(p, text, model.LabelValue{Text: "a.b"}, false), "tenant=a.b", 4},
		{labels.PartOf(p, text, model.LabelValue{}, true), "tenant=(no label)", 8 + 16},
		{labels.PartOf(p, number, model.LabelValue{Num: 4096}, false), "size=4kB", 4},
		{labels.PartOf(p, number, model.LabelValue{}, true), "size=(no label)", 1 + 16},
		{labels.PartOfRange(p, number, 64, 4096), "size=64B…4kB", 2 + 4},
		{labels.Part{Key: "size", Value: "4kb"}, "size=4kb", 4},
		{labels.Part{Key: "size", Value: "1kb:"}, "size=1kb:", 4 + 8},
	} {
		if got := c.part.String(); got != c.name {
			t.Errorf("%s is called %s", c.name, got)
		}
		for _, x := range []struct {
			part labels.Part
			want int64
		}{{c.part, c.sum}, {c.part.Others(), 31 - c.sum}} {
			of := must.Have(x.part.Of(context.Background(), p))
			sum := must.Have(query.Evaluate(context.Background(), of, query.Query{SampleIndex: "cpu"})).Total
			if sum != 10*x.want || of.Samples.Len() == p.Samples.Len() || of.Stacks != p.Stacks {
				t.Errorf("%s: %d samples with %d ns, want %d", x.part, of.Samples.Len(), sum, 10*x.want)
			}
		}
	}
	if rest := labels.PartOf(p, text, model.LabelValue{Text: "a"}, false).Others().String(); rest != "tenant≠a" {
		t.Errorf("the rest is called %s", rest)
	}
}

// Nothing is not compared: the error says of what there is nothing.
func TestPartWithout(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	set := b.LabelSet([]model.Label{{Key: b.String("tenant"), Str: b.String("a")}})
	b.Sample(nil, set, []int64{1})
	p := b.Profile(model.Header{})
	for _, c := range []struct {
		part labels.Part
		want string
	}{
		{labels.Part{Key: "user", Value: "a"}, "no sample has the label user"},
		{labels.Part{Key: "tenant", Value: "b"}, "no sample has tenant=b"},
		{labels.Part{Key: "tenant", Value: "b", Rest: true}, "no sample has tenant=b"},
		{labels.Part{Key: "tenant", Value: "a", Rest: true}, "no sample is left beside tenant=a"},
		{labels.Part{Key: "tenant", None: true}, "no sample has tenant=(no label)"},
	} {
		if _, err := c.part.Of(context.Background(), p); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.part, err, c.want)
		}
	}
}

func TestParseParts(t *testing.T) {
	for text, want := range map[string][2]string{
		"tenant=a,b":    {"tenant=a", "tenant=b"},
		"tenant=a":      {"tenant≠a", "tenant=a"},
		`q="x,y",z`:     {"q=x,y", "q=z"},
		"size=1kb,1mb:": {"size=1kb", "size=1mb:"},
		"url=/a?x=1,/b": {"url=/a?x=1", "url=/b"},
		"tenant":        {},
		"=a,b":          {},
		"tenant=a,b,c":  {},
		`tenant="a,b`:   {},
	} {
		base, now, err := labels.ParseParts(text)
		if got := [2]string{base.String(), now.String()}; (err != nil) != (want[0] == "") || err == nil && got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
}
