package desk

import (
	"context"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/trace"
)

// mostLooked is how many documents are looked at for what stands out in all of them.
const mostLooked = 100

// lookEverywhere lists what stands out in all open documents. The list is there at once, and fills when all are looked at.
func lookEverywhere(d *Desk) {
	var all []func(context.Context) ([]ask.FoundIn, error)
	for _, doc := range d.docs.all {
		if find := doc.look(d.keeper.limits()); find != nil && len(all) < mostLooked {
			all = append(all, find)
		}
	}
	says := lang.L("What stands out in {{.Documents}}", lang.With{"Documents": lang.N(len(all), "1 document", "{{.N}} documents", nil)})
	if left := len(d.docs.all) - len(all); left > 0 {
		says += " · " + notLooked(left)
	}
	var found []screen.Match
	done := make(chan struct{})
	o := job.Options{Kind: job.Find, Slot: &d.docs.finding, Patient: true, Show: func(j *job.Job) (screen.Job, bool) {
		return screen.Job{Text: lang.L("Looking for what stands out"), Done: j.Done(), Cancel: screen.StopFinding{}}, true
	}}
	job.Start(&d.jobs, o, func(ctx context.Context, j *job.Job) (struct{}, error) {
		defer close(done)
		var list []ask.FoundIn
		var err error
		n := 0
		for n < len(all) {
			j.Progress(int64(n), int64(len(all)))
			var more []ask.FoundIn
			if more, err = all[n](ctx); err != nil {
				break
			}
			list, n = append(list, more...), n+1
		}
		found = matchesOf(list, len(all)-n)
		return struct{}{}, err
	}, func(_ struct{}, err error) error {
		d.stopped(err)
		d.Publish()
		return err
	})
	d.Publish()
	d.shell.ShowPalette(screen.Palette{Hint: says, Wide: true, Find: func(text string) []screen.Match {
		<-done
		return Pick(text, found)
	}})
}

// matchesOf makes a list of what was found, the worst first; left is how many documents were not looked at because
// somebody stopped it.
func matchesOf(list []ask.FoundIn, left int) (all []screen.Match) {
	ask.WorstFirst(list)
	for _, f := range list {
		all = append(all, screen.Match{Label: f.Line, Detail: f.Name, Also: f.Rule + " " + f.Name,
			Go: []screen.Intent{screen.Activate{Document: f.Document}, screen.ShowFound{Finding: f.Finding}}})
	}
	switch {
	case left > 0:
		all = append([]screen.Match{{Label: notLooked(left)}}, all...)
	case len(all) == 0:
		all = []screen.Match{{Label: lang.L("Nothing stands out.")}}
	}
	return all
}

func notLooked(n int) string {
	return lang.N(n, "1 document was not looked at", "{{.N}} documents were not looked at", nil)
}

// look returns what looks for what stands out in the document and is not dismissed; nil: it is not read, or only a part
// of it.
func (doc *document) look(limits ask.Limits) func(context.Context) ([]ask.FoundIn, error) {
	id, name, dismissed := doc.id, doc.name(), doc.dismissed
	in := func(f ask.Finding, line string) ask.FoundIn {
		return ask.FoundIn{Finding: f, Document: id, Name: name, Line: line}
	}
	var pair *ask.Pair
	switch c := doc.content.(type) {
	case *comparedProfiles:
		pair = c.pair
	case *comparedTraces:
		pair = c.pair
	}
	p, t := doc.profile(), (*trace.Trace)(nil)
	if whole := doc.wholeTimeline(); whole != nil {
		t = whole.Trace
	}
	switch {
	case pair != nil:
		return func(ctx context.Context) ([]ask.FoundIn, error) {
			all, err := pair.Found(ctx, limits)
			kept, _ := ask.Divided(all, dismissed)
			return lists.Map(kept, func(f ask.Shifted) ask.FoundIn { return in(f.Finding, f.Line()) }), err
		}
	case p != nil || t != nil:
		return func(ctx context.Context) ([]ask.FoundIn, error) {
			all, err := ask.Standing(ctx, p, t, limits)
			kept, _ := ask.Divided(all, dismissed)
			return lists.Map(kept, func(f ask.Finding) ask.FoundIn { return in(f, ask.Marked(f)) }), err
		}
	}
	return nil
}
