package desk

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/origin"
)

// Every tab of a profile can be written in each of its formats; the profile that
// the filters leave is read back with their sum.
func TestEveryTabExports(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	r.do(screen.Refine{Name: "focus", Text: "json"}, screen.Select{Selection: ask.Selection{Node: "encoding/json.Marshal"}})
	left := figure(t, r.shown)
	for _, tab := range ask.OfProfile.Tabs() {
		if tab == ask.GraphTab { // is laid out by a process of its own
			continue
		}
		r.do(screen.ShowTab{Tab: tab})
		of, formats := r.exporter.shown(), r.Formats()
		if len(formats) == 0 {
			t.Errorf("%v exports nothing", tab)
			continue
		}
		var endings []string
		for _, f := range formats {
			endings = append(endings, f.Ending)
			if f.Ending == ".png" && tab != ask.LabelsTab {
				continue // as the drawing, but long ones take their time
			}
			var out bytes.Buffer
			do, err := write.Prepare(t.Context(), f, of, r.ExportLook())
			if err == nil {
				err = do(&out)
			}
			if err != nil || out.Len() < 40 {
				t.Errorf("%v as %s: %d bytes, %v", tab, f.Ending, out.Len(), err)
			}
			if f.Ending == ".pprof" {
				p, err := pprof.Parse(&out)
				if err != nil {
					t.Fatal(err)
				}
				var sum int64
				for _, s := range p.Sample {
					sum += s.Value[1]
				}
				if sum != left {
					t.Errorf("%v: the profile that is left has %d, want %d", tab, sum, left)
				}
			}
		}
		for _, ending := range []string{ask.SVG, ".png", ask.CSV, ".json"} {
			if tab != ask.OverviewTab && !slices.Contains(endings, ending) {
				t.Errorf("%v is written as %v", tab, endings)
			}
		}
	}
	r.export = filepath.Join(t.TempDir(), "left.pprof")
	r.do(screen.Export{})
	if data, err := os.ReadFile(r.export); err != nil || len(data) == 0 {
		t.Errorf("not written: %v", err)
	}
}

// The exact figures of a source file name the function of each line, and its code is as it can be pasted: no
// apostrophe stands before it.
func TestSourceExports(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	repository, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	const function = "profstation/testdata/record/pricing.Total"
	r.Prefer(session.Preferences{SourceFolders: []origin.Ref{origin.Ref(repository)}}, true)
	r.do(screen.Select{Selection: ask.Selection{Node: function}}, screen.ShowTab{Tab: ask.SourceTab})
	r.export = filepath.Join(t.TempDir(), "source.csv")
	r.do(screen.Export{})
	f, err := os.Open(r.export)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	named, code := 0, 0
	for _, row := range rows[1:] {
		if row[0] == function {
			named++
		}
		if text := row[len(row)-1]; strings.HasPrefix(text, "    ") {
			code++
		} else if row[0] == "" || strings.ContainsAny(text, "'\t") {
			t.Errorf("a row is %q", row)
		}
	}
	if named == 0 || code == 0 {
		t.Errorf("%d rows are of the function, %d have indented code: %q", named, code, rows)
	}
}
