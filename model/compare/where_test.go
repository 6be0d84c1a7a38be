package compare_test

import (
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model/compare"
	"profstation/model/query"
)

// hashing is a service in which hashing takes that many ms in two handlers, and other work 3 s.
func hashing(ms int64) *profile.Profile {
	p := typed([]typedSample{
		{stack: stack("V", "O", "H", "S", "B"), ms: ms},
		{stack: stack("V", "L", "H", "S", "B"), ms: ms / 4},
		{stack: stack("V", "L", "R"), ms: 3000},
		{stack: stack("G"), ms: 500},
	})
	for _, f := range p.Function {
		f.Name = map[string]string{
			"main.V": "net/http.(*conn).serve", "main.O": "main.order", "main.L": "main.list", "main.H": "main.hashOrders", "main.R": "main.render",
			"main.S": "crypto/sha256.Sum256", "main.B": "crypto/sha256.block", "main.G": "runtime.gcBgMarkWorker",
		}[f.Name]
	}
	return p
}

// A change in what the program calls is charged to the function of its own that calls it, over all its callers, and the
// path that has most of it is named.
func TestWhere(t *testing.T) {
	for _, c := range []struct {
		base, now int64
		path      string
	}{
		{1000, 3000, "net/http.(*conn).serve main.order main.hashOrders crypto/sha256.Sum256 crypto/sha256.block"},
		{3000, 1000, "net/http.(*conn).serve main.order main.hashOrders crypto/sha256.Sum256 crypto/sha256.block"},
		{1000, 1000, ""},
	} {
		compared := evaluated(t, join(t, hashing(c.base), hashing(c.now)), query.Default().Whole(), compare.Normalisation{})
		w := must.Have(compared.Where(t.Context()))
		var path []string
		for _, n := range w.Path {
			path = append(path, compared.Name(n))
		}
		if got := strings.Join(path, " "); got != c.path {
			t.Errorf("%d → %d: the path is %q, want %q", c.base, c.now, got, c.path)
		}
		if c.path == "" {
			if w.Own != query.NoNode {
				t.Errorf("nothing changed, but it is in %s", compared.Name(w.Own))
			}
			continue
		}
		if w.Own == query.NoNode || compared.Name(w.Own) != "main.hashOrders" || w.OwnChange.Delta != compared.Total().Delta {
			t.Errorf("%d → %d: it is in %+v of %v", c.base, c.now, w.OwnChange, compared.Total().Delta)
		}
		if part := w.PathChange.Delta / compared.Total().Delta; part != 0.8 {
			t.Errorf("the path carries %v", part)
		}
	}
	if text := markdown(t, hashing(1000), hashing(3000), query.Default()); !strings.Contains(text, "the largest change is `main.hashOrders`: +2.50s of +2.50s") ||
		!strings.Contains(text, "`crypto/sha256.block`, +2s of +2.50s") {
		t.Errorf("the summary is %s", text)
	}
}

// Where one call got cheaper, two others may each carry more than half of the change: the path goes by the larger.
func TestWhereOthersGoTheOtherWay(t *testing.T) {
	of := func(fetch, rank, render int64) *profile.Profile {
		p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}}, PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10e6}
		location := map[string]*profile.Location{}
		at := func(name string) *profile.Location {
			if location[name] == nil {
				f := &profile.Function{ID: uint64(len(location) + 1), Name: name}
				l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
				p.Function, p.Location, location[name] = append(p.Function, f), append(p.Location, l), l
			}
			return location[name]
		}
		for name, ms := range map[string]int64{"main.fetch": fetch, "main.rank": rank, "main.render": render} {
			p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{at(name), at("main.serve")}, Value: []int64{ms * 1e6}})
		}
		return p
	}
	c := evaluated(t, join(t, of(2000, 1000, 1000), of(500, 2900, 1800)), query.Default().Whole(), compare.Normalisation{})
	w := must.Have(c.Where(t.Context()))
	if len(w.Path) == 0 || c.Name(w.Path[len(w.Path)-1]) != "main.rank" || w.PathChange.Delta != 1.9e9 {
		t.Errorf("the path is %+v, %v", w.Path, w.PathChange.Delta)
	}
}
