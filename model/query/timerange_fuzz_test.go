package query_test

import (
	"strings"
	"testing"

	"profstation/model/query"
)

// FuzzParseTimeRange reads any text: a range that was read is the same when it is written and read again, it is in each
// of its lines, and what is refused is refused in one line.
func FuzzParseTimeRange(f *testing.F) {
	for _, s := range []string{"1.5s:2.25s", "1.5s:", ":250ms", "1s:3s\n2s:4s", "1s:2s\n3s:4s", "-1h:1h", ":", "", "1s", "2s:1s", "-9223372036854775808ns:", ":9223372036854775807ns", " 1s : 2s ", "1s:2s:3s"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := query.ParseTimeRange(s)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: %q", s, err)
			}
			return
		}
		if r.Empty() {
			return // of lines that have no time in common
		}
		if again, err := query.ParseTimeRange(r.String()); err != nil || again != r {
			t.Errorf("%q is read as %s, and that as %s, %v", s, r, again, err)
		}
		for line := range strings.SplitSeq(s, "\n") {
			if one, err := query.ParseTimeRange(line); err != nil || one.Meet(r) != r {
				t.Errorf("%q: %s is not in %q (%v)", s, r, line, err)
			}
		}
	})
}
