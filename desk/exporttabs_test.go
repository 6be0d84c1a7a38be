package desk

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	pprof "github.com/google/pprof/profile"

	"profstation/desk/screen"
)

// Every tab of a profile can be written in each of its formats; the profile that
// the filters leave is read back with their sum.
func TestEveryTabExports(t *testing.T) {
	r := recorded(t, "cpu.pprof")
	r.do(screen.Refine{Name: "focus", Text: "json"}, screen.Select{Selection: screen.Selection{Node: "encoding/json.Marshal"}})
	left := figure(t, r.shown)
	for _, tab := range screen.OfProfile.Tabs() {
		if tab == screen.GraphTab { // is laid out by a process of its own
			continue
		}
		r.do(screen.ShowTab{Tab: tab})
		of := r.exporter.subject()
		formats := of.Formats()
		if len(formats) == 0 {
			t.Errorf("%v exports nothing", tab)
			continue
		}
		var endings []string
		for _, f := range formats {
			endings = append(endings, f.Ending)
			if f.Ending == ".png" && tab != screen.LabelsTab {
				continue // as the drawing, but long ones take their time
			}
			var out bytes.Buffer
			write, err := f.Prepare(t.Context(), of, r.ExportLook())
			if err == nil {
				err = write(&out)
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
		if tab != screen.OverviewTab && !strings.HasPrefix(strings.Join(endings, " "), ".svg .png .csv .json") {
			t.Errorf("%v is written as %v", tab, endings)
		}
	}
	r.export = filepath.Join(t.TempDir(), "left.pprof")
	r.do(screen.Export{})
	if data, err := os.ReadFile(r.export); err != nil || len(data) == 0 {
		t.Errorf("not written: %v", err)
	}
}
