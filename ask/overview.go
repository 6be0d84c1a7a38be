package ask

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"profstation/ask/finding"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/memory"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
)

// Overview describes a profile as a whole.
type Overview struct {
	Title    string // what the profile is
	About    string // what that kind measures
	Facts    []model.Fact
	Beside   []model.Fact // from the bundle that it is in
	Leaked   []Leaked     // by the functions that started them
	Types    []TypeTotal
	Warnings []string
	Found    []Finding // what stands out, the worst first
	Asked    int       // how many rules have looked for it
	Worst    []Worst   // for traces
	Memory   *Memory   // where the process's memory is; nil: not known
	Course   []string  // how it changed over the profile's series, since the process started
	Packages *table.Table
	Left     string // what Packages are of, if filters leave a part; "" without
	limits   string // that Found depends on
}

// Leaked are goroutines that are blocked for ever and that one function started.
type Leaked struct {
	By, Count string
	Only      []labels.Selecting // what finds them, or all that are blocked for ever if no function is known
}

// TypeTotal is one sample type with its sum.
type TypeTotal struct {
	Name, Total, Help string
	Default           bool
}

// Memory says where the memory of a heap profile's process is.
type Memory struct {
	Summary []string
	Table   *table.Table
	Advice  []model.Fact // for large parts
}

const (
	maxPackages = 40 // how many packages the overview lists
	maxLeaking  = 8  // how many functions that started goroutines which are leaked
)

type overviewKey struct {
	of     *query.Result
	course string
	limits string
}

// standingKey is what a profile's findings depend on.
type standingKey struct {
	profile *model.Profile
	limits  string
}

func showOverview(ctx context.Context, a *Answer) (err error) {
	course, limits := SeriesCourse(a.Request.Trend.Series), fmt.Sprint(a.Request.Limits)
	a.Overview, err = a.overview.renew(overviewKey{a.Result, strings.Join(course, "\n"), limits}, func() (*Overview, error) {
		o, err := OverviewOf(ctx, a.Result)
		if err == nil {
			o.Course = course
			o.Found, err = a.standing.renew(standingKey{a.Request.Profile, limits}, func() ([]Finding, error) {
				return Standing(ctx, a.Request.Profile, nil, a.Request.Limits)
			})
		}
		if err == nil {
			o.Asked = finding.Asked(finding.Subject{Profile: a.Request.Profile, Limits: a.Request.Limits})
			o.Beside = a.Request.Says
			if r := a.Result; r.Passed() != r.Total && r.Profile.BaseSets() == nil {
				o.Left = partOf(r.Short(r.Passed()), r.Short(r.Total))
			}
			o.Packages, err = packages(ctx, a.Result)
		}
		return o, err
	})
	return err
}

// OverviewOf returns what a profile says about itself, without its packages. Its only error is the context's.
func OverviewOf(ctx context.Context, r *query.Result) (*Overview, error) {
	hints, err := finding.Lines(ctx, finding.Subject{Profile: r.Recorded()})
	if err != nil {
		return nil, err
	}
	p := r.Profile
	kind := explain.About(p)
	o := &Overview{
		Title: lang.L(kind.Title), About: lang.L(kind.Measures),
		Facts: explain.Facts(r, lang.L, "auto"), Warnings: append(append([]string(nil), p.Warnings...), hints...),
	}
	for i := range o.Facts {
		if o.Facts[i].Name == "" {
			o.Facts[i].Name = lang.L("Comment")
		}
	}
	if folder := explain.Sources(p); folder != "" { // after the binary and its ID
		at := slices.IndexFunc(o.Facts, func(f model.Fact) bool { return f.ID != explain.BinaryFact && f.ID != explain.BuildIDFact })
		if at < 0 {
			at = len(o.Facts)
		}
		o.Facts = slices.Insert(o.Facts, at, model.Fact{Name: lang.L("Sources"), Text: folder})
	}
	if p.Format != "" && p.Format != "pprof" && p.Format != "merged" {
		o.Facts = slices.Insert(o.Facts, 0, model.Fact{Name: lang.L("Format"), Text: safe.Text(lang.L(p.Format))})
	}
	if kind.Sampling != "" {
		o.About = lang.Sentences(o.About, sampling(p, kind.Sampling))
	}
	var chosen *query.Portion // of the time that the query chooses; nil: it chooses none
	if r.ChoosesTime() {
		x, err := r.InTime(ctx)
		if err != nil {
			return nil, err
		}
		chosen = &x
	}
	o.Leaked = leakedIn(p)
	for i, t := range p.Types {
		total := Total(p, i)
		if chosen != nil {
			total = partOf(units.FormatShort(chosen.Net[i], t.Unit, "auto"), total)
		}
		o.Types = append(o.Types, TypeTotal{
			Name: safe.Text(t.Type), Total: total, Help: explain.SampleType(p, t.Type), Default: i == p.Default,
		})
	}
	measured, err := p.Measurement(ctx, r.Column)
	if err != nil {
		return nil, err
	}
	o.Facts = append(o.Facts, held(p, measured, chosen))
	if err := o.memory(ctx, p); err != nil {
		return nil, err
	}
	o.Warnings = append(o.Warnings, WithoutFont(p.Strings)...)
	for _, l := range kind.Limits {
		o.About = lang.Sentences(o.About, lang.L(l))
	}
	return o, ctx.Err()
}

// leakedIn says which functions started the goroutines in a dump that are blocked for ever.
func leakedIn(p *model.Profile) (all []Leaked) {
	leaked, rest := labels.Selecting{Text: explain.LeakedFilter}, int64(0)
	for _, c := range explain.LeakedBy(p) {
		if c.By == "" || len(all) == maxLeaking {
			rest += c.Goroutines
			continue
		}
		only := labels.SelectValue(p, model.LabelAxis{Key: model.CreatorLabel}, model.LabelValue{Text: c.By})
		all = append(all, Leaked{lang.L("created by {{.Name}}", lang.With{"Name": safe.Text(c.By)}), units.Count(c.Goroutines), []labels.Selecting{leaked, only}})
	}
	if rest > 0 {
		all = append(all, Leaked{By: lang.L("created elsewhere, or it is not known where"), Count: units.Count(rest), Only: []labels.Selecting{leaked}})
	}
	return all
}

// memory adds where the process's memory is, if more is known than the profile. Its only error is the context's.
func (o *Overview) memory(ctx context.Context, p *model.Profile) error {
	if p.Memory == nil {
		return nil
	}
	s, ok, err := p.MemorySources(ctx, lang.L("the profile"))
	if err != nil || !ok {
		return err
	}
	a, err := s.Account()
	if err != nil {
		o.Warnings = append(o.Warnings, lang.L("Where the memory of the process is, cannot be said: {{.Problem}}.", lang.With{"Problem": safe.Text(err.Error())}))
		return nil
	}
	o.Memory = &Memory{Table: table.Account(a)}
	for _, said := range a.Summary() {
		o.Memory.Summary = append(o.Memory.Summary, said.Text)
	}
	for _, part := range a.Advised() {
		o.Memory.Advice = append(o.Memory.Advice, model.Fact{Name: part.Kind.Name(), Text: part.Kind.Advice()})
	}
	return nil
}

// SeriesCourse says in a few sentences how the memory of the process changed over a series of heap profiles; nil: that is
// not known.
func SeriesCourse(s *series.Series) []string {
	if s == nil {
		return nil
	}
	all := memory.Alike(s.Memory())
	if len(all) < 2 {
		return nil
	}
	course, err := memory.CourseOf(all)
	if err != nil {
		return nil
	}
	return course.Summary()
}

// MemoryCourse says how the memory of the process changed from one side to the other; nil: that is not known, or not
// to be compared. Its only error is the context's.
func MemoryCourse(ctx context.Context, p *compare.Pair) (*memory.Course, error) {
	if p.Parts || p.Base.Memory == nil || p.New.Memory == nil {
		return nil, nil
	}
	var all []*memory.Account
	for _, side := range []*model.Profile{p.Base, p.New} {
		s, ok, err := side.MemorySources(ctx, lang.L("the profile"))
		if err != nil || !ok {
			return nil, err
		}
		a, err := s.Account()
		if err != nil {
			return nil, nil // each side's overview says why
		}
		all = append(all, a)
	}
	course, _ := memory.CourseOf(all)
	return course, nil
}

// sampling says how often a profile was sampled, as its file does.
func sampling(p *model.Profile, sentence string) string {
	if p.Period <= 0 || p.PeriodType.Unit == "" || p.PeriodType.Unit == "count" {
		return lang.L("The file does not say how often it was sampled.")
	}
	return lang.L(sentence, lang.With{"Period": units.FormatShort(p.Period, p.PeriodType.Unit, "auto")})
}

// WithoutFont returns one warning that names the scripts in a recording's texts that no font covers, or nil.
func WithoutFont(texts *model.Strings) []string {
	var names []string
	for _, script := range scene.Lacking(texts.Displayed()) {
		names = append(names, nameOf(script))
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{lang.L("No installed font has the letters of these scripts, which are drawn as boxes: {{.Scripts}}. Install one, such as Noto.",
		lang.With{"Scripts": lang.List(names...)})}
}

// scriptNames has CLDR's script names in the window's languages.
var scriptNames = map[string]*display.Dictionary{"en": display.English, "de": display.German, "zh-Hans": display.Chinese}

// nameOf returns a script's name in the window's language, otherwise its code.
func nameOf(script language.Script) string {
	if names := scriptNames[lang.Tag()]; names != nil {
		return cmp.Or(names.Scripts().Name(script), script.String())
	}
	return script.String()
}

// held says how many samples a profile holds, if that is known, and in how many records and stacks. With a chosen
// time it says how many of them are of that.
func held(p *model.Profile, m model.Measurement, chosen *query.Portion) model.Fact {
	whole := query.Portion{Records: p.Records(), Stacks: p.Stacks.Len()}
	stacks := lang.N(whole.Stacks, "1 stack", "{{.N}} stacks", nil)
	records := lang.N(whole.Records, "1 record", "{{.N}} records", nil)
	bare, samples := units.Count(int64(whole.Records)), units.Count(m.Total)
	if chosen != nil {
		part := func(n int) lang.With { return lang.With{"Part": units.Count(int64(n))} }
		stacks = lang.N(whole.Stacks, "{{.Part}} of 1 stack", "{{.Part}} of {{.N}} stacks", part(chosen.Stacks))
		records = lang.N(whole.Records, "{{.Part}} of 1 record", "{{.Part}} of {{.N}} records", part(chosen.Records))
		bare = partOf(units.Count(int64(chosen.Records)), bare)
		if m.Known() {
			samples = partOf(units.Count(chosen.Abs[m.Column]/m.Size), samples)
		}
	}
	if !m.Known() {
		return model.Fact{Name: lang.L("Records"), Text: bare + " · " + stacks}
	}
	return model.Fact{Name: lang.L("Samples"), Text: samples + " · " + records + " · " + stacks}
}

// partOf writes a part of a whole, both as texts.
func partOf(part, whole string) string {
	return lang.L("{{.Part}} of {{.Whole}}", lang.With{"Part": part, "Whole": whole})
}

// Total returns the sum of a sample type over all samples, with its unit.
func Total(p *model.Profile, column int) string { return TotalOf(p, column, 1) }

// TotalOf returns the total for each recording, if the profile is the sum of that many.
func TotalOf(p *model.Profile, column, recordings int) string {
	return units.FormatShort(sumOf(p, column)/int64(recordings), p.Types[column].Unit, "auto")
}

func sumOf(p *model.Profile, column int) (sum int64) {
	for _, v := range p.Samples.Values[column] {
		sum += v
	}
	return sum
}

func packages(ctx context.Context, r *query.Result) (*table.Table, error) {
	group := make([]int32, r.Nodes.Len())
	ids := map[string]int32{}
	var names []string
	for n := range group {
		name := flame.PackageOf(r, query.NodeID(n))
		id, ok := ids[name]
		if !ok {
			id = int32(len(names))
			ids[name] = id
			names = append(names, name)
		}
		group[n] = id
	}
	sums, err := r.SumsBy(ctx, group, len(names))
	if err != nil {
		return nil, err
	}
	rows := make([]table.Named, 0, len(names))
	for i, name := range names {
		if sums.Flat[i] != 0 || sums.Cum[i] != 0 {
			rows = append(rows, table.Named{Name: safe.Text(name), Flat: sums.Flat[i], Cum: sums.Cum[i]})
		}
	}
	return table.Packages(r, rows, maxPackages), nil
}

// callgrind prepares a profile for KCachegrind.
func callgrind(ctx context.Context, a *Answer, _ Look) (Write, error) {
	return table.Callgrind(ctx, a.Result)
}

// left returns a Maker that writes what the filters leave in a profile.
func left(write func(context.Context, io.Writer, *query.Result) error) Maker {
	return func(ctx context.Context, a *Answer, _ Look) (Write, error) {
		return func(w io.Writer) error { return write(ctx, w, a.Result) }, nil
	}
}
