package loader

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/testdata/record/synthetic"
)

// large is the profile that loading is measured with: 200,000 stacks of 40
// frames, 8 million references to locations, gzip'd as Go writes it.
var large = sync.OnceValue(func() []byte {
	return packed(synthetic.Large(200_000, 40, 5_000, 1))
})

// medium is a tenth of it, for tests.
var medium = sync.OnceValue(func() []byte {
	return packed(synthetic.Large(20_000, 40, 2_000, 1))
})

// largeRandom is the worst case: no two stacks share anything but by chance.
var largeRandom = sync.OnceValue(func() []byte {
	r := rand.New(rand.NewPCG(1, 1))
	p := synthetic.Large(1, 1, 5_000, 1)
	p.Sample = nil
	for range 200_000 {
		s := &profile.Sample{Value: make([]int64, len(p.SampleType))}
		for range 40 {
			s.Location = append(s.Location, p.Location[r.IntN(len(p.Location))])
		}
		for i := range s.Value {
			s.Value[i] = 1 + r.Int64N(100)
		}
		p.Sample = append(p.Sample, s)
	}
	return packed(p)
})

func packed(p *profile.Profile) []byte {
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// BenchmarkOpenLarge opens the large profiles from a file and reports, as
// load/parse, how long that takes compared with profile.Parse alone on the
// same machine in the same run.
func BenchmarkOpenLarge(b *testing.B) {
	for _, c := range []struct {
		name string
		data func() []byte
	}{{"calls", large}, {"random", largeRandom}} {
		b.Run(c.name, func(b *testing.B) {
			data := c.data()
			path := filepath.Join(b.TempDir(), "large.pprof")
			must.Do(os.WriteFile(path, data, 0o600))
			var load, parse time.Duration
			for b.Loop() {
				start := time.Now()
				f, err := Open(context.Background(), path, Options{})
				load += time.Since(start)
				if err != nil {
					b.Fatal(err)
				}
				if f.Profile.Samples.Len() != 200_000 {
					b.Fatalf("%d samples", f.Profile.Samples.Len())
				}
				b.StopTimer()
				start = time.Now()
				if _, err := profile.Parse(bytes.NewReader(data)); err != nil {
					b.Fatal(err)
				}
				parse += time.Since(start)
				b.StartTimer()
			}
			b.ReportMetric(float64(load)/float64(parse), "load/parse")
			b.ReportMetric(float64(load.Milliseconds())/float64(b.N), "ms/load")
			b.ReportMetric(float64(parse.Milliseconds())/float64(b.N), "ms/parse")
		})
	}
}
