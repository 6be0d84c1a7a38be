package query_test

import (
	"strings"
	"testing"

	"profstation/model/query"
)

// FuzzOption sets every option to any text: it is refused and changes nothing, or is what the
// option then has.
func FuzzOption(f *testing.F) {
	for _, text := range []string{"", "true", "T", "-1", "80", "1e3", "0.005", "NaN", "Inf", "-0", "0x1p-2", "1_000", "lines", "(", "a\nb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range query.Options {
			q := query.Default()
			before := q
			if err := o.Set(&q, text); err != nil {
				if q != before || strings.ContainsRune(err.Error(), '\n') {
					t.Errorf("--%s=%q, refused by %q, made %+v", o.Name, text, err, q)
				}
				continue
			}
			if q != q {
				t.Errorf("--%s=%q makes a query that is not equal to itself", o.Name, text)
			}
			again := query.Default()
			if err := o.Set(&again, o.Value(&q)); err != nil || again != q {
				t.Errorf("--%s=%q is %q, which makes %+v, %v, want %+v", o.Name, text, o.Value(&q), again, err, q)
			}
			o.Reset(&q)
			if q != before {
				t.Errorf("--%s=%q stays when it is reset", o.Name, text)
			}
		}
	})
}
