package model

import (
	"strings"
	"testing"
)

// FuzzComplete proposes for any typed text: what it proposes is a filter that is understood.
func FuzzComplete(f *testing.F) {
	for _, text := range []string{"", "a", "user=", "user=^b", "a,b", "x\nuser=b", "=", "(", "\xff", "İ", "bytes=6"} {
		f.Add(text, "focus")
		f.Add(text, "tagfocus")
	}
	p := parseStacks(f, fuzzed)
	r, err := p.Evaluate(f.Context(), DefaultQuery())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, typed, name string) {
		c := NewCompleter(r)
		for _, o := range Options {
			if o.Name != name && len(typed)%7 > 0 {
				continue
			}
			// A line or key before the last is the user's own, and may be wrong.
			own := p.CheckFilter(o.Name, typed[:max(strings.LastIndexByte(typed, '\n'), 0)]) != nil
			all, err := c.Complete(t.Context(), o.Name, typed, 4)
			if err != nil {
				t.Fatal(err)
			}
			if len(all) > 4 {
				t.Errorf("%d proposals", len(all))
			}
			for _, x := range all {
				if err := p.CheckFilter(o.Name, x.Text); err != nil && !own {
					t.Errorf("--%s %q proposes %q: %v", o.Name, typed, x.Text, err)
				}
				if x.Show != Sanitise(x.Show) {
					t.Errorf("%q is shown", x.Show)
				}
			}
		}
	})
}
