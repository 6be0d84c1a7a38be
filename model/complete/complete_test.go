package complete_test

import (
	"context"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model/complete"
	"profstation/model/query"
)

func TestComplete(t *testing.T) {
	p := typed.Profile(t, `main.main@cmd/main.go net/http.serve@net/http/server.go encoding/json.Marshal@encoding/json/encode.go 100 user=bob size:=2048b
main.main net/http.serve main.handle@cmd/handle.go 50 user=alice role=a,b
main.main runtime.mallocgc 7
main.main shop.(*List[main.Key]).Map[go.shape.int] 3`)
	c := complete.New(reference.Evaluate(t, p, query.Default()))
	for _, x := range []struct{ filter, typed, want string }{
		{"focus", "ser", "net/http.serve net/http/server.go"},
		{"focus", "MAR", "encoding/json.Marshal"},
		{"hide", "http", "net/http.serve net/http/server.go"},
		{"focus", "jm", "encoding/json.Marshal"},
		{"focus", "xyz", ""},
		{"focus", "map[…]", "shop.(*List[main.Key]).Map[go.shape.int]"},
		{"focus", "(*list).map", "shop.(*List[main.Key]).Map[go.shape.int]"},
		{"focus", "main.key", "shop.(*List[main.Key]).Map[go.shape.int]"},
		{"prune_from", "mall", "runtime.mallocgc"},
		{"tagfocus", "us", "user"},
		{"tagfocus", "user=", "user=bob user=alice"},
		{"tagfocus", "user=^al", "user=alice"},
		{"tagfocus", "size=", "size=2kB"},
		{"tagignore", "bo", "user=bob"},
		{"tagroot", "role,u", "user"},
		{"tagshow", "s", "size user"},
		{"nonsense", "a", ""},
	} {
		got := must.Have(c.Complete(context.Background(), x.filter, x.typed, 3))
		var shown []string
		for _, g := range got {
			shown = append(shown, g.Show)
			if err := query.CheckFilter(x.filter, g.Text); err != nil {
				t.Errorf("%s %q proposes %q: %v", x.filter, x.typed, g.Text, err)
			}
		}
		if s := strings.Join(shown, " "); s != x.want {
			t.Errorf("%s %q: %q, want %q", x.filter, x.typed, s, x.want)
		}
	}
	if got := must.Have(c.Complete(context.Background(), "tagroot", "role,u", 1)); len(got) != 1 || got[0].Text != "role,user" {
		t.Errorf("tagroot: %+v", got)
	}
	if got := must.Have(c.Complete(context.Background(), "tagfocus", "role=", 1)); len(got) != 1 || reference.Left(t, p, query.Default().With("tagfocus", got[0].Text)) != 50 {
		t.Errorf("a value with a comma: %+v", got)
	}
	// Nothing that may be typed is more than no proposal.
	for _, s := range typed.Hostile {
		for _, f := range []string{"focus", "tagfocus", "tagroot", "taghide"} {
			must.Have(c.Complete(context.Background(), f, s, 5))
		}
	}
}
