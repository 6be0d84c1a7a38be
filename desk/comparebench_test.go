package desk

import (
	"bytes"
	stdimage "image"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/query"
	"profstation/scene"
	"profstation/testdata/record/synthetic"
)

// BenchmarkCompare goes from two files of 200,000 stacks to a painted comparison
// of both sides, as the window does. It reports how long that takes, divided by
// the time of profile.Parse of both, one after the other, as compare/parse; and
// as ms/switch the slowest change to another way of looking, the first time and
// again.
func BenchmarkCompare(b *testing.B) {
	var files [2]string
	var data [2][]byte
	for i := range files {
		var out bytes.Buffer
		if err := synthetic.Large(200_000, 40, 5_000, uint64(i)+1).Write(&out); err != nil {
			b.Fatal(err)
		}
		data[i] = out.Bytes()
		files[i] = filepath.Join(b.TempDir(), []string{"before.pprof", "after.pprof"}[i])
		if err := os.WriteFile(files[i], data[i], 0o600); err != nil {
			b.Fatal(err)
		}
	}
	var all, parse, first, again time.Duration
	for b.Loop() {
		r := newRig(b)
		start := time.Now()
		r.do(screen.Compare{Base: screen.Picks{Paths: files[:1]}, New: screen.Picks{Paths: files[1:]}})
		r.paintFlames(800)
		all += time.Since(start)
		for _, worst := range []*time.Duration{&first, &again} {
			for _, switched := range []screen.Intent{
				way(ask.AsDifference), way(ask.AsTable), screen.ShowTab{Tab: ask.FlameTab}, way(ask.SideBySide),
			} {
				start = time.Now()
				r.do(switched)
				r.paintFlames(1600)
				*worst = max(*worst, time.Since(start))
			}
		}
		b.StopTimer()
		start = time.Now()
		for _, d := range data {
			if _, err := profile.Parse(bytes.NewReader(d)); err != nil {
				b.Fatal(err)
			}
		}
		parse += time.Since(start)
		b.StartTimer()
	}
	b.ReportMetric(float64(all)/float64(parse), "compare/parse")
	b.ReportMetric(float64(first.Microseconds())/1000, "ms/first-switch")
	b.ReportMetric(float64(again.Microseconds())/1000, "ms/switch")
}

// paintFlames draws the flame graphs on the screen.
func (r *rig) paintFlames(width int) {
	answers := []*ask.Answer{r.shown.Answer, r.shown.Answer.Compared.Other}
	for _, a := range answers {
		if a == nil || a.Painter == nil || r.shown.Tab != ask.FlameTab {
			continue
		}
		img := stdimage.NewRGBA(stdimage.Rect(0, 0, width, 900))
		view := flame.View{Window: a.Chart.Window, Area: scene.Rect{X1: float64(width), Y1: 900}, Mark: query.NoNode}
		a.Painter.Paint(scene.NewRaster(img, 1), view)
	}
}
