//go:build window

package e2e

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jezek/xgb/xproto"

	"profstation/internal/thorough"
)

// startWayland runs the program on a Wayland compositor of its own, without an X server that it could
// use. The compositor's only window is a window on the test's screen, so that its keys and clicks reach
// the program, which fills it.
func startWayland(t *testing.T, scale int, args ...string) *window {
	t.Helper()
	home := t.TempDir()
	layOut(t, home)
	env := environment(t, home)
	socket := "wayland-of-a-test"
	compositor := exec.Command("weston", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--no-config", "--idle-time=0",
		fmt.Sprint("--width=", width/scale), fmt.Sprint("--height=", height/scale), fmt.Sprint("--scale=", scale), "--socket="+socket)
	compositor.Env = env
	if err := compositor.Start(); err != nil {
		t.Fatalf("start a Wayland compositor: %v", err)
	}
	t.Cleanup(func() {
		compositor.Process.Kill()
		compositor.Wait()
	})
	// The program finds no X server, and its scale is the compositor's.
	wayland := append(env, "DISPLAY=", "WAYLAND_DISPLAY="+socket, "FYNE_SCALE=")
	probe := &window{t: t, output: new(output), ended: make(chan struct{}), screen: openScreen(t)}
	probe.until("the compositor", func() bool {
		_, err := os.Stat(filepath.Join(home, "run", socket))
		return err == nil
	})
	w := launch(t, wayland, args...)
	w.blinks, w.nested = blinking*scale*scale, true
	w.find(func() string { return w.screen.largest() })
	return w
}

// largest is the number of the window that covers the whole screen, "" if there is none.
func (s *screen) largest() string {
	tree, err := xproto.QueryTree(s.conn, s.root).Reply()
	if err != nil {
		return ""
	}
	for _, id := range tree.Children {
		g, err := xproto.GetGeometry(s.conn, xproto.Drawable(id)).Reply()
		if err == nil && g.Width == width && g.Height == height {
			return fmt.Sprint(id)
		}
	}
	return ""
}

// The main journeys go as on X: a picture appears, a double click zooms, keys go back, a filter is typed, a
// picture is written, other tabs and documents are shown, the window closes.
func TestWayland(t *testing.T) {
	for _, scale := range []int{2, 1} {
		if !thorough.One(scale, 2) {
			continue
		}
		t.Run(fmt.Sprint("scale ", scale), func(t *testing.T) {
			w := startWayland(t, scale, "../testdata/cpu.pprof", "../testdata/trace.trace")
			whole := w.waitBoxes()
			w.WaitDoubleClick("a branch that fills the width", func(m *image.RGBA) (x, y int) {
				top, bottom := root(m, scale)
				return width / 3, (top+bottom)/2 + 4*(bottom-top)
			}, func(m *image.RGBA) bool { return redrawn(whole, m) })
			w.Key("Escape", "Escape")
			w.Away()
			// At 200 % the list of documents reaches into canvas, and says more once the trace is open.
			tab := image.Rect(canvas.Min.X*scale, canvas.Min.Y*scale, canvas.Max.X, height-(height-canvas.Max.Y)*scale)
			w.WaitPicture("the whole graph", func(m *image.RGBA) bool {
				return differing(part(whole, tab), part(m, tab)) == 0
			})
			w.Key("ctrl+l")
			w.Type("encoding/json")
			w.Away()
			focused := w.WaitRedrawn(whole)
			d := w.ExportSVG()
			if !contains(d.names(0), "encoding/json.Marshal") || contains(d.names(0), "compress/flate.(*compressor).deflate") {
				t.Errorf("the picture has the boxes %q", d.names(0.1))
			}
			w.Key("ctrl+BackSpace", "Escape", "3")
			table := w.WaitRedrawn(focused)
			w.Click(60*scale, (documentsTop+documentHeight+documentHeight/2)*scale)
			w.Away()
			w.WaitRedrawn(table)
			w.Key("ctrl+shift+p")
			w.Type("Quit")
			w.Key("Return")
			if err := w.WaitExit(); err != nil {
				t.Errorf("it ends with %v", err)
			}
		})
	}
}

// waitBoxes waits until a flame graph is there.
func (w *window) waitBoxes() *image.RGBA {
	w.t.Helper()
	w.WaitPicture("a flame graph", func(m *image.RGBA) bool { return len(colours(part(m, canvas))) > 40 })
	w.Away()
	return w.WaitStable()
}
