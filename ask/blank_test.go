package ask

import (
	"bytes"
	"testing"

	pprof "github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
)

// A profile whose usual sample type is 0 in all samples opens on one that is not, unless the user has
// chosen it, or there is no other.
func TestUsualTypeIsZero(t *testing.T) {
	for _, c := range []struct {
		values         []int64
		chosen         string
		shown, initial string
	}{
		{[]int64{5, 0}, "", "alloc", "inuse"}, {[]int64{5, 0}, "inuse", "inuse", ""}, {[]int64{5, 1}, "", "inuse", ""},
		{[]int64{0, 0}, "", "inuse", ""}, {[]int64{5, 0}, "gone", "alloc", "inuse"},
	} {
		f := &pprof.Function{ID: 1, Name: "main.f"}
		l := &pprof.Location{ID: 1, Line: []pprof.Line{{Function: f}}}
		p := &pprof.Profile{
			SampleType: []*pprof.ValueType{{Type: "alloc", Unit: "bytes"}, {Type: "inuse", Unit: "bytes"}},
			Function:   []*pprof.Function{f}, Location: []*pprof.Location{l}, Sample: []*pprof.Sample{{Location: []*pprof.Location{l}, Value: c.values}},
		}
		var data bytes.Buffer
		if err := p.Write(&data); err != nil {
			t.Fatal(err)
		}
		r := window(must.Have(loader.Decode(t.Context(), "x.pprof", data.Bytes(), loader.Options{})).Profile)
		r.Place.Query.SampleIndex = c.chosen
		if a := computed(t, r, nil); a.Result.Type.Type != c.shown || a.Instead != c.initial {
			t.Errorf("%v, chosen %q: %s is shown in place of %q, want %s in place of %q", c.values, c.chosen, a.Result.Type.Type, a.Instead, c.shown, c.initial)
		}
	}
}
