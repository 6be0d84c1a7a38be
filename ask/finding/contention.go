package finding

import (
	"context"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
)

// manyContentions is how many contentions a mutex profile must have counted before its shares say something.
const manyContentions = 100

// ofLocks is between an unlock and the code that locks.
var ofLocks = symbols("runtime.*", "internal/runtime/*", "sync.*", "internal/sync.*")

func init() {
	r := &rule{name: "one-lock", looks: looks{text: lang.Later("mutex profiles with at least 100 contentions"), kinds: []model.Kind{model.Mutex}}, limit: threshold{
		percent: 50, because: lang.Later("our judgement: then one lock is the first to look at"),
	}, words: words{
		Found: lang.Later("{{.Share}} of the waiting for locks is for the one that {{.Name}} releases"),
		Why:   lang.Later("The delay is of all goroutines that waited. Divided by the time recorded, it says how many wait on average: from 1 on, one is always waiting."),
		Do:    lang.Later("Do less while it is held: no I/O, no logging, no allocations. Split what it guards, use sync.RWMutex for readers, or an atomic."),
		Wrong: lang.Later("The profile is added up since the program started unless it was recorded for some seconds: without a time nobody knows whether it is much."),
	}}
	r.find = func(ctx context.Context, s *Subject) ([]Finding, error) {
		p, r := s.Profile, s.limited(r)
		if !s.judges(r.looks) {
			return nil, nil
		}
		delay, count := p.ColumnOf("delay"), p.ColumnOf("contentions")
		if delay < 0 || count < 0 || p.Subtracted(delay) || units.Magnitudes(p.Samples.Values[count]) < manyContentions {
			return nil, nil
		}
		values := p.Samples.Values[delay]
		by, err := s.functions(ctx, delay, ofLocks, those{})
		total := units.Magnitudes(values)
		if err != nil || len(by) == 0 || units.Share(by[0].value, total) < r.limit.percent {
			return nil, err
		}
		first := by[0]
		f := r.finding(Notice, lang.With{"Share": units.Percent(first.value, total), "Name": safe.Text(first.name)})
		f.Share = units.Share(first.value, total)
		f.name(by, total, total)
		f.Figures = []model.Fact{{Name: lang.L("amount"), Text: lang.L("{{.Part}} of {{.Whole}}", lang.With{
			"Part": units.Format(first.value, p.Types[delay].Unit, "auto"), "Whole": units.Format(total, p.Types[delay].Unit, "auto")})}}
		if waiting, ok := model.Utilization(first.value, p.Types[delay].Unit, p.Recorded()); ok {
			f.Figures = append(f.Figures, model.Fact{Name: lang.L("waiting on average"), Text: units.ShortPercent(waiting)})
			if waiting >= 100 {
				f.Severity = Worth
			}
		}
		f.Figures = append(f.Figures, r.limit.cited()...)
		q := question{Type: "delay", Hide: pattern(ofLocks)}
		f.ByCaller, f.Place = q.pprof(p), q.place()
		f.Place.Selected = first.name
		return []Finding{f}, nil
	}
	add(*r)
}
