package house

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"testing"
)

var (
	// spaced is a figure with a blank before its unit, or what becomes one.
	spaced = regexp.MustCompile(`([0-9]|%[a-z0-9.]*[a-z]|\}\}) (ns|us|µs|μs|ms|s|kB|KB|KiB|MB|MiB|GB|GiB|TB)\b`)
	// behind is a unit that is put behind a number.
	behind = regexp.MustCompile(`^ (ns|us|µs|μs|ms|s|kB|KB|KiB|MB|MiB|GB|GiB|TB)$`)
	// ascii is a figure in microseconds in the letters of pprof's reports.
	ascii = regexp.MustCompile(`([0-9]|%[a-z0-9.]*[a-z])us\b`)
	// parted is an ellipsis that does not follow its word.
	parted = regexp.MustCompile(`[\pL0-9] …$`)
)

// misspelt says what is wrong with the figures and marks of a text, "" if nothing is.
func misspelt(text string) string {
	switch {
	case spaced.MatchString(text), behind.MatchString(text):
		return "a unit follows its number without a blank, as units.Format has it"
	case ascii.MatchString(text):
		return "microseconds are µs"
	case parted.MatchString(text):
		return "an ellipsis follows its word without a blank"
	}
	return ""
}

// TestUnits checks that texts spell units and ellipses in one way.
func TestUnits(t *testing.T) {
	for name, file := range everySource(t) {
		ast.Inspect(file, func(n ast.Node) bool {
			l, ok := n.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(l.Value); err == nil {
				if wrong := misspelt(text); wrong != "" {
					t.Errorf("%s: %q: %s", name, text, wrong)
				}
			}
			return true
		})
	}
}

// TestMisspelt proves that the test of units can fail.
func TestMisspelt(t *testing.T) {
	for text, wrong := range map[string]bool{
		"after 10 ms": true, "%d MB": true, "%.1f MB of it": true, " µs": true, "{{.N}} s left": true, "about 5us": true, "Open …": true,
		"after 10ms": false, "%dMB": false, "µs": false, "20 samples": false, "Open…": false, "by %s": false, "1 … 9": false, "us": false,
	} {
		if got := misspelt(text); (got != "") != wrong {
			t.Errorf("%q: %q", text, got)
		}
	}
}
