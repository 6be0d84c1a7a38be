package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// readBaseTrace reads the trace that others are compared with, if one was given.
func (e *exporting) readBaseTrace(cmd *cobra.Command, f *loader.File) error {
	e.baseName = e.base + e.diffBase
	if e.baseName == "" {
		return nil
	}
	if len(e.bases()) > 1 {
		return errTraceGroups
	}
	if e.view != "timeline" && e.view != "durations" {
		return fmt.Errorf("%s is an execution trace: the view %s has no base, of two traces there are timeline and durations", f.Name, e.view)
	}
	base, err := openAny(cmd, e.baseName)
	if err != nil {
		return err
	}
	if base.Trace == nil {
		return fmt.Errorf("%s is an execution trace and %s is none: both must be", f.Name, base.Name)
	}
	warnAny(cmd, base)
	e.baseTrace = base.Trace
	return nil
}

// sideNames are the names of both sides.
func (e *exporting) sideNames(f *loader.File) [2]string {
	return [2]string{sideBase: title(&loader.File{Name: e.baseName}), sideNew: title(f)}
}

// twinTitle names both sides.
func (e *exporting) twinTitle(f *loader.File) string {
	n := e.sideNames(f)
	return n[sideBase] + " → " + n[sideNew]
}

// timelines prepares the lanes of two traces on one time scale.
func (e *exporting) timelines(ctx context.Context, f *loader.File, now *timeline.Timeline) (writing, error) {
	if e.format == "csv" {
		return nil, usagef("two timelines are a picture: choose .svg or .png, or the view durations for figures")
	}
	base, err := timeline.New(ctx, e.baseTrace)
	if err != nil {
		return nil, err
	}
	longer := f.Trace
	if e.baseTrace.End > longer.End {
		longer = e.baseTrace
	}
	iv, err := e.interval(longer)
	if err != nil {
		return nil, err
	}
	p := &timeline.SideBySide{
		Head: scene.Heading{Title: e.twinTitle(f)}, Names: e.sideNames(f), Style: timeline.Style{Theme: e.colours()},
		Window: timeline.Window{From: float64(iv.From), To: float64(iv.To)}, Width: e.width,
	}
	for i, t := range []*timeline.Timeline{base, now} {
		if p.Lanes[i], err = t.Lanes(ctx, timeline.Query{Filter: e.lanes, Flat: e.lanes != ""}); err != nil {
			return nil, err
		}
		p.Marks[i].Selected = trace.NoSpan
	}
	return e.picture(p, p.Head.Title)
}

// durations is what two traces differ in: their tasks, regions, stops and
// goroutines as distributions.
func (e *exporting) durations(ctx context.Context, f *loader.File) (writing, error) {
	x, err := pair.New(ctx, e.baseTrace, f.Trace)
	if err != nil {
		return nil, err
	}
	rows := x.Rows
	if !e.noise {
		rows = pair.Loud(rows)
	}
	if e.format == "csv" {
		return pair.Table(rows).WriteCSV, nil
	}
	p := &table.Picture{
		Head: scene.Heading{Title: e.twinTitle(f), Lines: pair.Explain()}, Table: pair.Table(rows), Theme: e.colours(),
		Empty: "Nothing differs.", Width: e.width, SortColumn: -1,
	}
	return e.picture(p, p.Head.Title)
}
