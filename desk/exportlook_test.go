package desk

import (
	"bytes"
	"image/png"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/scene"
)

// written is what a format writes with a look.
func (r *rig) written(ending string, l ask.Look) string {
	r.t.Helper()
	a := r.exporter.shown()
	for _, f := range r.Formats() {
		if f.Ending != ending {
			continue
		}
		var b bytes.Buffer
		do, err := write.Prepare(r.t.Context(), f, a, l)
		if err == nil {
			err = do(&b)
		}
		if err != nil {
			r.t.Fatal(err)
		}
		return b.String()
	}
	r.t.Fatalf("there is no format %s", ending)
	return ""
}

// A picture is of the size, the part, the colours and the words that were asked
// for.
func TestExportLook(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Refine{Name: "ignore", Text: "gc"}, screen.Zoom{Path: []string{"main.main", "main.serve"}})
	l := r.ExportLook()
	l.Title = "Before the change"
	svg := r.written(".svg", l)
	for _, part := range []string{"Before the change", "CPU profile", "no samples with a node that matches “gc”", "json.Marshal", "the part below main.serve"} {
		if !strings.Contains(svg, part) {
			t.Errorf("the picture does not say %q", part)
		}
	}
	if strings.Contains(svg, "main.log") {
		t.Error("the visible part has what is out of sight")
	}
	l.Whole = true
	if svg := r.written(".svg", l); !strings.Contains(svg, "main.log") || strings.Contains(svg, "the part below") {
		t.Error("the whole picture lacks what was out of sight, or says it is a part")
	}
	l.Bare = true
	if svg := r.written(".svg", l); strings.Contains(svg, "no samples with a node") && strings.Contains(strings.SplitN(svg, "<rect", 2)[1], "no samples with a node") {
		t.Error("a bare picture has its caption")
	}
	l.Width, l.Height, l.Scale, l.Theme = 300, 200, 4, &scene.Light
	m, err := png.Decode(strings.NewReader(r.written(".png", l)))
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Bounds().Size(); s.X != 1200 || s.Y != 800 {
		t.Errorf("the picture is %v, want 1200×800", s)
	}
	if red, _, _, _ := m.At(1, 799).RGBA(); red < 0xe000 {
		t.Errorf("the light picture is %v", m.At(1, 799))
	}
	l.Scale = 1000
	if _, err := write.Prepare(t.Context(), r.Formats()[1], r.exporter.shown(), l); err == nil || !strings.Contains(err.Error(), "smaller scale") {
		t.Errorf("a huge picture: %v", err)
	}
}

// How something was written last is how it is offered next.
func TestExportRemembered(t *testing.T) {
	r := newRig(t)
	out := filepath.Join(t.TempDir(), "x.png")
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	r.export = out
	r.look = func(l *ask.Look) { l.Width, l.Scale, l.Theme, l.Bare, l.Whole = 640, 1, &scene.Dark, true, true }
	r.do(screen.Export{})
	r.look = nil
	r.do(screen.Export{})
	if o := r.offer; o.Ending != ".png" || o.Folder != filepath.Dir(out) || o.Look.Width != 640 || o.Look.Scale != 1 ||
		!o.Look.Theme.Dark || !o.Look.Bare || !o.Look.Whole {
		t.Errorf("it offers %+v", o)
	}
	if k := r.restart(); k.keeper.exported.Width != 640 || k.keeper.exported.Format["flame"] != ".png" {
		t.Errorf("the next start offers %+v", k.keeper.exported)
	}
	r.do(screen.ShowTab{Tab: ask.TopTab}, screen.Export{})
	if r.offer.Ending != ".svg" {
		t.Errorf("another view is offered as %s", r.offer.Ending)
	}
}

// What is a text can be copied; pixels cannot.
func TestCopyFormat(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.ShowTab{Tab: ask.TopTab})
	r.do(screen.Export{})
	for _, f := range r.offer.Formats {
		if f.Text == (f.Ending == ".png" || f.Ending == ".pprof") {
			t.Errorf("%s is a text: %v", f.Ending, f.Text)
		}
		if f.Ending == ".csv" {
			r.offer.Copy(f, r.offer.Look)
			r.settle()
		}
	}
	if !strings.HasPrefix(r.copied, "flat,") {
		t.Errorf("copied %.40q", r.copied)
	}
}
