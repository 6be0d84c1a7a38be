// Package job runs work in the background and brings its result to the one goroutine that owns
// the desk.
//
// [Start] is the only way to begin: the work gets a context, its result is accepted on the desk's
// goroutine, and an error that accept does not expect is shown. A [Slot] holds the one job that
// counts: a newer job takes its place, and the result of the older one is dropped.
package job

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"profstation/desk/screen"
)

// Kind says what a job is for.
type Kind string

// The kinds of jobs.
const (
	Load      Kind = "load"      // reads a file, a sum or a derived profile into a document
	Turn      Kind = "turn"      // turns a followed folder to another file
	Join      Kind = "join"      // joins the two sides of a comparison
	Prepare   Kind = "prepare"   // prepares what the visible tab shows
	LayOut    Kind = "lay out"   // lays out a call graph
	Export    Kind = "export"    // writes a picture, a table or a report to a file or the clipboard
	Ask       Kind = "ask"       // asks a server what it has
	Record    Kind = "record"    // captures from a server
	Workspace Kind = "workspace" // reads or writes a file that lists documents
	Sources   Kind = "sources"   // allows a folder in which source files are looked for
	Look      Kind = "look"      // looks on the disk what has happened to the open files
	Edit      Kind = "edit"      // opens a source line in an editor
	Find      Kind = "find"      // looks for what stands out
)

// Patience is how long a job that is not shown at once may run unseen.
const Patience = 150 * time.Millisecond

// Pool runs jobs. Its methods are called on the desk's goroutine.
type Pool struct {
	// Post runs a function later on the desk's goroutine; any goroutine may call it.
	Post    func(func())
	Changed func()            // is called when what Shown returns has changed
	Failed  func(Kind, error) // is called with each error that nobody expected
	// Fault, if not nil, runs before each job's work, and may fail it: tests use it.
	Fault func(context.Context, Kind) error

	running []*Job
}

// Options describe a job and its line in the status bar.
type Options struct {
	Kind    Kind
	Slot    *Slot // the slot that the job takes; nil for a job beside all others
	Patient bool  // hides the job until [Patience] is over
	// Show returns the job's line in the status bar, and whether it has one now; nil: never.
	Show func(*Job) (screen.Job, bool)
}

// Job is work in the background.
type Job struct {
	Options
	pool   *Pool
	cancel context.CancelFunc
	hidden bool // until patience is over

	progress    float64 // the share that is done; −1 if it is not known
	done, total atomic.Int64
	posted      atomic.Bool // done and total wait to be shown
}

// Slot holds the job whose result counts. The zero value is empty.
type Slot struct{ job *Job }

// Start runs work in the background and then accept with its result on the desk's goroutine,
// unless by then the job's slot holds a newer job or was emptied. accept returns an error that it
// does not expect, which is then shown.
func Start[T any](p *Pool, o Options, work func(context.Context, *Job) (T, error), accept func(T, error) error) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{Options: o, pool: p, cancel: cancel, hidden: o.Patient, progress: -1}
	if o.Slot != nil {
		o.Slot.Empty()
		o.Slot.job = j
	}
	p.running = append(p.running, j)
	if o.Patient {
		time.AfterFunc(Patience, func() { p.Post(j.reveal) })
	}
	fault := p.Fault
	go func() {
		var result T
		var err error
		if fault != nil {
			err = fault(ctx, o.Kind)
		}
		if err == nil {
			result, err = work(ctx, j)
		}
		p.Post(func() {
			cancel()
			if !j.Current() {
				return
			}
			j.end()
			if err := accept(result, err); err != nil && !errors.Is(err, context.Canceled) {
				p.Failed(o.Kind, err)
			}
		})
	}()
	return j
}

// Current reports whether the job's result still counts.
func (j *Job) Current() bool { return slices.Contains(j.pool.running, j) }

// Post runs f later on the desk's goroutine, if the job's result still counts by then. It may be
// called from any goroutine.
func (j *Job) Post(f func()) {
	j.pool.Post(func() {
		if j.Current() {
			f()
		}
	})
}

// Progress notes how many bytes are done; total 0 means that it is not known. Any goroutine may call it.
func (j *Job) Progress(done, total int64) {
	j.done.Store(done)
	j.total.Store(total)
	if j.posted.CompareAndSwap(false, true) {
		j.Post(func() {
			j.posted.Store(false)
			j.progress = -1
			if total := j.total.Load(); total > 0 {
				j.progress = min(1, float64(j.done.Load())/float64(total))
			}
			j.pool.Changed()
		})
	}
}

// Done returns the share that is done, −1 if the total is not known.
func (j *Job) Done() float64 { return j.progress }

// Cancel asks the work to stop. Its result still counts: accept gets the context's error.
func (j *Job) Cancel() { j.cancel() }

func (j *Job) end() {
	j.pool.running = slices.DeleteFunc(slices.Clone(j.pool.running), func(o *Job) bool { return o == j })
	if j.Slot != nil && j.Slot.job == j {
		j.Slot.job = nil
	}
}

func (j *Job) reveal() {
	if j.hidden && j.Current() {
		j.hidden = false
		j.pool.Changed()
	}
}

// Running reports whether the slot holds a job.
func (s *Slot) Running() bool { return s.job != nil }

// Done returns the share that is done in the slot's job, −1 if that is not known.
func (s *Slot) Done() float64 {
	if s.job == nil {
		return -1
	}
	return s.job.Done()
}

// Cancel asks the slot's job to stop, if it holds one. See [Job.Cancel].
func (s *Slot) Cancel() {
	if s.job != nil {
		s.job.Cancel()
	}
}

// Empty ends the slot's job, if it holds one, and drops its result.
func (s *Slot) Empty() {
	if j := s.job; j != nil {
		j.cancel()
		j.end()
	}
}

// Running reports whether any job of a kind runs.
func (p *Pool) Running(k Kind) bool {
	return slices.ContainsFunc(p.running, func(j *Job) bool { return j.Kind == k })
}

// Idle reports whether no job runs except recordings, which end when their user says so.
func (p *Pool) Idle() bool {
	return !slices.ContainsFunc(p.running, func(j *Job) bool { return j.Kind != Record })
}

// Cancel asks all jobs except recordings to stop. See [Job.Cancel].
func (p *Pool) Cancel() {
	for _, j := range p.running {
		if j.Kind != Record {
			j.Cancel()
		}
	}
}

// maxShown is how many jobs have lines at most: thousands may run, and a line is words.
const maxShown = 8

// Shown returns the lines for the visible jobs, the first of them in the order in which they began.
func (p *Pool) Shown() (lines []screen.Job) {
	for _, j := range p.running {
		if len(lines) == maxShown {
			break
		}
		if j.hidden || j.Show == nil {
			continue
		}
		if line, ok := j.Show(j); ok {
			lines = append(lines, line)
		}
	}
	return lines
}
