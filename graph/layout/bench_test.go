package layout_test

import (
	"bytes"
	"os/exec"
	"testing"
	"time"

	"profstation/graph/layout"
	"profstation/internal/must"
)

// BenchmarkGraphviz tells how long a graph of the default size takes from here to
// positions, with a process started for it and with one that waits, and how
// many times that of the native dot, where that is installed, on the same DOT.
func BenchmarkGraphviz(b *testing.B) {
	g := tree(1, 80)
	native := time.Duration(0)
	if dot, err := exec.LookPath("dot"); err == nil {
		text := g.DOT()
		b.Run("native", func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command(dot, "-Tjson0")
				cmd.Stdin = bytes.NewReader(text)
				must.Have(cmd.Output())
			}
			native = b.Elapsed() / time.Duration(b.N)
		})
	}
	for _, warm := range []bool{false, true} {
		name := "started"
		if warm {
			name = "waiting"
		}
		b.Run(name, func(b *testing.B) {
			h := &layout.Helper{Command: as("helper")}
			defer h.Close()
			for b.Loop() {
				if warm {
					b.StopTimer()
					h.Warm()
					h.Ready()
					b.StartTimer()
				}
				must.Have(h.Lay(b.Context(), g, layout.Effort{Labels: true}))
			}
			if native > 0 {
				b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(native), "times-native")
			}
		})
	}
}

func BenchmarkQuick(b *testing.B) {
	g := tree(1, 400)
	g.Edges = append(g.Edges, tree(2, 400).Edges...)
	for b.Loop() {
		must.Have(layout.Quick(b.Context(), g))
	}
}
