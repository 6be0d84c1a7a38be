package heatmap

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/scene"
)

// Picture is a map with a heading, for a report. It is a [scene.Picture].
type Picture struct {
	Head   scene.Heading // without lines: the data shown, and the filters in force
	Map    *Map
	Theme  *scene.Theme
	Chosen query.TimeRange
	Width  float64
}

// height is the map's, below the heading.
const height = 420.0

// Heading implements scene.Picture.
func (p *Picture) Heading() []string { return p.Head.Or(p.lines).Lines }

func (p *Picture) lines() []string {
	r := p.Map.Result
	return slices.Concat([]string{Headline(r)}, r.Query.Caption(r.Profile), p.Map.Notes())
}

// Notes says what the map leaves out, a line each.
func (m *Map) Notes() []string {
	if m.Untimed == 0 {
		return nil
	}
	return []string{lang.L("{{.Amount}} without a time are left out", lang.With{"Amount": m.Result.WithShare(m.Untimed)})}
}

// Headline returns one line about a result over time: the sample type, and how much passed.
func Headline(r *query.Result) string {
	return safe.Text(r.TypeName()) + " · " + lang.L("{{.Amount}} total", lang.With{"Amount": r.Short(r.Passed())})
}

// Empty says why a result has no sample with a time.
func Empty(r *query.Result) string {
	if p := r.Profile; p.Samples.Times == nil {
		if p.Timeless != "" {
			return p.Timeless
		}
		return lang.L("No sample of this profile has a time. Recordings of perf script, the Firefox Profiler and OpenTelemetry have times, and the CPU samples of execution traces.")
	}
	if r.Passed() != 0 {
		of := lang.With{"Type": safe.Text(r.TypeName())}
		if i := r.Profile.Samples.TimedColumn(); i >= 0 {
			of["Other"] = safe.Text(r.Profile.Types[i].Type)
			return lang.L("The samples of type {{.Type}} have no times.\nThose of type {{.Other}} have: choose that sample type.",
				of)
		}
		return lang.L("The samples of type {{.Type}} have no times.", of)
	}
	return lang.L("No samples with a time match the filters.")
}

// Size implements scene.Picture.
func (p *Picture) Size() (w, h float64) {
	return p.Width, p.Head.Or(p.lines).Height() + height + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *Picture) Draw(cv scene.Canvas) {
	area := p.Head.Or(p.lines).Draw(cv, p.Theme)
	if p.Map.Empty() {
		scene.Note(cv, scene.Point{X: area.X0, Y: area.Y0 + 20}, Empty(p.Map.Result), area.W(), p.Theme.Muted)
		return
	}
	p.Map.Paint(cv, View{Area: area, Theme: p.Theme, Chosen: p.Chosen, Cursor: -1})
}
