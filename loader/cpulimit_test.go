package loader_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model/trace"
)

// A control group's cpu.max beside a trace says how much CPU time its program had.
func TestCPULimit(t *testing.T) {
	const ms = trace.Time(1e6)
	dir := t.TempDir()
	file := filepath.Join(dir, "run.trace")
	must.Do(os.WriteFile(file, must.Have(os.ReadFile("../testdata/trace.trace")), 0o600))
	for _, c := range []struct {
		text string
		want trace.CPULimit
		left string
	}{
		{"200000 100000\n", trace.CPULimit{Quota: 200 * ms, Period: 100 * ms}, ""},
		{"max 100000\n", trace.CPULimit{}, ""},
		{"150000 100000", trace.CPULimit{Quota: 150 * ms, Period: 100 * ms}, ""},
		{"200000\n", trace.CPULimit{}, `run.cpu.max beside it is left out: "200000\n" where`},
		{"-1 100000", trace.CPULimit{}, "run.cpu.max beside it is left out"},
		{"1 0", trace.CPULimit{}, "run.cpu.max beside it is left out"},
		{"9223372036854775807 1", trace.CPULimit{}, "run.cpu.max beside it is left out"},
		{"1 2 3", trace.CPULimit{}, "run.cpu.max beside it is left out"},
	} {
		must.Do(os.WriteFile(filepath.Join(dir, "run"+loader.CPULimitEnding), []byte(c.text), 0o600))
		got := must.Have(loader.Open(t.Context(), file, loader.Options{})).Trace
		if left := strings.Join(got.Warnings, "\n"); got.CPULimit != c.want || (left == "") != (c.left == "") || !strings.HasPrefix(left, c.left) {
			t.Errorf("%q: %+v, %q", c.text, got.CPULimit, left)
		}
	}
}
