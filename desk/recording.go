package desk

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/model/units"
)

// recording is a series of captures from one server.
type recording struct {
	id    int
	host  string
	every time.Duration
	kinds []live.Request
	job   *job.Job

	mu     sync.Mutex
	noted  []live.Event // not handled by the desk yet
	posted bool

	// Only for the desk's goroutine:
	state         map[live.Kind]live.Event // the last event for each kind
	saved, missed int
	names         []string  // the saved files, if it is recorded once
	fault, beside string    // why the last was missed, and what was saved beside the last heap profile
	together      *together // nil unless it was stopped with others
}

// together are several recordings that were stopped at once.
type together struct{ all, left, saved, missed int }

// ended adds a recording that is over, and says how all of them ended once no other is left.
func (t *together) ended(r *recording) string {
	t.left, t.saved, t.missed = t.left-1, t.saved+r.saved, t.missed+r.missed
	if t.left > 0 {
		return ""
	}
	return lang.N(t.all, "1 recording stopped: {{.Saved}} saved, {{.Missed}} missed.",
		"{{.N}} recordings stopped: {{.Saved}} saved, {{.Missed}} missed.",
		lang.With{"Saved": units.Count(int64(t.saved)), "Missed": units.Count(int64(t.missed))})
}

// start begins to capture into a folder, and follows the folder.
func (r *recorder) start(i screen.StartRecording) {
	i.Server = r.desk.remotes.whole(i.Server)
	line := r.line(i.Server.Address)
	if r.shown != nil {
		line = *r.shown
	}
	r.shown = &line
	target, client, err := r.client(i.Server)
	var plan live.Plan
	if err == nil {
		plan, err = planOf(i)
	}
	if err != nil {
		noteFault(&line, err)
		r.desk.Publish()
		return
	}
	r.keep(i, target, plan.Dir)
	r.last++
	one := &recording{id: r.last, host: target.Host(), every: i.Every, kinds: plan.Requests, state: map[live.Kind]live.Event{}}
	r.recordings = append(r.recordings, one)
	o := job.Options{Kind: job.Record, Show: func(*job.Job) (screen.Job, bool) { return one.line(), true }}
	r.saving.Add(1)
	one.job = job.Start(&r.desk.jobs, o, func(ctx context.Context, j *job.Job) (stopped bool, err error) {
		defer r.saving.Done()
		defer client.Close()
		err = client.Record(ctx, plan, func(e live.Event) {
			if one.note(e) {
				j.Post(func() { r.recorded(one) })
			}
		})
		return ctx.Err() != nil, err
	}, func(stopped bool, err error) error {
		r.ended(one, stopped, err, func() { r.start(i) })
		return nil // the notice says how it ended
	})
	r.desk.folders.watch(plan.Dir)
}

func planOf(i screen.StartRecording) (plan live.Plan, err error) {
	plan.Every = i.Every
	for _, k := range i.Kinds {
		if live.Kind(k.Kind) == live.References && plan.Every > 0 {
			return plan, lang.Error("{{.Kind}} is recorded once, because the process stands still for it: do not repeat it", lang.With{"Kind": k.Kind})
		}
		request := live.Request{Kind: live.Kind(k.Kind), Length: time.Duration(k.Seconds) * time.Second}
		// A heap profile shows the state after the last collection, which may be long ago.
		// Servers do not collect if a profile covers some seconds.
		request.GC = request.Kind == live.Heap && k.Seconds == 0
		if err := request.Validate(); err != nil {
			return plan, err
		}
		plan.Requests = append(plan.Requests, request)
	}
	switch {
	case len(plan.Requests) == 0:
		return plan, lang.Error("no kind of profile was chosen: choose at least one")
	case strings.TrimSpace(i.Folder) == "":
		return plan, lang.Error("no folder was chosen: choose one for the captures")
	}
	plan.Dir, err = filepath.Abs(i.Folder)
	return plan, err
}

// note keeps an event for the desk, and reports whether it is the first since the desk took some.
func (r *recording) note(e live.Event) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noted = append(r.noted, e)
	first := !r.posted
	r.posted = true
	return first
}

func (all *recorder) recorded(r *recording) {
	r.mu.Lock()
	events := r.noted
	r.noted, r.posted = nil, false
	r.mu.Unlock()
	for _, e := range events {
		kind := e.Request.Kind
		if e.Kind == live.Saved {
			r.saved++
			r.names = append(r.names[max(0, len(r.names)-8):], filepath.Base(e.Path))
			r.fault, r.beside = "", cmp.Or(e.Note, r.beside)
		}
		if e.Err != nil {
			r.missed++
			r.fault = string(kind) + ": " + safe.Text(fault(e.Err))
		}
		r.state[kind] = e
	}
	all.desk.Publish()
}

// ended says how a recording ended; again starts it once more with the same answers.
func (all *recorder) ended(r *recording, stopped bool, err error, again func()) {
	all.recordings = slices.DeleteFunc(all.recordings, func(x *recording) bool { return x == r })
	notice := ""
	if r.together != nil {
		notice = r.together.ended(r)
	}
	switch {
	case stopped && r.together != nil:
		if notice == "" {
			all.desk.Publish()
			return
		}
	case stopped && r.missed > 0:
		notice = lang.L("Recording from {{.Host}} stopped: {{.Saved}} saved, {{.Missed}} missed.", lang.With{
			"Host": safe.Text(r.host), "Saved": units.Count(int64(r.saved)), "Missed": units.Count(int64(r.missed)),
		})
	case stopped:
		notice = lang.N(r.saved, "Recording from {{.Host}} stopped: 1 profile saved.",
			"Recording from {{.Host}} stopped: {{.N}} profiles saved.", lang.With{"Host": safe.Text(r.host)})
	case err != nil:
		text := sentences(err)
		if e, ok := errors.AsType[*httpclient.Error](err); ok && e.What != "" {
			text = e.What + ": " + text
		}
		notice := lang.L("Not everything was recorded from {{.Host}}: {{.Fault}}", lang.With{"Host": safe.Text(r.host), "Fault": safe.Text(text)})
		all.desk.outcomes.failed(r.host, notice, again)
		return
	default:
		all.desk.outcomes.over(r.host)
		notice = lang.L("Recorded: {{.Names}}", lang.With{"Names": safe.Text(lang.List(r.names...))})
		if r.beside != "" {
			notice += " · " + safe.Text(r.beside)
		}
	}
	all.desk.Say(notice)
}

func (all *recorder) stop(id int) {
	var group *together
	if n := len(all.recordings); id == 0 && n > 1 {
		group = &together{all: n, left: n}
	}
	for _, r := range all.recordings {
		if id == 0 || r.id == id {
			r.together = group
			r.job.Cancel()
		}
	}
}

// lastSaving is how long the end of the program waits for what recordings save.
const lastSaving = 5 * time.Second

// EndRecordings stops all recordings, and waits until what they have of traces is on the disk. It is for the end of
// the program.
func EndRecordings(d *Desk) {
	d.recorder.stop(0)
	saved := make(chan struct{})
	go func() {
		d.recorder.saving.Wait()
		close(saved)
	}()
	select {
	case <-saved:
	case <-time.After(lastSaving):
	}
}

func (r *recording) listed() screen.Recording {
	kinds := lists.Map(r.kinds, func(k live.Request) string { return string(k.Kind) })
	return screen.Recording{ID: r.id, Name: lang.L("{{.Kinds}} from {{.Host}}",
		lang.With{"Kinds": safe.Text(lang.List(kinds...)), "Host": safe.Text(r.host)})}
}

func (r *recording) line() screen.Job {
	j := screen.Job{Done: -1, Cancel: screen.StopRecording{ID: r.id}}
	var next time.Time
	left := time.Duration(-1)
	for _, k := range r.kinds {
		switch e := r.state[k.Kind]; {
		case e.Kind == live.Running && e.Progress.Held > 0:
			j.Holds = true
			j.Text = lang.L("grf holds process {{.ID}}: it stands still until this ends, {{.Time}} so far",
				lang.With{"ID": e.Progress.Held, "Time": e.Progress.Elapsed.Truncate(time.Second).String()})
			return j
		case e.Kind == live.Running && e.Progress.Length > 0:
			if l := e.Progress.Remaining(); l > left {
				left = l
				j.Done = min(1, e.Progress.Elapsed.Seconds()/e.Progress.Length.Seconds())
			}
		case !e.Next.IsZero() && (next.IsZero() || e.Next.Before(next)):
			next = e.Next
		}
	}
	j.Text = lang.L("Recording {{.What}}", lang.With{"What": r.listed().Name})
	switch {
	case left > 0:
		j.Text = lang.List(j.Text, lang.L("{{.Time}} left", lang.With{"Time": left.Round(time.Second).String()}))
	case j.Done >= 0:
		j.Text = lang.List(j.Text, lang.L("receiving"))
	case !next.IsZero():
		j.Text = lang.List(j.Text, lang.L("next at {{.Time}}", lang.With{"Time": next.Format("15:04:05")}))
	}
	if r.every > 0 && r.saved > 0 {
		j.Text += " · " + lang.N(r.saved, "1 profile saved", "{{.N}} profiles saved", nil)
	}
	if r.missed > 0 {
		j.Text += " · " + lang.N(r.missed, "1 profile missed", "{{.N}} profiles missed", nil)
		if r.fault != "" {
			j.Text += " (" + r.fault + ")"
		}
	}
	return j
}
