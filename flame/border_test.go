package flame_test

import (
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/lineage"
	"profstation/model/query"
)

// The border between two goroutines says what it is, and nothing else does.
func TestBorders(t *testing.T) {
	f := must.Have(loader.Open(t.Context(), "../testdata/goroutine.debug2.txt", loader.Options{}))
	q := query.Default()
	q.Creators = true
	r := must.Have(query.Evaluate(t.Context(), f.Profile, q))
	c := chartOf(t, r, flame.Options{Pivot: query.NoNode})
	borders := 0
	for branch := int32(0); c.Has(flame.Ref{Branch: branch}); branch++ {
		ref := flame.Ref{Branch: branch}
		n := c.Box(ref).Node
		if n == query.NoNode {
			continue
		}
		_, border := lineage.Started(r.Nodes.Node(n).Name)
		if says := strings.Contains(c.DescribeNode(ref), "a go statement"); says != border {
			t.Errorf("%s says that it is a border: %v", r.Nodes.Node(n).Name, says)
		}
		if border {
			borders++
		}
	}
	if borders < 5 {
		t.Errorf("%d borders", borders)
	}
}
