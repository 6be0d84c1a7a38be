package compare_test

import (
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	pproffile "profstation/loader/pprof"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/testdata/record/synthetic"
)

func referencesOf(t testing.TB, step int64) *model.Profile {
	t.Helper()
	data := must.Have(synthetic.References(synthetic.ShopHeld(step)))
	return must.Have(pproffile.FromLibrary(must.Have(profile.ParseData(data)), "pprof"))
}

// References are counted in full: what grew has grown, what did not is unchanged.
func TestReferencesCompared(t *testing.T) {
	p := pairOf(t, referencesOf(t, 0), referencesOf(t, 1))
	c := evaluated(t, p, query.Query{}, compare.Normalisation{})
	grew := 0
	for _, row := range must.Have(c.Rows(t.Context())) {
		name := c.New.Nodes.Node(row.Node).Name
		want := compare.Unchanged
		if strings.Contains(name, "shop/catalog") || strings.Contains(name, "shop/order") || name == "$mapkey. (string)" {
			want, grew = compare.Real, grew+1
		}
		if row.Cum.Verdict.Outcome != want {
			t.Errorf("%s: %v, want %v", name, row.Cum.Verdict.Outcome, want)
		}
	}
	if grew != 4 {
		t.Errorf("%d rows grew", grew)
	}
}

func TestReferencesAreNoHeap(t *testing.T) {
	heap := &profile.Profile{SampleType: []*profile.ValueType{{Type: "inuse_space", Unit: "bytes"}}, PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"}, Period: 1}
	if err := compare.Fit(of(t, heap), referencesOf(t, 0)); err == nil || !strings.Contains(err.Error(), "references profile") {
		t.Errorf("compared with a heap profile: %v", err)
	}
	if err := compare.Fit(referencesOf(t, 1), referencesOf(t, 0)); err != nil {
		t.Error(err)
	}
}
