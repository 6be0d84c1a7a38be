package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/ask/report"
	"profstation/loader"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
)

func (e *exporting) read(c *call, files []string, q query.Query) (*task, error) {
	v, _ := e.shown()
	bases := e.bases()
	// The graph is made from both sides, so that it marks what is noise.
	if (len(bases) > 0 || e.split != "") && v != nil && v.Name == "graph" && e.fromTrace == "" {
		v = ask.Find(ask.OfComparison, v.Name)
	}
	switch {
	case ofSeries(v):
		return e.series(c, q, files)
	case needsBase(v) && e.split != "" && len(files) > 1:
		pair, err := e.openParts(c, files)
		if err != nil {
			return nil, err
		}
		return e.compared(c, v, pair.Names[ask.NewSide], pair, q)
	case needsBase(v) && len(files)+len(bases) > 2:
		pair, err := openSides(c, [2][]string{ask.BaseSide: bases, ask.NewSide: files}, [2][]*labels.Part{}, loader.Options{})
		if err != nil {
			return nil, err
		}
		if !ofProfiles(v) {
			return nil, e.notOfProfiles(sideName(files))
		}
		return e.compared(c, v, sideName(files), pair, q)
	}
	f, err := openSum(c, files, loader.Options{})
	switch {
	case err != nil:
		return nil, err
	case f.Trace == nil && e.fromTrace != "":
		return nil, fmt.Errorf("%s is already a profile: --from_trace makes one from an execution trace", f.Name)
	case f.Trace != nil && !ofTraces(v) && e.fromTrace == "":
		return nil, fmt.Errorf("%s is an execution trace, but the view %s is for profiles: choose %s, or add --from_trace to make a profile from it",
			f.Name, e.view, either(viewNames(ofTraces)))
	case f.Trace == nil && !ofProfiles(v):
		return nil, e.notOfProfiles(f.Name)
	}
	e.warn(f)
	switch {
	case ofTraces(v):
		return e.trace(c, v, f)
	case f.Trace != nil:
		if f, err = e.derive(c, f); err != nil {
			return nil, err
		}
	}
	return e.profile(c, v, files, f, q)
}

func (e *exporting) notOfProfiles(name string) error {
	return fmt.Errorf("%s is a profile, but the view %s is for execution traces: choose %s", name, e.view, either(viewNames(ofProfiles)))
}

// profile prepares a view for a profile, for its difference to a base, or for both.
func (e *exporting) profile(c *call, v *ask.View, files []string, f *loader.File, q query.Query) (*task, error) {
	if len(e.bases()) == 0 && e.split == "" {
		return e.alone(c, v, report.Title(f.Name), e.request(v, q), f, f.Profile)
	}
	pair, err := e.pair(c, f)
	if err != nil {
		return nil, err
	}
	if v.Name == "graph" { // also for profiles made from traces
		v = ask.Find(ask.OfComparison, v.Name)
	}
	if needsBase(v) {
		return e.compared(c, v, f.Name, pair, q)
	}
	before := len(e.bases())
	if e.split != "" {
		before = len(files)
	}
	n, of, err := e.subtraction(before, len(files))
	if err != nil {
		return nil, err
	}
	title := report.Change(pair.Names[ask.BaseSide], pair.Names[ask.NewSide])
	if of != "" {
		title += ", " + of
	}
	switch {
	case n.Unit == compare.Recording:
		c.say("values are shown %s; go tool pprof subtracts the sums", n.Words(lang.L))
	case n.Suffix() != "" && !slices.Contains([]string{"svg", "png", "txt"}, e.format):
		c.say("whole numbers are %s, multiplied by the base's amount, so that the base's own are as recorded", n.Words(lang.L))
	}
	both, err := pair.Pair.Offering(c.ctx, q.SampleIndex)
	if err != nil {
		return nil, err
	}
	p, err := pair.Difference(c.ctx, both, e.mode(), n)
	if err != nil {
		return nil, err
	}
	if v.Name == "profile" || e.format == "txt" { // as pprof writes them
		p = model.Unaliased(p)
	} else {
		sayNames(c, pair.Pair)
	}
	r := e.request(v, q)
	r.Shown = func(r *query.Result) error { return both.ShowDifference(r, n) }
	return e.alone(c, v, title, r, f, p)
}

// pair compares a profile with the base that was asked for, or its parts with each other.
func (e *exporting) pair(c *call, f *loader.File) (*ask.Pair, error) {
	if e.split != "" {
		return e.split.pair(c, f)
	}
	base, err := openSum(c, e.bases(), loader.Options{OnlyProfiles: true})
	if err != nil {
		return nil, err
	}
	e.warn(base)
	names := [2]string{ask.BaseSide: base.Name, ask.NewSide: f.Name}
	if e.format != "json" { // files with figures have the names as they were given
		names[ask.BaseSide], names[ask.NewSide] = report.Title(base.Name), report.Title(f.Name)
	}
	return pairUp(c, [2][]*loader.File{ask.BaseSide: {base}, ask.NewSide: {f}}, [2][]*labels.Part{}, names)
}

// openParts compares the parts of several recordings, as two groups.
func (e *exporting) openParts(c *call, paths []string) (*ask.Pair, error) {
	files, err := openAll(c, paths, loader.Options{OnlyProfiles: true})
	if err != nil {
		return nil, err
	}
	return e.split.pair(c, files...)
}

func (e *exporting) request(v *ask.View, q query.Query) ask.Request {
	r := ask.Script(q, e.look.Theme)
	r.View, r.Tab, r.Search = v, v.Tab, e.search
	r.Functions, r.Layout = e.functions, chartOf
	d, given := &r.Display, &e.display
	d.Coloring, d.Generics, d.RootDown = given.Coloring, given.Generics, given.RootDown
	d.ByName, d.Recursion, d.GraphTree = given.ByName, given.Recursion, given.GraphTree
	d.Compare.Width, d.Compare.HideNoise = e.width, !e.noise
	if v.Tab == ask.FlameTab || v.Name == "diff" {
		r.Pivot = e.pivotal
	}
	return r
}

// alone prepares a view for one profile. f is the file that the profile comes from.
func (e *exporting) alone(c *call, v *ask.View, title string, r ask.Request, f *loader.File, p *model.Profile) (*task, error) {
	if e.comment != "" {
		commented := *p
		commented.Comments = append(slices.Clip(p.Comments), e.comment)
		p = &commented
	}
	if e.heap != "" {
		heap, err := openSum(c, []string{e.heap}, loader.Options{OnlyProfiles: true})
		if err != nil {
			return nil, err
		}
		if p, err = beside(p, heap); err != nil {
			return nil, err
		}
	}
	r.Name, r.Profile = f.Name, p
	r.Sources = e.sources(f)
	if v.Programs {
		r.Binaries = e.binaries(p)
	}
	var axes []model.LabelAxis
	for _, key := range e.by {
		a, ok := p.FindAxis(key)
		if !ok {
			return nil, fmt.Errorf("%s: %w", f.Name, unknownKey(p, key))
		}
		axes = append(axes, a)
	}
	if len(axes) > 0 {
		r.Display.ColorLabel, r.Display.Labels.Axis, r.Display.Labels.Functions = axes[0], axes[0], len(axes) == 1
		r.Display.Labels.Against = axes[len(axes)-1]
		r.Display.OverTime.Axis = axes[0]
	}
	return e.answer(c, v, title, r)
}

// beside returns p with the heap profile by which the collector is charged.
func beside(p *model.Profile, heap *loader.File) (*model.Profile, error) {
	h := heap.Profile
	switch {
	case h.ColumnOf("inuse_space") < 0:
		return nil, fmt.Errorf("--heap=%s: it does not say how many bytes are in use: give a heap profile", heap.Name)
	case model.ProcessOf(p).Other(model.ProcessOf(h)):
		return nil, fmt.Errorf("--heap=%s comes from another process: what it has in use says nothing about this one", heap.Name)
	}
	return p.Beside(h), nil
}

func (e *exporting) compared(c *call, v *ask.View, name string, pair *ask.Pair, q query.Query) (*task, error) {
	if pair.Traces != nil {
		return nil, fmt.Errorf("%s is an execution trace, but the view %s is for profiles", name, e.view)
	}
	sayNames(c, pair.Pair)
	r := e.request(v, q)
	n, of, err := e.subtraction(pair.Pair.Recordings())
	if err == nil && v.Name != "graph" { // the graph is compared as in pprof
		n, err = e.normalisationOf(pair)
	}
	if err != nil {
		return nil, err
	}
	r.Normalisation = n
	r.Name, r.Compared, r.Mode, r.Display.Compare.TopBeside = name, pair, e.mode(), e.beside
	if !e.beside {
		r.Display.Compare.Way = ask.AsDifference
	}
	title := report.Change(pair.Names[ask.BaseSide], pair.Names[ask.NewSide])
	if v.Name == "graph" && of != "" { // the other views say it in their heading
		title += ", " + of
	}
	return e.answer(c, v, title, r)
}

func (e *exporting) answer(c *call, v *ask.View, title string, r ask.Request) (*task, error) {
	a, _, err := ask.Compute(c.ctx, r, nil)
	if errors.Is(err, ask.ErrNoPivot) {
		return nil, fmt.Errorf("--pivot=%s: %w", safe.Text(e.pivot), err)
	}
	if err != nil {
		return nil, err
	}
	if a.Sums {
		c.say("warning: %s: --mean does not apply to this view, which has sums", r.Name)
	}
	unused := a.Result.Unused
	if a.Compared != nil {
		unused = a.Compared.Comparison.New.Unused
	}
	for _, name := range unused {
		if name == "focus" && ofFunctions(e.view) {
			continue // they fail without it, and say so
		}
		c.say("warning: %s: --%s matches nothing in this profile", r.Name, name)
	}
	return &task{title: title, view: v, answer: a}, nil
}

func unknownKey(p *model.Profile, key string) error {
	var keys []string
	for _, a := range p.LabelAxes() {
		if s := safe.Text(a.Key); len(keys) == 0 || keys[len(keys)-1] != s {
			keys = append(keys, s)
		}
	}
	if len(keys) == 0 {
		return fmt.Errorf("--by=%s: the profile has no labels", safe.Text(key))
	}
	return fmt.Errorf("--by=%s: no label has this key, only %s", safe.Text(key), strings.Join(keys, ", "))
}
