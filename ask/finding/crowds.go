package finding

import (
	"context"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// ofWaiting is what goroutines wait in for somebody else.
var ofWaiting = symbols("runtime.*", "internal/*", "sync.*", "net.*", "io.*", "bufio.*", "time.*", "syscall.*", "crypto/tls.*")

const crowd = 1000

func init() {
	leaked := &rule{name: "leaked", looks: looks{text: lang.Later("goroutine leak profiles"), kinds: []model.Kind{model.GoroutineLeak}}, limit: threshold{
		text: lang.Later("1 goroutine"), because: lang.Later("the collector found that nothing can wake it"), link: "https://go.dev/issue/74609",
	}, words: words{
		Found: lang.Later("nothing that still runs can wake these goroutines"),
		Why:   lang.Later("They keep their stacks and all that these refer to until the program ends."),
		Do:    lang.Later("Where they wait, add a second way out: a context that is done, a buffer of one for the result, or a channel that is closed."),
		Wrong: lang.Later("Waiting for ever is what they are meant to do."),
	}}
	leaked.find = func(ctx context.Context, s *Subject) ([]Finding, error) {
		return s.places(ctx, leaked, ofRuntime, func(total int64, _ caller) bool { return total > 0 })
	}
	crowded := &rule{name: "crowd", looks: goroutineProfiles, limit: threshold{
		text: lang.Later("1,000 goroutines"), because: lang.Later("our judgement: few programs want so many that do the same"),
	}, words: words{
		Found: lang.Later("many goroutines are at the same place: {{.Name}}"),
		Why:   lang.Later("Each has a stack of at least 2kB, and whatever they wait for is slower than what makes them."),
		Do:    lang.Later("Bound how many there are: a fixed number of workers, or a semaphore where they are started. If their number grows from one look to the next, they leak."),
		Wrong: lang.Later("One goroutine for each of many open connections is what net/http makes."),
	}}
	crowded.find = func(ctx context.Context, s *Subject) ([]Finding, error) {
		return s.places(ctx, crowded, ofWaiting, func(_ int64, first caller) bool { return first.value >= crowd })
	}
	add(*leaked)
	add(*crowded)
}

// places finds where goroutines are, if there are enough of them: in all, or at the first place.
func (s *Subject) places(ctx context.Context, r *rule, below []symbol, enough func(total int64, first caller) bool) ([]Finding, error) {
	if !s.judges(r.looks) {
		return nil, nil
	}
	p := s.Profile
	values := p.Samples.Values[p.Default]
	total := units.Magnitudes(values)
	by, err := s.functions(ctx, p.Default, below, those{})
	if err != nil || len(by) == 0 || p.Subtracted(p.Default) || !enough(total, by[0]) {
		return nil, err
	}
	f := r.finding(Worth, lang.With{"Name": safe.Text(by[0].name)})
	f.Figures = []model.Fact{{Name: lang.L("goroutines"), Text: units.Format(total, "", "")}}
	f.name(by, total, total)
	f.Severity = Worth
	all, q := question{Type: p.Types[p.Default].Type}, question{Type: p.Types[p.Default].Type, Hide: pattern(below)}
	f.Pprof, f.ByCaller, f.Place = all.pprof(p), q.pprof(p), q.place()
	f.Place.Selected = by[0].name
	return []Finding{f}, nil
}
