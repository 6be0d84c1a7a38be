package paint

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
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

func TestPaint(t *testing.T) {
	lost := func(tr *trace.Trace) {
		tr.Generations = []trace.Generation{{Number: 1, End: 400}, {Number: 2, Start: 400, End: 600, Lost: "a batch is cut off"}}
	}
	// What is lost before the first event or after the last has no place.
	lostOutside := func(tr *trace.Trace) {
		tr.Generations = []trace.Generation{{Number: 1, Start: -200, Lost: "its end is missing"}, {Number: 2, End: tr.End}, {Number: 3, Start: tr.End, End: tr.End + 300, Lost: "the file ends within it"}}
	}
	g2 := timeline.Key{Kind: timeline.GoroutineRow, Index: 1}
	only := func(q timeline.Query) func(*timeline.Timeline) timeline.Query {
		return func(*timeline.Timeline) timeline.Query { return q }
	}
	for _, c := range []struct {
		name   string
		change func(*trace.Trace)
		query  func(*timeline.Timeline) timeline.Query
		window timeline.Window
		top    float64
		height float64
		style  Style
		marks  Marks
	}{
		{name: "all_light", style: Style{Theme: &scene.Light}, query: timelinetest.OpenAll, height: 900},
		{name: "first_dark", style: Style{Theme: &scene.Dark}, height: 420},
		{name: "part", style: Style{Theme: &scene.Light}, query: timelinetest.OpenAll, top: 480, height: 300,
			window: timeline.Window{From: 140, To: 160}},
		{name: "quiet", height: 420, style: Style{Theme: &scene.Light, Quiet: timeline.SetOf(timeline.Sync, timeline.Running)}},
		{name: "lost", style: Style{Theme: &scene.Light}, change: lost, height: 100},
		{name: "lost_outside", style: Style{Theme: &scene.Light}, change: lostOutside, height: 100},
		{name: "partial", style: Style{Theme: &scene.Light}, change: func(tr *trace.Trace) { tr.Partial = true }, height: 100},
		{name: "pinned", style: Style{Theme: &scene.Light}, height: 200, top: 200,
			query: only(timeline.Query{Pinned: []timeline.Key{g2, {Kind: timeline.ProcRow}}})},
		{name: "marks", style: Style{Theme: &scene.Light}, height: 500, query: only(timeline.Query{Flat: true}),
			marks: Marks{Selected: 6, Row: g2, Interval: &trace.Interval{From: 600, To: 200}}},
		{name: "marks_out_of_sight", style: Style{Theme: &scene.Light}, height: 70, marks: Marks{Selected: 5},
			query: only(timeline.Query{Flat: true, IDs: []int64{2}, Hidden: timelinetest.Sections(0, 1, 2, 3, 4)})},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := typed.Trace(t, typed.Small)
			if c.change != nil {
				c.change(tr)
			}
			tl := timelinetest.Prepared(tr)
			q := timeline.Query{}
			if c.query != nil {
				q = c.query(tl)
			}
			l := timelinetest.Lanes(tl, q)
			v := timeline.View{Window: c.window, Label: 100, Top: c.top}
			v.Area = scene.Rect{X0: 10, Y0: 5, X1: 310, Y1: 5 + c.height}
			if v.Window == (timeline.Window{}) {
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
		for _, k := range timeline.Kinds() {
			if c := scene.Contrast(f.kind[k], f.text[k]); c < scene.MinContrast {
				t.Errorf("%s: text on %v has a contrast of %.2f", theme.Name, k, c)
			}
			for _, o := range timeline.Kinds() {
				if k < o && f.kind[k] == f.kind[o] {
					t.Errorf("%s: %v and %v have one colour", theme.Name, k, o)
				}
			}
			s.Quiet = timeline.SetOf(k)
			if s.Color(k) != theme.Quiet && k != timeline.Unknown {
				t.Errorf("%s: %v is not quiet", theme.Name, k)
			}
			s.Quiet = 0
		}
	}
}

// A picture is valid SVG, whatever names a trace has, and a PNG of its size.
func TestPicture(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, strings.ReplaceAll(typed.Small, "main.worker", "main.<b>&\x01\xff")))
	l := timelinetest.Lanes(tl, timelinetest.OpenAll(tl))
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
