package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/views"
)

// reported is the page that a desk writes of what is open.
func (r *rig) reported() string {
	r.t.Helper()
	r.path = filepath.Join(r.t.TempDir(), "page.html")
	r.do(views.Report{})
	page, err := os.ReadFile(r.path)
	if err != nil {
		r.t.Fatalf("%v, notice %q", err, r.shown.Notice)
	}
	return string(page)
}

func wantPage(t *testing.T, page string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}

// A sample type that was chosen for one document is not asked of those that have
// none of its name, comparisons among them.
func TestReportSampleTypes(t *testing.T) {
	r := compared(t)
	r.do(views.Open{Paths: []string{writeHeap(t)}}, views.Activate{Document: 4}, views.SampleType{Name: "inuse_space"})
	wantPage(t, r.reported(), "heap.pprof", "fast.pprof → slow.pprof", "Functions that changed")
}
