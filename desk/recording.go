package desk

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/loader/live"
	"profstation/model"
)

// recording is captures of one server that go on.
type recording struct {
	id     int
	host   string
	every  time.Duration
	kinds  []live.Request
	cancel context.CancelFunc

	mu     sync.Mutex
	told   []live.Event // not taken by the desk yet
	posted bool

	// Of the desk's goroutine alone.
	state         map[live.Kind]live.Event // of each kind, the last thing that happened
	saved, missed int
	names         []string // of what was saved, where it is recorded once
	fault         string
}

// startRecording begins to capture into a folder, which is followed from then
// on.
func (d *Desk) startRecording(i screen.StartRecording) {
	refuse := func(err error) {
		r := *d.recorder.shown
		tellFault(&r, err)
		d.recorder.shown = &r
		d.Publish()
	}
	if d.recorder.shown == nil {
		d.recorder.shown = &screen.Record{Address: i.Server.Address}
	}
	target, client, err := d.client(i.Server)
	if err != nil {
		refuse(err)
		return
	}
	plan := live.Plan{Every: i.Every, Dir: i.Folder}
	for _, k := range i.Kinds {
		request := live.Request{Kind: live.Kind(k.Kind), Length: time.Duration(k.Seconds) * time.Second}
		// A heap profile is of the last collection, which may be long ago. For the
		// change of some seconds, servers collect none.
		request.GC = request.Kind == live.Heap && k.Seconds == 0
		plan.Requests = append(plan.Requests, request)
	}
	for _, r := range plan.Requests {
		if err := r.Validate(); err != nil {
			refuse(err)
			return
		}
	}
	switch {
	case len(plan.Requests) == 0:
		refuse(errors.New("no kind of profile was chosen: choose at least one"))
		return
	case strings.TrimSpace(i.Folder) == "":
		refuse(errors.New("no folder was chosen: captures are files, and need one"))
		return
	}
	if plan.Dir, err = filepath.Abs(i.Folder); err != nil {
		refuse(err)
		return
	}
	d.recorder.folder = plan.Dir
	d.recorder.last++
	ctx, cancel := context.WithCancel(context.Background())
	r := &recording{
		id: d.recorder.last, host: target.Host(), every: i.Every, kinds: plan.Requests, cancel: cancel,
		state: map[live.Kind]live.Event{},
	}
	d.recorder.recordings = append(d.recorder.recordings, r)
	go func() {
		err := client.Record(ctx, plan, func(e live.Event) {
			e.File = nil // the folder is followed
			if r.note(e) {
				d.Post(func() { d.recorded(r) })
			}
		})
		client.Close()
		d.Post(func() { d.recordingEnded(r, ctx.Err() != nil, err) })
	}()
	d.watchFolder(plan.Dir)
}

// note keeps an event for the desk, and tells whether the desk is to be told.
func (r *recording) note(e live.Event) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, e)
	first := !r.posted
	r.posted = true
	return first
}

// recorded takes what has happened in a recording.
func (d *Desk) recorded(r *recording) {
	r.mu.Lock()
	told := r.told
	r.told, r.posted = nil, false
	r.mu.Unlock()
	for _, e := range told {
		kind := e.Request.Kind
		if e.Kind == live.Saved {
			r.saved++
			r.names = append(r.names[max(0, len(r.names)-8):], filepath.Base(e.Path))
			r.fault = ""
		}
		if e.Err != nil {
			r.missed++
			r.fault = string(kind) + ": " + model.Sanitise(fault(e.Err))
		}
		r.state[kind] = e
	}
	d.Publish()
}

// recordingEnded tells how a recording ended.
func (d *Desk) recordingEnded(r *recording, stopped bool, err error) {
	r.cancel()
	d.recorder.recordings = slices.DeleteFunc(d.recorder.recordings, func(x *recording) bool { return x == r })
	switch {
	case stopped:
		d.Notice = lang.L("Recording from ") + model.Sanitise(r.host) + lang.L(" stopped; ") + model.Count(int64(r.saved)) + lang.L(" saved.")
	case err != nil:
		d.Notice = lang.L("Not all was recorded from ") + model.Sanitise(r.host) + ". " + model.Sanitise(faultOf(err))
	default:
		d.Notice = lang.L("Recorded: ") + model.Sanitise(strings.Join(r.names, ", "))
	}
	d.Publish()
}

// faultOf is a fault with the kind of profile that it is of.
func faultOf(err error) string {
	var e *live.Error
	if errors.As(err, &e) && e.Kind != "" {
		return string(e.Kind) + ": " + fault(err)
	}
	return fault(err)
}

// StopRecording ends a recording, or all.
func (d *Desk) StopRecording(id int) {
	for _, r := range d.recorder.recordings {
		if id == 0 || r.id == id {
			r.cancel()
		}
	}
}

// job is what the status bar tells of a recording.
func (r *recording) job() screen.Job {
	j := screen.Job{Done: -1, Cancel: screen.StopRecording{ID: r.id}}
	var names []string
	var next time.Time
	left := time.Duration(-1)
	for _, k := range r.kinds {
		names = append(names, string(k.Kind))
		switch e := r.state[k.Kind]; {
		case e.Kind == live.Running && e.Progress.Length > 0:
			if l := e.Progress.Remaining(); l > left {
				left = l
				j.Done = min(1, e.Progress.Elapsed.Seconds()/e.Progress.Length.Seconds())
			}
		case !e.Next.IsZero() && (next.IsZero() || e.Next.Before(next)):
			next = e.Next
		}
	}
	j.Text = lang.L("Recording ") + model.Sanitise(strings.Join(names, ", ")) + lang.L(" from ") + model.Sanitise(r.host)
	switch {
	case left > 0:
		j.Text += ", " + left.Round(time.Second).String() + lang.L(" left")
	case j.Done >= 0:
		j.Text += lang.L(", receiving")
	case !next.IsZero():
		j.Text += lang.L(", next at ") + next.Format("15:04:05")
	}
	if r.every > 0 && r.saved > 0 {
		j.Text += " · " + model.Count(int64(r.saved)) + lang.L(" saved")
	}
	if r.missed > 0 {
		j.Text += " · " + model.Count(int64(r.missed)) + lang.L(" missed")
		if r.fault != "" {
			j.Text += " (" + r.fault + ")"
		}
	}
	return j
}
