package trace

import (
	"os"
	"path/filepath"
	"testing"

	"profstation/internal/must"
	"profstation/measure/hostile"
)

// BenchmarkLoad loads recordings, and one that is full of regions.
func BenchmarkLoad(b *testing.B) {
	inputs := map[string][]byte{}
	for _, file := range []string{"../../testdata/trace.trace", os.Getenv("PROFSTATION_BENCH")} {
		if file != "" {
			inputs[filepath.Base(file)] = must.Have(os.ReadFile(file))
		}
	}
	for _, x := range hostile.Traces {
		if x.Name == "a chain of tasks with regions" {
			inputs["regions"] = x.Make(100_000)
		}
	}
	for name, data := range inputs {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := decodeBytes(b, data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
