package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/measure/legible"
	"profstation/scene"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
)

// timedProfile opens the CPU samples of a trace: samples with times. asChart shows the flame chart.
func (r *windowRig) timedProfile(asChart bool) *screen.Snapshot {
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	r.do(screen.Derive{Kind: analysis.CPUProfile, Of: figures.Everyone})
	return r.do(screen.ShowTab{Tab: ask.OverTimeTab}, screen.Show{Change: func(d *ask.Display) { d.OverTime.Chart = asChart }})
}

// ways are the heat map and the flame chart.
var ways = map[string]bool{"heat map": false, "flame chart": true}

// The tab Over time is only there for profiles whose samples have times. What the tests over all tabs hold, holds
// for both of its ways in windows of all sizes, too, also in longer texts.
func TestOverTime(t *testing.T) {
	for name, asChart := range ways {
		for _, longer := range []bool{false, true} {
			t.Run(fmt.Sprint(name, longer), func(t *testing.T) {
				if longer {
					legible.Longer(t)
				}
				r := newWindowRig(t)
				s := r.timedProfile(asChart)
				if s.Tab != ask.OverTimeTab || s.Answer.OverTime == nil || (s.Answer.OverTime.Chart != nil) != asChart {
					t.Fatalf("the tab is %v", s.Tab)
				}
				s = r.do(screen.Refine{Name: "time", Text: "100ms:1.5s"}, screen.Search{Text: "json"})
				if n := s.Answer.Result.Records; n == 0 || n >= 50 {
					t.Errorf("%d samples are of the time", n)
				}
				r.panes.show(paneDetails)
				all := sizes
				if longer {
					all = screens
				}
				for _, size := range all {
					r.fill(size)
					r.settleSizes()
					r.geometry(t, fmt.Sprint(name, ", ", size), r.window.Content())
					r.picture(t, fmt.Sprint("over time, ", name, ", ", size))
					if least, room := r.window.Content().MinSize(), r.window.Canvas().Size(); least.Width > room.Width || least.Height > room.Height {
						t.Errorf("%v: it needs a window of %v", size, least)
					}
				}
			})
		}
	}
}

func TestOverTimeByKeyboard(t *testing.T) {
	for name, asChart := range ways {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			r.window.Resize(fyne.NewSize(1000, 640))
			r.wear(&scene.DarkHigh)
			r.timedProfile(asChart)
			r.panes.coming.Settle()
			r.walk(t, ask.OverTimeTab, map[fyne.Focusable]bool{})
			r.named(t, name)
			for range 2 {
				theme := r.do(screen.ToggleTheme{}).Display.Theme.Name
				if n, most := shades(r.capture(r.view(ask.OverTimeTab).Content())); n < 8 || most > 0.995 {
					t.Errorf("%s: %d colours, the commonest on %.3f of it", theme, n, most)
				}
			}
		})
	}
}

// Every word of the tab, and of what is written of it, goes through the catalogue.
func TestOverTimeIsSpoken(t *testing.T) {
	for name, asChart := range ways {
		t.Run(name, func(t *testing.T) {
			l := &listener{recorded(t, "../testdata/trace.trace"), map[string]string{}}
			l.known.add("CPU samples goroutines cpu") // of the profile, and of its sample type
			abroad(t)
			r := newWindowRig(t)
			r.help.docs = os.DirFS("..")
			r.window.Resize(fyne.NewSize(1600, 1000))
			r.timedProfile(asChart)
			r.do(screen.Refine{Name: "time", Text: "100ms:1.5s"})
			r.panes.show(paneDetails)
			r.settleSizes()
			said(r.window.Content(), l.at(name))
			r.exports(t, ask.OverTimeTab, l)
			l.report(t)
		})
	}
}

// Profiles without times have no such tab, and the one that was used last comes back with times.
func TestOverTimeIsOffered(t *testing.T) {
	r := newWindowRig(t)
	timed := r.timedProfile(false)
	s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}})
	if s.Tab == ask.OverTimeTab || len(s.Tabs) != len(ask.OfProfile.Tabs()) {
		t.Errorf("cpu.pprof shows %v of %v", s.Tab, s.Tabs)
	}
	if s = r.do(screen.ShowTab{Tab: ask.OverTimeTab}); s.Tab == ask.OverTimeTab {
		t.Error("cpu.pprof has samples over time")
	}
	if s = r.do(screen.Activate{Document: timed.Active}); s.Tab != ask.OverTimeTab {
		t.Errorf("the profile with times shows %v", s.Tab)
	}
	// Where the form has times and the file left them out, the tab says so.
	path := filepath.Join(t.TempDir(), "app.perf.txt")
	if err := os.WriteFile(path, []byte("app 1 5 cycles:\n\t12 main (/bin/app)\n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{path}})
	s = r.do(screen.ShowTab{Tab: ask.OverTimeTab})
	if why := s.Answer.Result.Profile.Timeless; s.Tab != ask.OverTimeTab || !strings.Contains(why, "-F +time") {
		t.Errorf("perf's output without times shows %v, %q", s.Tab, why)
	}
}
