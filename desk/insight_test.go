package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/desk/desktest"
	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/scene"
)

// A table and a call graph are exported as a whole, or only the part on the
// screen.
func TestExportInSight(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{desktest.WriteCPU(t)}}, screen.ShowTab{Tab: screen.TopTab})
	written := func(whole bool) string {
		t.Helper()
		r.export = filepath.Join(t.TempDir(), "x.svg")
		r.look = func(l *export.Look) {
			if !l.Whole {
				t.Error("everything is not what is offered first")
			}
			l.Whole = whole
		}
		r.do(screen.Export{})
		data, err := os.ReadFile(r.export)
		if err != nil {
			t.Fatal(err, r.shown.Notice)
		}
		return string(data)
	}
	r.sight = screen.Sight{From: 1, To: 3}
	rows := r.shown.Answer.TopRows
	name := func(i int) string { return ">" + r.shown.Answer.Result.Nodes.Node(rows[i].Node).String() + "<" }
	if all := written(true); !r.offer.Part || !strings.Contains(all, name(0)) || !strings.Contains(all, name(1)) {
		t.Errorf("part %v; all rows:\n%s", r.offer.Part, all)
	}
	part := written(false)
	if strings.Contains(part, name(0)) || !strings.Contains(part, name(1)) || !strings.Contains(part, name(2)) || strings.Contains(part, name(3)) ||
		!strings.Contains(part, "rows 2 to 3 of") {
		t.Errorf("rows 2 and 3:\n%s", part)
	}
	r.do(screen.ShowTab{Tab: screen.GraphTab})
	c := r.shown.Graph.Chart
	r.sight = screen.Sight{Graph: &graph.View{Scale: 2, Origin: scene.Point{X: c.W / 2, Y: c.H / 2}, Area: scene.Rect{X1: 300, Y1: 200}}}
	whole, part := written(true), written(false)
	if whole == part || !strings.Contains(part, "the part in sight") || strings.Contains(whole, "the part in sight") {
		t.Error("the call graph is the same in whole and in part")
	}
}
