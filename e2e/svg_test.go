//go:build window

package e2e

import (
	"errors"
	"image"
	"image/png"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"profstation/internal/thorough"
	"profstation/testdata/record/synthetic"
)

// TestPicturesElsewhere: every view's SVG is well-formed, and another program
// draws it like the PNG of the same view.
func TestPicturesElsewhere(t *testing.T) {
	profile, slow, heap, trace := "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof", "../testdata/heap.pprof", "../testdata/trace.trace"
	scripts := filepath.Join(t.TempDir(), "scripts.pprof")
	if out, err := os.Create(scripts); err != nil {
		t.Fatal(err)
	} else if err := errors.Join(synthetic.InScripts(false).Write(out), out.Close()); err != nil {
		t.Fatal(err)
	}
	views := map[string][]string{
		"flame":           {"--view=flame", profile},
		"scripts":         {"--view=flame", scripts},
		"scripts graph":   {"--view=graph", scripts},
		"scripts top":     {"--view=top", scripts},
		"flame dark":      {"--view=flame", "--theme=dark", "--color=label", "--by=endpoint", profile},
		"graph":           {"--view=graph", profile},
		"graph of heap":   {"--view=graph", "--nodecount=20", heap},
		"top":             {"--view=top", profile},
		"labels":          {"--view=labels", profile},
		"pivot":           {"--view=pivot", "--by=endpoint,tenant", profile},
		"peek":            {"--view=peek", "--focus=Price", profile},
		"list":            {"--view=list", "--focus=Best.Price", profile},
		"difference":      {"--view=flame", "--base=" + profile, slow},
		"graph of change": {"--view=graph", "--diff_base=" + profile, slow},
		"table of change": {"--view=diff", "--base=" + profile, slow},
		"trend":           {"--view=trend", "../testdata"},
		"timeline":        {"--view=timeline", trace},
		"two timelines":   {"--view=timeline", "--base=" + trace, trace},
		"durations":       {"--view=durations", "--base=" + trace, trace},
		"goroutines":      {"--view=goroutines", trace},
		"tasks":           {"--view=tasks", trace},
		"regions":         {"--view=regions", trace},
		"gc":              {"--view=gc", trace},
		"mmu":             {"--view=mmu", trace},
		"sched":           {"--view=sched", trace},
		"waits":           {"--view=flame", "--from-trace=net", trace},
	}
	for i, name := range slices.Sorted(maps.Keys(views)) {
		if !thorough.One(i, 3) {
			continue
		}
		args := views[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			command := func(name string, args ...string) {
				t.Helper()
				if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
					t.Fatalf("%s %q: %v\n%s", name, args, err, out)
				}
			}
			svg, ours, theirs := filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.png"), filepath.Join(dir, "b.png")
			program := os.Getenv("PROFSTATION_BIN")
			command(program, append([]string{"export", "-o", svg}, args...)...)
			command(program, append([]string{"export", "--scale=1", "-o", ours}, args...)...)
			command("xmllint", "--noout", "--nonet", svg)
			command("rsvg-convert", "-o", theirs, svg)
			a, b := decoded(t, ours), decoded(t, theirs)
			// A program may round a fraction of a pixel up.
			if d := a.Bounds().Size().Sub(b.Bounds().Size()); max(d.X, -d.X, d.Y, -d.Y) > 1 {
				t.Fatalf("%v pixels, and %v elsewhere", a.Bounds().Size(), b.Bounds().Size())
			}
			if d := distance(a, b, a.Bounds().Intersect(b.Bounds())); d > 4 {
				t.Errorf("the pictures differ by %.1f of 255 on average", d)
			}
		})
	}
}

func decoded(t *testing.T, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// distance returns how much two pictures differ in brightness, as the mean over
// squares of 16 pixels: other programs draw letters in their own way.
func distance(a, b image.Image, area image.Rectangle) float64 {
	const side = 16
	sum, squares := 0.0, 0.0
	for top := area.Min.Y; top < area.Max.Y; top += side {
		for left := area.Min.X; left < area.Max.X; left += side {
			square := image.Rect(left, top, left+side, top+side).Intersect(area)
			sum += math.Abs(brightness(a, square) - brightness(b, square))
			squares++
		}
	}
	return sum / squares
}

// brightness returns the mean of a part of a picture, from 0 to 255.
func brightness(m image.Image, area image.Rectangle) (sum float64) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			sum += float64(r+g+b) / 3 / 257
		}
	}
	return sum / float64(area.Dx()*area.Dy())
}
