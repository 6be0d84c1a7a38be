package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"profstation/model"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

// trendFlags are the options of the views of a series.
type trendFlags struct {
	kind, line string
}

func (t *trendFlags) registerTrend(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&t.kind, "kind", "", "of a trend: only profiles of this `kind`, such as heap (default: the kind of most files)")
	s.StringVar(&t.line, "line", "", "of a trend: lines of the names that match the `regexp`, instead of layers; of growth: only those")
}

// Of a trend: how many names have a layer, or a line, of their own.
const (
	trendLayers = 8
	trendLines  = 24
)

// total asks a trend for the total alone.
const totalAlone = "total"

// checkTrend finds what is wrong with the options before anything is read.
func (e *exporting) checkTrend() error {
	ofSeries := viewNamed(e.view).series != nil
	switch {
	case !ofSeries && (e.kind != "" || e.line != ""):
		return usagef("--kind and --line are for the views trend and growth")
	case ofSeries && len(e.by) > 1:
		return usagef("--by: found %s, expected packages, functions, stacks, total or one label key", count(len(e.by), "word"))
	case ofSeries && e.base+e.diffBase != "":
		return usagef("the view %s has no base", e.view)
	case e.view == "growth" && len(e.by) == 1 && e.by[0] == totalAlone:
		return usagef("--by=%s is for the view trend: growth is of packages, functions, stacks or one label key", totalAlone)
	}
	_, err := compile("line", e.line)
	return err
}

// trend draws profiles over time.
func (e *exporting) trend(cmd *cobra.Command, q model.Query, files []string) (writing, error) {
	s, question, err := e.series(cmd, q, files)
	if err != nil {
		return nil, err
	}
	t := &table.Trend{Stacked: e.line == ""}
	switch {
	case e.line != "":
		t.Lines, err = e.lines(s, question)
	case len(e.by) == 1 && e.by[0] == totalAlone:
		t.Lines, err = s.Total(question.Type)
	default:
		t.Lines, err = s.Stack(question, trendLayers)
	}
	if err != nil {
		return nil, err
	}
	if e.format == "csv" {
		return t.WriteCSV, nil
	}
	p := &table.TrendPicture{Head: seriesHead(files, s, question), Trend: t, Theme: e.colours(), Width: e.width}
	return e.picture(p, p.Head.Title)
}

// growth tabulates what grows in profiles over time.
func (e *exporting) growth(cmd *cobra.Command, q model.Query, files []string) (writing, error) {
	s, question, err := e.series(cmd, q, files)
	if err != nil {
		return nil, err
	}
	matches := func(string) bool { return true }
	if e.line != "" {
		matches = regexp.MustCompile(e.line).MatchString
	}
	var t *table.Table
	if question.By == series.Stacks {
		rows, err := s.OnlyGrowing()
		if err != nil {
			return nil, err
		}
		t = table.OnlyGrowing(slices.DeleteFunc(rows, func(g series.OnlyGrows) bool { return !slices.ContainsFunc(g.Stack, matches) }))
	} else {
		rows, err := s.Growth(question)
		if err != nil {
			return nil, err
		}
		rows = slices.DeleteFunc(rows, func(g series.Growth) bool { return !matches(g.Name) })
		types, standard := s.Types()
		for i, ty := range types {
			if ty.Type == question.Type {
				standard = i
			}
		}
		t = table.Growth(question.By, types[standard].Unit, rows)
	}
	if e.line != "" && t.Rows == 0 {
		return nil, e.noLine()
	}
	if e.format == "csv" {
		return t.WriteCSV, nil
	}
	p := &table.Picture{
		Head: seriesHead(files, s, question), Table: t, Theme: e.colours(),
		Empty: "Nothing grows.", Width: e.width, SortColumn: -1,
	}
	return e.picture(p, p.Head.Title)
}

// lines are those of the names that match, the heaviest first.
func (e *exporting) lines(s *series.Series, q series.Question) (*series.Lines, error) {
	all, err := s.Stack(q, 1<<30)
	if err != nil {
		return nil, err
	}
	re := regexp.MustCompile(e.line)
	var names []string
	for _, l := range all.Lines {
		if !l.Rest && re.MatchString(l.Name) && len(names) < trendLines {
			names = append(names, l.Name)
		}
	}
	if q.Cum { // what calls others need hold nothing itself
		rows, err := s.Growth(q)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if re.MatchString(r.Name) && !slices.Contains(names, r.Name) && len(names) < trendLines {
				names = append(names, r.Name)
			}
		}
	}
	if len(names) == 0 {
		return nil, e.noLine()
	}
	return s.Lines(q, names...)
}

func (e *exporting) noLine() error {
	return fmt.Errorf("--line=%s: no name matches that makes up a thousandth of any profile", model.Sanitise(e.line))
}

// series reads profiles into series, and returns the one that is asked for.
func (e *exporting) series(cmd *cobra.Command, q model.Query, files []string) (*series.Series, series.Question, error) {
	var none series.Question
	paths, err := inFolders(files)
	if err != nil {
		return nil, none, err
	}
	all, sample := map[string]*series.Series{}, map[string]*model.Profile{}
	for _, p := range paths {
		f, err := openAny(cmd, p.path)
		switch {
		case err != nil && !p.named && cmd.Context().Err() == nil:
			tell(cmd, "warning: left out: %s", err)
			continue
		case err != nil:
			return nil, none, err
		case f.Profile == nil && p.named:
			return nil, none, fmt.Errorf("%s is an execution trace: the view %s is of profiles", f.Name, e.view)
		case f.Profile == nil || e.kind != "" && string(f.Profile.Kind) != e.kind:
			continue
		}
		key := series.Key(f.Profile)
		if all[key] == nil {
			all[key], sample[key] = series.New(series.Options{Query: q}), f.Profile
		}
		at := f.ModTime
		if at.IsZero() {
			at = time.Now()
		}
		if err := all[key].Add(f.Name, f.Profile, at); err != nil {
			return nil, none, err
		}
	}
	best, left := "", 0
	for key, s := range all {
		left += s.Len()
		if best == "" || s.Len() > all[best].Len() || s.Len() == all[best].Len() && key < best {
			best = key
		}
	}
	if best == "" {
		what := "profiles"
		if e.kind != "" {
			what = e.kind + " profiles"
		}
		return nil, none, fmt.Errorf("there are no %s in %s", what, model.Sanitise(strings.Join(files, ", ")))
	}
	s := all[best]
	if left -= s.Len(); left > 0 {
		tell(cmd, "warning: %s of other kinds or programs left out: --kind chooses another kind than %s", count(left, "profile"), s.Kind())
	}
	question, err := e.question(s, sample[best], q)
	return s, question, err
}

// question is what a series is asked.
func (e *exporting) question(s *series.Series, p *model.Profile, q model.Query) (series.Question, error) {
	i, err := p.SampleIndex(q.SampleIndex)
	if err != nil {
		return series.Question{}, err
	}
	out := series.Question{Type: p.Types[i].Type, By: series.Packages, Cum: q.Sort == model.ByCum}
	if e.line != "" {
		out.By = series.Functions
	}
	if len(e.by) == 0 {
		return out, nil
	}
	switch by := series.By(e.by[0]); {
	case by == totalAlone:
	case by == series.Packages, by == series.Functions, by == series.Stacks && s.Kind() == model.Goroutine:
		out.By = by
	case slices.Contains(s.Keys(), e.by[0]):
		out.By, out.Key = series.Labels, e.by[0]
	default:
		words := append([]string{"packages", "functions", totalAlone}, s.Keys()...)
		return out, fmt.Errorf("--by=%s: expected %s", model.Sanitise(e.by[0]), model.Sanitise(either(words)))
	}
	return out, nil
}

// found is a file that is to be read; those of folders need not be profiles.
type found struct {
	path  string
	named bool
}

// inFolders puts the files of folders in their places, in the order of names.
func inFolders(files []string) ([]found, error) {
	var out []found
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !info.IsDir() {
			out = append(out, found{file, true})
			continue
		}
		entries, err := os.ReadDir(file)
		if err != nil {
			var p *fs.PathError
			if errors.As(err, &p) {
				err = p.Err
			}
			return nil, fmt.Errorf("%s: the folder cannot be read: %w", model.Sanitise(file), err)
		}
		for _, x := range entries {
			if !strings.HasPrefix(x.Name(), ".") && !x.IsDir() {
				out = append(out, found{filepath.Join(file, x.Name()), false})
			}
		}
	}
	return out, nil
}

// seriesHead says which files a picture is made of, and what it shows of them.
func seriesHead(files []string, s *series.Series, q series.Question) scene.Heading {
	title := model.Sanitise(filepath.Base(files[0]))
	if len(files) > 1 {
		title += fmt.Sprintf(" and %d more", len(files)-1)
	}
	line := string(s.Kind()) + " · " + model.Sanitise(q.Type) + " · " + count(s.Len(), "profile")
	if q.By == series.Labels {
		line += " · by label " + model.Sanitise(q.Key)
	} else {
		line += " · by " + string(q.By)
	}
	points := s.Points()
	first, last := points[0].Time.Local(), points[len(points)-1].Time.Local()
	return scene.Heading{Title: title, Lines: []string{line, first.Format("2006-01-02 15:04:05") + " to " + last.Format("2006-01-02 15:04:05")}}
}
