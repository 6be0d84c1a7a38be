package timeline

import (
	"bytes"
	"encoding/xml"
	"image"
	"io"
	"reflect"
	"strings"
	"testing"

	"profstation/internal/golden"
	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
)

// openAll opens everything.
func openAll(tl *Timeline) Query {
	q := Query{Toggled: map[Key]bool{
		{SectionRow, int32(ThreadSection)}: true, {SectionRow, int32(TaskSection)}: true,
	}}
	for _, g := range tl.funcs.list {
		q.Toggled[Key{GroupRow, int32(g.name)}] = true
	}
	for _, g := range tl.types.list {
		q.Toggled[Key{TaskGroupRow, int32(g.name)}] = true
	}
	for g := range tl.Trace.Goroutines {
		q.Toggled[Key{GoroutineRow, int32(g)}] = true
	}
	return q
}

func TestPaint(t *testing.T) {
	lost := func(tr *trace.Trace) {
		tr.Generations = []trace.Generation{{Number: 1, End: 400}, {Number: 2, Start: 400, End: 600, Lost: "a batch is cut off"}}
	}
	// What is lost before the first event or after the last has no place.
	lostOutside := func(tr *trace.Trace) {
		tr.Generations = []trace.Generation{{Number: 1, Start: -200, Lost: "its end is missing"}, {Number: 2, End: tr.End}, {Number: 3, Start: tr.End, End: tr.End + 300, Lost: "the file ends within it"}}
	}
	for _, c := range []struct {
		name   string
		change func(*trace.Trace)
		query  func(*Timeline) Query
		window Window
		top    float64
		height float64
		style  Style
		marks  Marks
	}{
		{name: "all_light", style: Style{Theme: &scene.Light}, query: openAll, height: 900},
		{name: "first_dark", style: Style{Theme: &scene.Dark}, height: 420},
		{name: "part", style: Style{Theme: &scene.Light}, query: openAll, window: Window{140, 160}, top: 480, height: 300},
		{name: "quiet", style: Style{Theme: &scene.Light, Quiet: SetOf(Sync, Running)}, height: 420},
		{name: "lost", style: Style{Theme: &scene.Light}, change: lost, height: 100},
		{name: "lost_outside", style: Style{Theme: &scene.Light}, change: lostOutside, height: 100},
		{name: "partial", style: Style{Theme: &scene.Light}, change: func(tr *trace.Trace) { tr.Partial = true }, height: 100},
		{name: "pinned", style: Style{Theme: &scene.Light}, height: 200, top: 200, query: func(*Timeline) Query {
			return Query{Pinned: []Key{{GoroutineRow, 1}, {ProcRow, 0}}}
		}},
		{name: "marks", style: Style{Theme: &scene.Light}, height: 500, query: func(tl *Timeline) Query { return Query{Flat: true} },
			marks: Marks{Selected: 6, Row: Key{GoroutineRow, 1}, Interval: &trace.Interval{From: 600, To: 200}}},
		{name: "marks_out_of_sight", style: Style{Theme: &scene.Light}, height: 70, query: func(tl *Timeline) Query {
			return Query{Flat: true, IDs: []int64{2}, Hidden: map[Key]bool{{SectionRow, 0}: true, {SectionRow, 1}: true, {SectionRow, 2}: true, {SectionRow, 3}: true, {SectionRow, 4}: true}}
		}, marks: Marks{Selected: 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := typed.Trace(t, typed.Small)
			if c.change != nil {
				c.change(tr)
			}
			tl := prepared(t, tr)
			q := Query{}
			if c.query != nil {
				q = c.query(tl)
			}
			l := lanesFor(t, tl, q)
			v := View{Window: c.window, Area: scene.Rect{X0: 10, Y0: 5, X1: 310, Y1: 5 + c.height}, Label: 100, Top: c.top}
			if v.Window == (Window{}) {
				v.Window = tl.Whole()
			}
			if reflect.ValueOf(c.marks).IsZero() {
				c.marks.Selected = trace.NoSpan
			}
			rec := &scene.Recorder{Width: 320, Height: 10 + c.height}
			NewPainter(l, c.style, nil).Paint(rec, v, c.marks)
			if clips, pops := strings.Count(rec.String(), "clip "), strings.Count(rec.String(), "unclip"); clips != pops {
				t.Errorf("%d clips and %d ends of clips", clips, pops)
			}
			golden.Check(t, c.name+".txt", rec.String())
		})
	}
}

// Text can be read on every fill, in both themes, and kinds can be told apart.
func TestColors(t *testing.T) {
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		s := Style{Theme: theme}
		f := newFills(&s)
		for _, k := range Kinds() {
			if c := scene.Contrast(f.kind[k], f.text[k]); c < scene.MinContrast {
				t.Errorf("%s: text on %v has a contrast of %.2f", theme.Name, k, c)
			}
			for _, o := range Kinds() {
				if k < o && f.kind[k] == f.kind[o] {
					t.Errorf("%s: %v and %v have one colour", theme.Name, k, o)
				}
			}
			s.Quiet = SetOf(k)
			if s.Color(k) != theme.Quiet && k != Unknown {
				t.Errorf("%s: %v is not quiet", theme.Name, k)
			}
			s.Quiet = 0
		}
	}
}

// A picture is valid SVG, whatever names a trace has, and a PNG of its size.
func TestPicture(t *testing.T) {
	tl := prepared(t, typed.Trace(t, strings.ReplaceAll(typed.Small, "main.worker", "main.<b>&\x01\xff")))
	l := lanesFor(t, tl, openAll(tl))
	p := Picture{Sides: []Side{{Lanes: l, Marks: Marks{Selected: 6}}}, Style: Style{Theme: &scene.Dark}, Head: scene.Heading{Title: "a & b"}, Width: 700}
	var out bytes.Buffer
	w, h := p.Size()
	svg := scene.NewSVG(&out, w, h, scene.Dark.Background, p.Head.Title, "")
	p.Draw(svg)
	if err := svg.Close(); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&out); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, 700, int(h)))
	p.Draw(scene.NewRaster(img, 1))
	for i := 3; i < len(img.Pix); i += 4 {
		if img.Pix[i] != 255 {
			t.Fatalf("pixel %d was left out", i/4)
		}
	}
}
