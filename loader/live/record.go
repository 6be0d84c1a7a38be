package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"profstation/disk"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/memory"
	"profstation/model/lang"
)

// Plan says which profiles to record, how often and where.
type Plan struct {
	Requests []Request
	Every    time.Duration // from start to start; 0: once
	Dir      string        // where files go; created if it does not exist
}

// EventKind is what happens while recording.
type EventKind string

// What happens to a request.
const (
	Started EventKind = "started"
	Running EventKind = "running" // Progress says how far
	Saved   EventKind = "saved"   // to Path; Err says why if it is not a profile, or only the beginning of a trace
	Missed  EventKind = "missed"  // Err says why; with Every it is tried again
	Skipped EventKind = "skipped" // the previous one is not done yet
)

// Event is one thing that happened while recording.
type Event struct {
	Kind     EventKind
	Request  Request
	Progress Progress
	Path     string
	Err      error
	Note     string    // of a saved heap profile: what was saved beside it; "" for nothing
	Next     time.Time // when the request is made again; zero: never, or at once
}

// Record makes a plan's captures and saves each, as received, under a name that sorts:
// 2026-11-20T15-04-05_heap.pb.gz is a heap profile whose capture began at that time, by this machine's
// clock, in the zone that applied when the recording began. A file gets its name when it is whole. Beside a heap
// profile stands what else says where the program's memory is, as far as it can be had: see package loader/memory.
//
// Requests that show a state come first, one after another, and then those that last, side by side: so no
// snapshot shows what the program spends on recording the others. post is called from several goroutines, but
// only one at a time. With Every, Record goes on until ctx ends, which is not an error; nor is a capture that
// fails. Without Every, Record also returns the first such error.
func (c *Client) Record(ctx context.Context, p Plan, post func(Event)) error {
	for _, r := range p.Requests {
		if err := r.Validate(); err != nil {
			return c.fault(r, err)
		}
	}
	if len(p.Requests) == 0 {
		return c.fault(Request{},
			&httpclient.Error{Problem: httpclient.BadRequest, Found: lang.L("no kind of profile was chosen"), Advice: lang.L("choose at least one")})
	}
	s := &recording{client: c, every: p.Every, post: post, beside: beside{c, map[string]bool{}}}
	if err := s.open(p.Dir); err != nil {
		return err
	}
	s.run(ctx, roundOf(p.Requests))
	if p.Every > 0 && ctx.Err() != nil {
		return nil
	}
	return s.first
}

// recording is one call of Record.
type recording struct {
	client *Client
	beside beside
	every  time.Duration
	dir    string         // absolute
	zone   *time.Location // fixed, so that names sort across the end of summer time
	mu     sync.Mutex     // one event is posted at a time
	post   func(Event)
	first  error
}

func (s *recording) say(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.first = cmp.Or(s.first, e.Err)
	s.post(e)
}

// round holds the requests that are made at one time, each once.
type round struct{ states, lasting []Request }

// roundOf splits the requests. Of the states, those of memory come first: writing another one allocates.
func roundOf(all []Request) (r round) {
	for _, one := range all {
		if one.length() > 0 {
			r.lasting = append(r.lasting, one)
		} else {
			r.states = append(r.states, one)
		}
	}
	slices.SortStableFunc(r.states, func(a, b Request) int { return rank(a.Kind) - rank(b.Kind) })
	return r
}

// run makes the requests at whole multiples of Every after the first time. What takes long skips some.
func (s *recording) run(ctx context.Context, r round) {
	next := time.Now()
	for {
		s.capture(ctx, r)
		if s.every <= 0 || ctx.Err() != nil {
			return
		}
		next = next.Add(s.every)
		if late := time.Since(next); late > s.every/2 {
			next = next.Add((late/s.every + 1) * s.every)
			for _, one := range slices.Concat(r.states, r.lasting) {
				s.say(Event{Kind: Skipped, Request: one, Next: next})
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(next)):
		}
	}
}

func (s *recording) capture(ctx context.Context, r round) {
	for _, one := range r.states {
		if s.once(ctx, one); ctx.Err() != nil {
			return
		}
	}
	var group sync.WaitGroup
	for _, one := range r.lasting {
		group.Go(func() { s.once(ctx, one) })
	}
	group.Wait()
}

func (s *recording) once(ctx context.Context, r Request) {
	s.say(Event{Kind: Started, Request: r})
	draft, err := disk.Begin(s.dir, 0o666)
	if err != nil {
		s.say(Event{Kind: Missed, Request: r, Err: s.client.fault(r, notWritten(s.dir, err))})
		return
	}
	defer draft.Drop()
	got, err := s.client.Capture(ctx, r, draft, func(p Progress) { s.say(Event{Kind: Running, Request: r, Progress: p}) })
	if got == nil {
		s.say(Event{Kind: Missed, Request: r, Err: err})
		return
	}
	var more []memory.File
	note := ""
	if r.Kind == Heap && r.length() == 0 && err == nil {
		more, note = s.beside.fetch(ctx)
	}
	path, saved := s.save(got, draft, more)
	if saved != nil {
		s.say(Event{Kind: Missed, Request: r, Err: s.client.fault(r, saved)})
		return
	}
	if ctx.Err() != nil { // the file is whole, or as much of a trace as was asked for
		err = nil
	}
	s.say(Event{Kind: Saved, Request: r, Path: path, Err: err, Note: note})
}

// open makes the folder and checks whether files can be written there.
func (s *recording) open(dir string) (err error) {
	if s.dir, err = filepath.Abs(dir); err == nil {
		err = os.MkdirAll(s.dir, 0o777)
	}
	if err == nil {
		err = disk.Try(s.dir)
	}
	if err != nil {
		return notWritten(dir, err)
	}
	name, offset := time.Now().Zone()
	s.zone = time.FixedZone(name, offset)
	return nil
}

func notWritten(path string, err error) error {
	advice := lang.L("choose another folder")
	if failed, ok := errors.AsType[*disk.Error](err); ok {
		err, advice = failed.Err, cmp.Or(failed.Advice(), advice)
	}
	return &httpclient.Error{Problem: httpclient.NotWritten,
		Found: lang.L("{{.Path}} cannot be written: {{.Cause}}", lang.With{"Path": path, "Cause": input.Cause(err)}), Advice: advice, Err: err}
}

// stamp is the time in a name. It sorts, and has no character that a file system refuses.
const stamp = "2006-01-02T15-04-05"

// save gives a capture a free name. It does so even when the recording ends, because captures are kept.
// What was fetched beside it comes first: whoever sees a profile finds it.
func (s *recording) save(c *Capture, received *disk.Draft, more []memory.File) (string, error) {
	base := c.Start.In(s.zone).Format(stamp) + "_" + c.Request.name()
	for n := 1; n < 1000; n++ { // several captures of one kind in one second
		name := base
		if n > 1 {
			name += fmt.Sprintf("_%03d", n)
		}
		path := filepath.Join(s.dir, name+ending(c))
		if _, err := os.Lstat(path); err == nil {
			continue
		}
		s.saveBeside(name, more)
		err := received.Commit(name + ending(c))
		switch {
		case err == nil:
			return path, nil
		case !errors.Is(err, fs.ErrExist):
			return "", notWritten(path, err)
		}
	}
	return "", notWritten(filepath.Join(s.dir, base), fs.ErrExist)
}

// saveBeside saves what was fetched beside a profile of that name. What cannot be written is not missed: that the
// profile cannot be, either, is said.
func (s *recording) saveBeside(name string, more []memory.File) {
	for _, f := range more {
		draft, err := disk.Begin(s.dir, 0o666)
		if err != nil {
			return
		}
		ending, data := f.Saved()
		if _, err := draft.Write(data); err == nil {
			draft.Commit(name + ending)
		}
		draft.Drop()
	}
}

// ending returns a file name's ending. It depends on the content, if that is known.
func ending(c *Capture) string {
	if c.File == nil && !c.packed && c.Request.ending() == ".pb.gz" {
		return ".unknown"
	}
	return c.Request.ending()
}
