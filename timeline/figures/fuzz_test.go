package figures

import (
	"encoding/xml"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"profstation/loader"
	"profstation/measure/hostile"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
	"profstation/timeline/paint"
)

// FuzzViews makes traces out of bytes and everything out of them that is shown or written: the
// timeline with each row open, all sheets with each choice, their files, and profiles. Nothing
// panics, drawings are well-formed, and all of it together takes little memory.
func FuzzViews(f *testing.F) {
	for _, s := range hostile.Scripts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		data := hostile.Script(26, script)
		x, err := loader.Decode(t.Context(), "script", data, loader.Options{})
		if err != nil {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		showAll(t, x.Trace)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20+10_000*uint64(len(data)) {
			t.Errorf("the views of %d bytes took %d MB", len(data), took>>20)
		}
	})
}

// showAll makes everything of a trace.
func showAll(t *testing.T, tr *trace.Trace) {
	t.Helper()
	tl, err := timeline.New(t.Context(), tr)
	if err != nil {
		t.Fatal(err)
	}
	q := timeline.Query{Toggled: map[timeline.Key]bool{}}
	for range 3 { // each opens what stands below
		l, err := tl.Lanes(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		draw(t, &paint.Picture{Width: 300, Style: paint.Style{Theme: &scene.Light}, Sides: []paint.Side{{Lanes: l, Marks: paint.Marks{Selected: trace.NoSpan}}}})
		if err := timeline.WriteCSV(t.Context(), io.Discard, l, tl.Whole()); err != nil {
			t.Fatal(err)
		}
		for i := range l.Rows {
			if r := &l.Rows[i]; r.Opens && !r.Open {
				q.Toggled[r.Key] = !q.Toggled[r.Key]
			}
		}
	}
	for s := range trace.SpanIndex(min(tr.Spans.Len(), 20)) {
		describe.Inspect(tl, s)
	}
	src := NewSource(tr)
	views := []View{{}, {Interval: trace.Interval{From: tr.End / 3, To: tr.End}}}
	views[0].Choice.Goroutines.Part = ByCreator
	if tr.Spans.Len() > 0 {
		views[1].HasSelected, views[1].Selected = true, trace.SpanIndex(tr.Spans.Len()-1)
	}
	for _, v := range views {
		for _, k := range Sheets {
			s, err := src.Sheet(t.Context(), k.Name, v)
			if errors.Is(err, analysis.ErrTooMuch) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			draw(t, &Picture{Sheet: s, Theme: &scene.Light, Width: 300})
			for _, p := range s.Panels() {
				if p.Table != nil {
					if err := p.Table.WriteCSV(io.Discard); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		for _, kind := range analysis.ProfileKinds {
			if _, err := src.Analysis.Profile(t.Context(), analysis.What{Kind: kind, Interval: v.Interval}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// draw writes a picture as SVG, which must be well-formed.
func draw(t *testing.T, p scene.Picture) {
	t.Helper()
	var b strings.Builder
	w, h := p.Size()
	cv := scene.NewSVG(&b, w, h, scene.Color{}, "", "")
	p.Draw(cv)
	if err := cv.Close(); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(b.String())); ; {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
