package query_test

import (
	"context"
	"regexp"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model/query"
)

// A search finds a generic method in full, as boxes show it, and as the source has it. Filters are pprof's: they see
// full names only.
func TestSearch(t *testing.T) {
	r := reference.Evaluate(t, typed.Profile(t, "main.main a/shop.(*List[net/http.Header]).Map[go.shape.int] 3"), query.Default())
	for _, c := range []struct {
		text          string
		full, shorter bool
	}{
		{`Map\[go\.shape\.int\]$`, true, true}, {`^shop\.`, false, true}, {`\.Map$`, false, true}, {`^shop\.\(\*List\)\.Map$`, false, true},
		{`List\[…\]\)\.Map\[…\]`, false, true}, {`net/http`, true, true}, {`^http`, false, false},
	} {
		re := regexp.MustCompile(c.text)
		for n, found := range must.Have(r.Search(context.Background(), re)) {
			name := r.Nodes.Node(query.NodeID(n)).Name
			if want := c.shorter && name != "main.main"; found != want {
				t.Errorf("a search for %s finds %s: %v, want %v", c.text, name, found, want)
			}
		}
		if got := len(must.Have(r.Peek(context.Background(), re))) > 0; got != c.full {
			t.Errorf("peek at %s finds something: %v, want %v", c.text, got, c.full)
		}
	}
}
