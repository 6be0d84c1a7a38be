package loader

import (
	"math/big"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/text"
	"profstation/model"
	"profstation/model/work"
)

// FuzzLegacy compares texts from before the protobuf with google/pprof: where both read one, they
// have the same sample types, as many samples and the same sums.
func FuzzLegacy(f *testing.F) {
	for _, c := range debug1Cases {
		f.Add([]byte(c.text))
	}
	for _, text := range []string{
		"heap profile: 1: 2 [3: 4] @ heap/1048576\n1: 2 [3: 4] @ 0x1 0x2\n#\t0x0\tmain.f+0x1\t/m.go:1\n",
		"heap profile: 1: 2 [3: 4] @ heapprofile\n 1: 2 [3: 4] @ 0x1 0x2\n\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 00000000 00:00 0 /bin/a\n",
		"heap profile: 1: 1 [1: 1] @ growthz\n1: 1 [1: 1] @ 0x1 0x2\n",
		"--- contention:\ncycles/second=1000\n7 2 @ 0x1 0x2\n#\t0x0\tmain.f+0x1\t/m.go:1\n",
		"--- mutex:\ncycles/second=3000000\nsampling period=5\n7 2 @ 0x1 0x2\n",
		"--- contentionz 1 ---\ncycles/second = 1\nsampling period = 1\n1 1 @ 0x1 0x2 0x3\n",
		"threadcreate profile: total 3\n2 @ \n#\t0x0\n\n1 @ 0x1 0x2\n",
		"goroutine profile: total 3\n2 @ 0x2\n# labels: {\"k\":\"v\"}\n#\t0x1\tmain.f+0x1\t/m.go:1\n\n1 @ 0x5\n",
		"--- threadz 1 ---\n\n--- Thread 7f (name: x/1) stack: ---\n  0x1 0x2\n",
		"--- heapz 1 ---\nformat = java\nresolution = bytes\n 7 1 @ 0x3 0x4\n 0x3 f (a.java:2)\n",
	} {
		f.Add([]byte(text))
	}
	limits := input.Limits{File: 1 << 20, Uncompressed: 4 << 20, Memory: 64 << 20}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !text.IsLegacy(data, work.StepsUntil(t.Context())) || len(text.Split(data, work.StepsUntil(t.Context()))) > 1 {
			return
		}
		got, err := Decode(t.Context(), "fuzz", data, Options{Limits: limits})
		if err != nil {
			return
		}
		want, err := profile.ParseData(data)
		if err != nil {
			return // it does not read threads without an address, and comments of any length
		}
		p := got.Profile
		if p.Samples.Len() != len(want.Sample) || len(p.Types) != len(want.SampleType) {
			t.Fatalf("%d samples of %v; google/pprof has %d of %d types", p.Samples.Len(), p.Types, len(want.Sample), len(want.SampleType))
		}
		for i, kind := range want.SampleType {
			if p.Types[i] != (model.ValueType{Type: kind.Type, Unit: kind.Unit}) {
				t.Errorf("type %d is %v, not %v", i, p.Types[i], kind)
			}
			sum, all := new(big.Int), new(big.Int)
			for _, s := range want.Sample {
				v := big.NewInt(s.Value[i])
				sum.Add(sum, v)
				all.Add(all, v.Abs(v))
			}
			if !all.IsInt64() {
				continue // such values are cut
			}
			ours := int64(0)
			for _, v := range p.Samples.Values[i] {
				ours += v
			}
			if ours != sum.Int64() {
				t.Errorf("%s: a sum of %d, not %d", kind.Type, ours, sum)
			}
		}
	})
}
