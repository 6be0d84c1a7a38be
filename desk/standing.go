package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
)

// dismiss hides a finding of the active document, or shows it again. What is dismissed stays so in the document's next
// profiles.
func (f *finder) dismiss(i screen.DismissFound) {
	doc := f.desk.docs.active
	if doc == nil {
		return
	}
	doc.dismissed = slices.DeleteFunc(slices.Clone(doc.dismissed), func(key string) bool { return key == i.Key })
	if !i.Restore {
		doc.dismissed = append(doc.dismissed, i.Key)
		f.desk.Notice = lang.L("Dismissed. It stands below the others under “Dismissed”, where you can restore it.")
	}
	doc.weigh()
	if f.desk.Kind() == ask.OfComparison { // its summary is a text, too
		f.desk.prepare()
		return
	}
	f.desk.Publish()
}

// standing is what stands out in what a document holds, for its mark in the sidebar. It goes with the content.
type standing struct {
	in    basis
	found []ask.Finding
	worth string // how many are worth a look, and the first of them as lines; "": none
}

// basis is what findings depend on, besides what is dismissed. It is empty for what has none.
type basis struct {
	profile *model.Profile
	trace   *trace.Trace
	limits  string
}

// basis returns what findings about the document depend on.
func (doc *document) basis(limits ask.Limits) basis {
	s := basis{profile: doc.profile(), limits: fmt.Sprint(limits)}
	if t := doc.wholeTimeline(); t != nil {
		s.trace = t.Trace
	}
	return s
}

const mostWorth = 3 // how many findings a mark names

// weigh says anew what is worth a look.
func (doc *document) weigh() {
	st := &doc.standing
	var lines []string
	kept, _ := ask.Divided(st.found, doc.dismissed)
	for _, f := range kept {
		if ask.Worth(f) {
			lines = append(lines, f.Text)
		}
	}
	st.worth = ""
	if n := len(lines); n > 0 {
		heading := lang.N(n, "1 thing worth a look:", "{{.N}} things worth a look:", nil)
		if n > mostWorth {
			lines = append(lines[:mostWorth], "…")
		}
		st.worth = heading + "\n" + strings.Join(lines, "\n")
	}
}

// finder looks for what stands out in the document on the screen, when nothing else is to be done.
type finder struct {
	desk *Desk
	slot job.Slot
	soon *time.Timer // fires when it looks; nil before the first time
}

func (f *finder) stop() {
	if f.soon != nil {
		f.soon.Stop()
	}
}

// findSoon has the finder look once the picture is there and drawn.
func (f *finder) findSoon() {
	if doc := f.desk.docs.active; doc == nil || doc.content == nil || doc.standing.in == doc.basis(f.desk.keeper.limits()) {
		return
	}
	if f.soon == nil {
		f.soon = time.AfterFunc(tidyDelay, func() { f.desk.Post(f.find) })
	} else {
		f.soon.Reset(tidyDelay)
	}
}

// find looks for what stands out in the active document, unless that is known. It puts it off while there is no picture.
func (f *finder) find() {
	doc, limits := f.desk.docs.active, f.desk.keeper.limits()
	if doc == nil || doc.content == nil {
		return
	}
	in := doc.basis(limits)
	if doc.standing.in == in || in.profile == nil && in.trace == nil {
		return
	}
	for _, k := range []job.Kind{job.Load, job.Prepare, job.LayOut} {
		if f.desk.jobs.Running(k) {
			f.findSoon()
			return
		}
	}
	job.Start(&f.desk.jobs, job.Options{Kind: job.Find, Slot: &f.slot}, func(ctx context.Context, _ *job.Job) ([]ask.Finding, error) {
		return ask.Standing(ctx, in.profile, in.trace, limits)
	}, func(found []ask.Finding, err error) error {
		if err != nil {
			return err
		}
		if doc.basis(limits) != in {
			return nil // it holds something else by now
		}
		before := doc.standing.worth
		doc.standing = standing{in: in, found: found}
		if doc.weigh(); doc.standing.worth != before {
			f.desk.Publish()
		}
		return nil
	})
}
