package watch

import (
	"errors"
	"io/fs"
	"time"

	"profstation/loader"
)

// done takes the outcome of a try.
func (l *loop) done(r *reading) {
	f := l.files[r.path]
	if f == nil || l.ctx.Err() != nil {
		return
	}
	now := l.o.now()
	f.state = quiet
	if r.sig != (signature{}) {
		f.sig = r.sig
	}
	switch {
	case errors.Is(r.err, fs.ErrNotExist):
		l.vanish(f, now)
	case errors.Is(r.err, fs.ErrPermission):
		f.failures++
		l.broken(f, &loader.Error{Name: f.path, Found: "you are not allowed to read it", Advice: "change its permissions", Err: r.err})
	case r.err != nil:
		l.failed(f, r.err, now)
	case r.class == foreign && f.shown:
		l.failed(f, &loader.Error{Name: f.path, Found: "it was overwritten with something that is no profile"}, now)
	case r.class == foreign:
		if f.listed || f.wrote >= 0 {
			l.out.push(Event{Kind: Ignored, Path: f.path})
		}
		f.listed, f.wrote, f.failures = false, -1, 0
	case r.class == empty:
		f.failures = 0
		if f.shown || f.listed || promising(f.path) {
			l.writing(f, false)
		}
	case r.class == trace:
		l.trace(f, r, now)
	case r.class == plain && (!r.steady || r.changed):
		if !f.shown {
			l.writing(f, false)
		}
		l.settle(f, now, l.t.steady)
	default:
		l.complete(f, r)
	}
	f.class = r.class
	if r.changed || f.again {
		l.changed(f, now)
	}
	if !f.gone.IsZero() {
		l.vanish(f, now)
	}
}

// settle tries a file again when it has been steady for a while.
func (l *loop) settle(f *file, now time.Time, steady time.Duration) {
	f.state = waiting
	f.due = f.since.Add(steady)
	if f.due.Before(now) {
		f.due = now
	}
	l.await(f)
}

// writing posts that a file is not complete, once for each size.
func (l *loop) writing(f *file, isTrace bool) {
	if f.wrote == f.sig.size {
		return
	}
	f.wrote = f.sig.size
	l.out.push(Event{Kind: Writing, Path: f.path, Trace: isTrace, Size: f.sig.size, ModTime: f.sig.modTime()})
}

// failed is called for what looks like a profile and cannot be decoded (yet).
func (l *loop) failed(f *file, err error, now time.Time) {
	f.failures++
	if now.Sub(f.since) >= l.t.broken {
		l.broken(f, err)
		return
	}
	l.writing(f, false)
	f.retry(now, l.t)
	if end := f.since.Add(l.t.broken); f.due.After(end) {
		f.due = end
	}
	l.await(f)
}

func (l *loop) broken(f *file, err error) {
	f.wrote = max(f.sig.size, 0)
	l.out.push(Event{Kind: Broken, Path: f.path, Size: f.sig.size, ModTime: f.sig.modTime(), Err: err})
}

// trace posts an execution trace when it has stopped growing.
func (l *loop) trace(f *file, r *reading, now time.Time) {
	f.failures = 0
	if now.Sub(f.since) < l.t.trace {
		l.writing(f, true)
		l.settle(f, now, l.t.trace)
		return
	}
	if f.shown && f.trace && f.read == r.sig && f.wrote < 0 {
		f.state = good
		return
	}
	l.disown(f)
	f.sum = digest{}
	f.trace = true
	l.found(f, r)
}

// complete is called for a profile that was read whole.
func (l *loop) complete(f *file, r *reading) {
	f.failures = 0
	if r.file == nil { // the content that was shown last
		f.state, f.read = good, r.sig
		return
	}
	if o := l.bySum[r.sum]; o != nil && o != f && !f.shown {
		if !o.gone.IsZero() {
			l.renamed(o, f)
			f.read = r.sig
			return
		}
		if !f.listed {
			if f.wrote >= 0 {
				l.out.push(Event{Kind: Ignored, Path: f.path})
			}
			f.state, f.sum, f.read, f.wrote = twin, r.sum, r.sig, -1
			return
		}
	}
	l.disown(f)
	f.sum, f.trace = r.sum, false
	if l.bySum[f.sum] == nil {
		l.bySum[f.sum] = f
	}
	l.found(f, r)
}

// found posts a file that is complete.
func (l *loop) found(f *file, r *reading) {
	kind := Found
	if f.shown {
		kind = Changed
	}
	f.state, f.read, f.shown, f.listed, f.wrote = good, r.sig, true, false, -1
	if r.file != nil {
		l.loaded++
	}
	l.out.push(Event{Kind: kind, Path: f.path, File: r.file, Trace: f.trace, Size: r.sig.size, ModTime: r.sig.modTime()})
}
