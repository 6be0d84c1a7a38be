//go:build window

package e2e

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The controls above a call graph.
const (
	controlsY = 130
	sliderX   = 296 // where it begins

	untrimmedX = 680 // no trim
)

// note is where a call graph says how far its layout is.
var note = image.Rect(235, 930, 900, 958)

// ShowCallGraph goes to the tab, and waits until the whole picture is there.
func (w *window) ShowCallGraph(before *image.RGBA) *image.RGBA {
	w.t.Helper()
	w.Key("2")
	w.Away()
	w.WaitPicture("a call graph", func(m *image.RGBA) bool {
		return !blank(part(m, canvas)) && differing(part(before, canvas), part(m, canvas)) > pixels(part(m, canvas))/4 &&
			count(part(m, note), theme(m).Warning) == 0
	})
	return w.WaitStable()
}

// topBox is a point in the uppermost box of a call graph.
func topBox(t *testing.T, m *image.RGBA) (x, y int) {
	t.Helper()
	ground := opaque(theme(m).Background)
	for y := canvas.Min.Y; y < canvas.Max.Y; y++ {
		for x, from := canvas.Min.X, canvas.Min.X; x < canvas.Max.X; x++ {
			if c := m.RGBAAt(x, y); c == ground || c != m.RGBAAt(from, y) {
				from = x
			} else if x-from > 40 {
				return x - 4, y + 1
			}
		}
	}
	t.Fatal("no box is on the screen")
	return 0, 0
}

// ExportDOT writes the call graph for graphviz and counts its nodes.
func (w *window) ExportDOT() (nodes int) {
	w.t.Helper()
	data, err := os.ReadFile(w.Export(".dot"))
	if err != nil {
		w.t.Fatal(err)
	}
	if !bytes.HasPrefix(data, []byte("digraph ")) {
		w.t.Errorf("the file begins %.40q", data)
	}
	return strings.Count(string(data), "shape=box tooltip")
}

// TestCallGraph: the tab shows a graph, hovering lights a node, a click selects
// it, a double click leaves its callers and callees, and what is seen is written.
func TestCallGraph(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	m := w.ShowCallGraph(w.WaitFlame())
	d := w.ExportSVG()
	all := len(d.names(0))
	if d.Title != "cpu.pprof" || all < 20 || !contains(d.names(0), "net/http.(*conn).serve") {
		t.Errorf("the drawing is called %q and has the boxes %q", d.Title, d.names(0))
	}
	x, y := topBox(t, m)
	lit := func(m *image.RGBA) int { return count(part(m, canvas), theme(m).Hover) }
	if lit(m) > 0 {
		t.Error("something is lit before the pointer is there")
	}
	w.Move(x, y)
	w.WaitPicture("a lit node", func(m *image.RGBA) bool { return lit(m) > 100 })
	w.Click(x, y)
	w.WaitPicture("an outline around the node", func(m *image.RGBA) bool {
		return count(part(m, canvas), theme(m).Selection) > 100
	})
	before := w.WaitStable()
	w.DoubleClick(x, y)
	w.Away()
	pivoted := w.WaitRedrawn(before)
	if around := len(w.ExportSVG().names(0)); around == 0 || around >= all {
		t.Errorf("a double click leaves %d of %d boxes", around, all)
	}
	w.Key("alt+Left")
	before = w.WaitRedrawn(pivoted)
	w.Click(untrimmedX, controlsY)
	w.Away()
	more := w.WaitChange(before)
	w.Click(untrimmedX, controlsY)
	w.Click(sliderX, controlsY)
	w.Away()
	w.WaitChange(more)
	few := all
	w.until("fewer nodes with the slider at its left end", func() bool {
		few = w.ExportDOT()
		return few < all
	})
	if few < 5 {
		t.Errorf("with the slider at its left end there are %d nodes, before %d", few, all)
	}
}

// TestCallGraphOutlivesItsHelper: a graph that takes graphviz seconds is shown at
// once and can be moved meanwhile. If the process that lays it out is killed, the
// picture stays, a line says so, and the next layout works.
func TestCallGraphOutlivesItsHelper(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.ShowCallGraph(w.WaitFlame())
	told := func(m *image.RGBA) int { return count(part(m, note), theme(m).Warning) }
	w.Click(untrimmedX, controlsY)
	// It is held, so that a quick machine does not finish it meanwhile.
	var helpers []int
	w.until("a process that lays the graph out", func() bool {
		helpers = children(t, w.cmd.Process.Pid, "layout-graph")
		for _, pid := range helpers {
			if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
				t.Error(err)
			}
		}
		return len(helpers) > 0
	})
	w.Away()
	quick := w.WaitPicture("a quick picture", func(m *image.RGBA) bool {
		return told(m) > 50 && differing(part(before, canvas), part(m, canvas)) > pixels(part(m, canvas))/10
	})
	w.Drag(600, 500, 700, 600)
	w.Away()
	w.WaitPicture("a picture that moved", func(m *image.RGBA) bool { return differing(quick, m) > 10_000 })
	waiting := told(w.Picture())
	for _, pid := range helpers {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}
	w.WaitPicture("a line that says what happened", func(m *image.RGBA) bool {
		n := told(m)
		return n > 50 && n != waiting
	})
	w.until("the end of the processes", func() bool { return len(children(t, w.cmd.Process.Pid, "layout-graph")) == 0 })
	broken := w.WaitStable()
	w.Click(untrimmedX, controlsY)
	w.Click(sliderX+20, controlsY)
	w.Away()
	w.WaitPicture("the next layout", func(m *image.RGBA) bool {
		return told(m) == 0 && differing(part(broken, canvas), part(m, canvas)) > pixels(part(m, canvas))/50
	})
	next := w.WaitStable()
	w.Command("Flame graph")
	w.WaitRedrawn(next)
}

// children returns the processes that a process has started with an argument.
func children(t *testing.T, parent int, argument string) (pids []int) {
	t.Helper()
	folders, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		stat, err := os.ReadFile(filepath.Join(f, "stat"))
		if err != nil {
			continue // it has ended
		}
		var state byte
		var ppid, pid int
		after := string(stat[bytes.LastIndexByte(stat, ')')+1:])
		fmt.Sscanf(after, " %c %d", &state, &ppid)
		fmt.Sscan(filepath.Base(f), &pid)
		line, _ := os.ReadFile(filepath.Join(f, "cmdline"))
		if ppid == parent && bytes.Contains(line, []byte("\x00"+argument+"\x00")) {
			pids = append(pids, pid)
		}
	}
	return pids
}
