package command

import (
	"cmp"
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

	"profstation/ask"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
)

// trendFlags are the options for a series' views.
type trendFlags struct {
	kind, line string
	lines      *regexp.Regexp // line, compiled; nil if it is not given
	lasting    string
}

func (t *trendFlags) registerTrend(cmd *cobra.Command) {
	s := cmd.Flags()
	s.StringVar(&t.kind, "kind", "", "of a trend: only profiles of this `kind`, such as heap (default: the kind of most files)")
	s.StringVar(&t.lasting, "lasting", "", "of growth: only names whose allocations surely live that `long`: long-lived or churn")
	s.StringVar(&t.line, "line", "", "of a trend: lines of the names that match the `regexp`, instead of layers; of growth: only those")
}

var lastings = []string{string(series.LongLived), string(series.Churn)}

// totalAlone asks a trend for nothing but the total.
const totalAlone = "total"

func (e *exporting) checkTrend() error {
	ofSeries := ofSeries(viewNamed(e.view))
	switch {
	case e.view != "growth" && e.lasting != "":
		return usagef("--lasting is for the view growth")
	case e.lasting != "" && !slices.Contains(lastings, e.lasting):
		return usagef("--lasting=%s: expected %s", safe.Text(e.lasting), either(lastings))
	case !ofSeries && (e.kind != "" || e.line != ""):
		return usagef("--kind and --line are for the views trend and growth")
	case ofSeries && len(e.by) > 1:
		return usagef("--by: found %s, expected packages, functions, stacks, total or one label key", units.Plural(len(e.by), "word"))
	case ofSeries && e.base+e.diffBase != "":
		return usagef("the view %s has no base", e.view)
	case e.view == "growth" && len(e.by) == 1 && e.by[0] == totalAlone:
		return usagef("--by=%s is for the view trend: growth has packages, functions, stacks or one label key", totalAlone)
	}
	return nil
}

func (e *exporting) series(c *call, q query.Query, files []string) (*task, error) {
	s, question, err := e.readSeries(c, q, files)
	if err != nil {
		return nil, err
	}
	v := viewNamed(e.view)
	r := ask.Script(q, e.look.Theme)
	r.View, r.Trend = v, ask.TrendRequest{Series: s, Question: question, Names: e.lines}
	r.Display.Trend.All = len(e.by) == 1 && e.by[0] == totalAlone
	a, _, err := ask.Compute(c.ctx, r, nil)
	if errors.Is(err, ask.ErrNoLine) {
		return nil, fmt.Errorf("--line=%s: %w", safe.Text(e.line), err)
	}
	return &task{title: sideName(files), view: v, answer: a}, err
}

// readSeries reads profiles into series, and returns the one that is asked for.
func (e *exporting) readSeries(c *call, q query.Query, files []string) (*series.Series, series.Question, error) {
	var none series.Question
	paths, err := inFolders(files)
	if err != nil {
		return nil, none, err
	}
	all, sample := map[string]*series.Series{}, map[string]*model.Profile{}
	add := func(named bool, f *loader.File, err error) error {
		switch {
		case err != nil && (!named || errors.Is(err, loader.ErrEmpty)) && c.ctx.Err() == nil:
			c.say("warning: left out: %s", err)
			return nil
		case err != nil:
			return err
		case f.Profile == nil && named:
			return fmt.Errorf("%s is an execution trace, but the view %s is for profiles", f.Name, e.view)
		case f.Profile == nil || e.kind != "" && string(f.Profile.Kind) != e.kind:
			return nil
		}
		key := series.Key(f.Profile)
		if all[key] == nil {
			all[key], sample[key] = series.New(q), f.Profile
		}
		return all[key].Add(c.ctx, f.Name, f.Profile, cmp.Or(f.ModTime, time.Now()))
	}
	for _, p := range paths {
		b, err := listBundle(c, p.path)
		switch {
		case b != nil && p.named:
			err = visitAll(c, b, func(_ string, f *loader.File, err error) error { return add(false, f, err) })
		case err == nil:
			f, failed := openAny(c, p.path)
			err = add(p.named, f, failed)
		}
		if err != nil {
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
			what = e.kind + " " + what
		}
		return nil, none, fmt.Errorf("there are no %s in %s", what, safe.Text(strings.Join(files, ", ")))
	}
	s := all[best]
	if left -= s.Len(); left > 0 {
		c.say("warning: %s of other kinds or programs left out: --kind chooses a kind other than %s", units.Plural(left, "profile"), s.Kind())
	}
	question, err := e.question(s, sample[best], q)
	return s, question, err
}

// course is a series of profiles that have their sections in a report: those of one kind in a bundle, or in the steps of
// a store's question.
type course struct {
	of, key string // what they come from, and what they have in common
	series  *series.Series
	at      int // the section before which its own stands
}

// follow adds a profile to the series of what it comes from. at is the number of its section.
func (p *reporting) follow(c *call, of string, f *loader.File, at int) error {
	if of == "" || f.Profile == nil {
		return nil
	}
	key := series.Key(f.Profile)
	i := slices.IndexFunc(p.courses, func(x course) bool { return x.of == of && x.key == key })
	if i < 0 {
		i = len(p.courses)
		p.courses = append(p.courses, course{of, key, series.New(query.Query{}), at})
	}
	return p.courses[i].series.Add(c.ctx, f.Name, f.Profile, cmp.Or(f.ModTime, time.Now()))
}

// addTrends adds the trend of each series before the section of its first profile.
func (p *reporting) addTrends(c *call, page report.Report, q query.Query, o report.Options) error {
	for _, x := range slices.Backward(p.courses) {
		if x.series.Len() < 2 {
			continue
		}
		n := len(page.Sections)
		if err := page.Trend(c.ctx, report.Document{Series: x.series, Of: x.of, Query: q}, o); err != nil {
			return err
		}
		page.Sections = slices.Concat(page.Sections[:x.at], page.Sections[n:], page.Sections[x.at:n])
	}
	return nil
}

func (e *exporting) question(s *series.Series, p *model.Profile, q query.Query) (series.Question, error) {
	i, err := query.SampleIndex(p, q.SampleIndex)
	if err != nil {
		return series.Question{}, err
	}
	out := series.Question{Type: model.Offered(p.Types)[i].Type, By: s.DefaultBy(), Cum: q.Sort == query.ByCum, Lasting: series.Lasting(e.lasting)}
	if e.line != "" {
		out.By = series.Functions
	}
	if len(e.by) == 0 {
		return out, nil
	}
	ways := series.Ways(s.Kind())
	switch by := series.By(e.by[0]); {
	case by == totalAlone:
	case slices.Contains(ways, by):
		out.By = by
	case slices.Contains(s.Keys(), e.by[0]):
		out.By, out.Key = series.Labels, e.by[0]
	default:
		var words []string
		for _, w := range ways {
			words = append(words, string(w))
		}
		words = append(append(words, totalAlone), s.Keys()...)
		return out, fmt.Errorf("--by=%s: expected %s", safe.Text(e.by[0]), safe.Text(either(words)))
	}
	return out, nil
}

// found is a file to read. If it was found in a folder, it need not be a profile.
type found struct {
	path  string
	named bool
}

// inFolders replaces folders by their files, ordered by name.
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
			return nil, fmt.Errorf("%s: the folder cannot be read: %w", safe.Text(file), err)
		}
		for _, x := range entries {
			if !strings.HasPrefix(x.Name(), ".") && !x.IsDir() {
				out = append(out, found{filepath.Join(file, x.Name()), false})
			}
		}
	}
	return out, nil
}
