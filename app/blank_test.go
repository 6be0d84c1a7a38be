package app

import (
	pixels "image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/scene"
)

// capture returns what the window shows of an object.
func (r *windowRig) capture(o fyne.CanvasObject) pixels.Image {
	at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
	whole := r.window.Canvas().Capture()
	area := pixels.Rect(int(at.X), int(at.Y), int(at.X+size.Width), int(at.Y+size.Height))
	return whole.(*pixels.NRGBA).SubImage(area)
}

// shades counts the colours of a picture, and the share of the commonest, in
// every third row and column.
func shades(m pixels.Image) (n int, most float64) {
	seen, all := map[scene.Color]int{}, 0
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			seen[rgba(m.At(x, y).RGBA())]++
			all++
		}
	}
	commonest := 0
	for _, times := range seen {
		commonest = max(commonest, times)
	}
	return len(seen), float64(commonest) / float64(max(all, 1))
}

// narrow is the width of a small screen, and of a common one at a scale of 2.
const narrow = 640

// Every tab of every kind of document shows something in both themes, and so do
// the panes around it. None makes the window wider than a small screen.
func TestNothingIsBlank(t *testing.T) {
	const cpu, slow, run = "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof", "../testdata/trace.trace"
	dir := t.TempDir()
	for _, name := range []string{cpu, slow} {
		data := must.Have(os.ReadFile(name))
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	picks := func(path string) screen.Picks { return screen.Picks{Paths: []string{path}} }
	for _, c := range []struct {
		name string
		open screen.Intent
		tabs []ask.Tab
	}{
		{"profile", screen.Open{Paths: []string{cpu}}, ask.OfProfile.Tabs()},
		{"trace", screen.Open{Paths: []string{run}}, ask.OfTrace.Tabs()},
		{"comparison", screen.Compare{Base: picks(cpu), New: picks(slow)}, ask.OfComparison.Tabs()},
		{"two traces", screen.Compare{Base: picks(run), New: picks(run)}, ask.OfTracePair.Tabs()},
		{"folder", screen.Open{Paths: []string{dir}}, ask.OfSeries.Tabs()},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newWindowRig(t)
			r.desk.LayOutWith(func() (*exec.Cmd, error) { return exec.Command("false"), nil })
			s := r.do(c.open)
			for c.name == "folder" && (s.Series.Count < 2 || s.Answer == nil) {
				r.queue.Next()
				s = r.settle()
			}
			seen := func(what string, o fyne.CanvasObject) {
				t.Helper()
				if n, most := shades(r.capture(o)); n < 8 || most > 0.995 {
					t.Errorf("%s: %d colours, the commonest on %.3f of it", what, n, most)
				}
			}
			for round := range 2 {
				theme := r.do(screen.ToggleTheme{}).Display.Theme.Name
				for i, tab := range c.tabs {
					if !thorough.One(i+round, 2) {
						continue
					}
					s = r.do(screen.ShowTab{Tab: tab})
					for s.Layout {
						r.queue.Next()
						s = r.settle()
					}
					if s.Tab != tab || s.Stale {
						t.Fatalf("%s: tab %v is shown, want %v", theme, s.Tab, tab)
					}
					seen(theme+" "+tab.String(), r.view(tab).Content())
					if least := r.window.Content().MinSize().Width; least > narrow {
						t.Errorf("%s %s needs a window of %v", theme, tab, least)
					}
				}
				if c.name == "profile" {
					r.do(screen.Refine{Name: "focus", Text: "shop"}, screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
					r.panes.coming.Settle()
					for what, o := range map[string]fyne.CanvasObject{
						"filters": r.bars.filter.Object, "chips": r.bars.chips.Object, "documents": r.sidebar.Object, "details": r.right.details.Object, "status": r.bars.status.Object,
					} {
						seen(theme+" "+what, o)
					}
				}
			}
		})
	}
}
