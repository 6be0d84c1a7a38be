package flame_test

import (
	"bytes"
	"context"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	pprof "github.com/google/pprof/profile"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/scene"
	"profstation/testdata/record/synthetic"
)

// BenchmarkCompareLarge goes from two files of 200,000 stacks to a painted
// comparison, and reports as compare/parse how long that takes compared with
// profile.Parse of both, one after the other, in the same run; then as
// ms/switch what another way of looking costs. The two are of one program
// whose locations were numbered anew and whose values differ, and of two
// programs that share nothing but chance.
func BenchmarkCompareLarge(b *testing.B) {
	for _, c := range []struct {
		name string
		make func() *pprof.Profile
	}{
		{"same", func() *pprof.Profile { return recordedAgain(synthetic.Large(200_000, 40, 5_000, 1)) }},
		{"other", func() *pprof.Profile { return synthetic.Large(200_000, 40, 5_000, 2) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var files [2]string
			var data [2][]byte
			for i, p := range []*pprof.Profile{synthetic.Large(200_000, 40, 5_000, 1), c.make()} {
				var out bytes.Buffer
				must.Do(p.Write(&out))
				data[i] = out.Bytes()
				files[i] = filepath.Join(b.TempDir(), "p.pprof")
				must.Do(os.WriteFile(files[i], data[i], 0o600))
			}
			var all, parse, join, change time.Duration
			for b.Loop() {
				start := time.Now()
				p := loadPair(b, files)
				join -= time.Since(start)
				pair := must.Have(compare.Join(context.Background(), p[0], p[1]))
				join += time.Since(start)
				answer := paintedDiff(b, pair, compare.ByNew)
				all += time.Since(start)
				start = time.Now()
				paintedOf(b, answer, compare.ByLarger)
				change += time.Since(start)
				b.StopTimer()
				start = time.Now()
				for _, d := range data {
					must.Have(pprof.Parse(bytes.NewReader(d)))
				}
				parse += time.Since(start)
				b.StartTimer()
			}
			b.ReportMetric(float64(all)/float64(parse), "compare/parse")
			b.ReportMetric(float64(join)/float64(parse), "join/parse")
			b.ReportMetric(float64(change.Milliseconds())/float64(b.N), "ms/switch")
		})
	}
}

// recordedAgain gives locations other numbers and samples other values.
func recordedAgain(p *pprof.Profile) *pprof.Profile {
	rnd := rand.New(rand.NewPCG(5, 5))
	rnd.Shuffle(len(p.Location), func(i, k int) { p.Location[i], p.Location[k] = p.Location[k], p.Location[i] })
	for _, s := range p.Sample {
		n := max(0, s.Value[0]+rnd.Int64N(3)-1)
		s.Value[0], s.Value[1] = n, n*p.Period
	}
	return p
}

func loadPair(b *testing.B, files [2]string) (p [2]*model.Profile) {
	var wg sync.WaitGroup
	for i := range files {
		wg.Go(func() {
			f, err := loader.Open(context.Background(), files[i], loader.Options{})
			if err != nil {
				b.Error(err)
				return
			}
			p[i] = f.Profile
		})
	}
	wg.Wait()
	return p
}

func paintedDiff(b *testing.B, pair *compare.Pair, w compare.Width) *compare.Comparison {
	c := must.Have(pair.Evaluate(context.Background(), query.Default(), compare.Normalisation{}))
	paintedOf(b, c, w)
	return c
}

func paintedOf(b *testing.B, c *compare.Comparison, w compare.Width) {
	chart := must.Have(flame.NewDiff(context.Background(), c, w, flame.Options{Pivot: query.NoNode, Columns: 1600}))
	img := image.NewRGBA(image.Rect(0, 0, 1600, 900))
	view := flame.View{Window: chart.Window, Area: scene.Rect{X1: 1600, Y1: 900}, Mark: query.NoNode}
	flame.NewPainter(chart, flame.Style{Theme: &scene.Light}, nil, nil).Paint(scene.NewRaster(img, 1), view)
}
