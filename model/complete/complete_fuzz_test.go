package complete_test

import (
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model/complete"
	"profstation/model/query"
	"profstation/model/safe"
)

// FuzzComplete proposes for any typed text: what it proposes is a filter that is understood.
func FuzzComplete(f *testing.F) {
	for _, text := range []string{"", "a", "user=", "user=^b", "a,b", "x\nuser=b", "=", "(", "\xff", "İ", "bytes=6"} {
		f.Add(text, "focus")
		f.Add(text, "tagfocus")
	}
	p := typed.Profile(f, typed.Odd)
	r := must.Have(query.Evaluate(f.Context(), p, query.Default()))
	f.Fuzz(func(t *testing.T, typed, name string) {
		c := complete.New(r)
		for _, o := range query.Options {
			if o.Name != name && len(typed)%7 > 0 {
				continue
			}
			// A line or key before the last is the user's own, and may be wrong.
			own := query.CheckFilter(o.Name, typed[:max(strings.LastIndexByte(typed, '\n'), 0)]) != nil
			all := must.Have(c.Complete(t.Context(), o.Name, typed, 4))
			if len(all) > 4 {
				t.Errorf("%d proposals", len(all))
			}
			for _, x := range all {
				if err := query.CheckFilter(o.Name, x.Text); err != nil && !own {
					t.Errorf("--%s %q proposes %q: %v", o.Name, typed, x.Text, err)
				}
				if x.Show != safe.Text(x.Show) {
					t.Errorf("%q is shown", x.Show)
				}
			}
		}
	})
}
