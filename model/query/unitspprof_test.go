package query_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/model/query"
	"profstation/model/units"
)

// TestUnitsAgainstPprof writes values of every size in every unit and compares
// how pprof prints them in every other.
func TestUnitsAgainstPprof(t *testing.T) {
	from := []string{"nanoseconds", "ns", "us", "milliseconds", "seconds", "s", "hrs", "bytes", "b", "kb", "kilobytes", "MB",
		"gbyte", "count", "requests", "GCU", "nanogcu", "s*GCU", ""}
	to := []string{"minimum", "auto", "ns", "us", "ms", "s", "seconds", "hrs", "minutes", "b", "bytes", "kb", "KB", "kilobyte", "MB",
		"GB", "tb", "pb", "count", "sample", "unit", "GCU", "m*GCU", "parsecs"}
	values := []int64{1, -1, 3, 99, 999, 1000, 1001, 1023, 1024, 1025, 1535, 99_499, 123_456, 1 << 20, 1<<20 + 1, 7_654_321, 999_999_999,
		1 << 30, 3_600_000_000_000, 1 << 40, -1 << 45, 1 << 50, 1 << 55}
	p := &profile.Profile{}
	for i, u := range from {
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: fmt.Sprint("t", i), Unit: u})
	}
	for i, v := range values {
		f := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("f%02d", i)}
		l := &profile.Location{ID: uint64(i + 1), Line: []profile.Line{{Function: f}}}
		s := &profile.Sample{Location: []*profile.Location{l}}
		for range from {
			s.Value = append(s.Value, v)
		}
		p.Function, p.Location, p.Sample = append(p.Function, f), append(p.Location, l), append(p.Sample, s)
	}
	var data bytes.Buffer
	must.Do(p.Write(&data))
	file := filepath.Join(t.TempDir(), "units.pb.gz")
	must.Do(os.WriteFile(file, data.Bytes(), 0o600))
	loaded := load(t, file)
	tool := newPprofTool(t, file)
	var script strings.Builder
	for i := range from {
		for j, u := range to {
			fmt.Fprintf(&script, "sample_index=t%d\nunit=%s\nnodefraction=0\nnodecount=0\ntop >%d-%d.txt\n", i, u, i, j)
		}
	}
	_, errs := tool.run(script.String())
	for i, unit := range from {
		q := query.Default().Whole()
		q.SampleIndex = fmt.Sprint("t", i)
		r := must.Have(query.Evaluate(context.Background(), loaded, q))
		table := must.Have(r.Top(context.Background()))
		for j, u := range to {
			out := u
			if u == "minimum" {
				out = r.TableUnit(table.Rows)
			}
			text := string(tool.read(fmt.Sprintf("%d-%d.txt", i, j), errs))
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			lines = lines[len(lines)-len(table.Rows):]
			for k, row := range table.Rows {
				fields := strings.Fields(lines[k])
				if got := units.FormatPprof(row.Flat, unit, out); got != fields[0] {
					t.Errorf("%d %q in %q: %q, want %q", row.Flat, unit, u, got, fields[0])
				}
				if got := strings.TrimSpace(units.Percent(row.Flat, r.Total)); got != fields[1] {
					t.Errorf("%d of %d: %q, want %q", row.Flat, r.Total, got, fields[1])
				}
			}
		}
	}
}
