package watch

import (
	"errors"
	"io/fs"
	"time"

	"profstation/loader/input"
	"profstation/model/lang"
)

func (l *loop) done(r *reading) {
	f := l.files[r.path]
	if f == nil || l.ctx.Err() != nil {
		return
	}
	now := time.Now()
	f.state = quiet
	if r.sig != (signature{}) {
		f.sig = r.sig
	}
	switch {
	case errors.Is(r.err, fs.ErrNotExist):
		l.vanish(f, now)
	case errors.Is(r.err, fs.ErrPermission):
		f.failures++
		l.broken(f, &input.Error{Name: f.path, Found: lang.L("you are not allowed to read it"),
			Advice: lang.L("change its permissions"), Err: r.err})
	case r.err != nil:
		l.failed(f, r.err, now)
	case r.class == foreign && f.shown:
		l.failed(f, &input.Error{Name: f.path, Found: lang.L("it was overwritten with something that is not a profile")}, now)
	case r.class == foreign:
		if f.listed || f.copied || f.wrote >= 0 {
			l.out.push(Event{Kind: Ignored, Path: f.path})
		}
		if f.copied {
			l.contents.leave(f)
		}
		f.listed, f.copied, f.wrote, f.failures = false, false, -1, 0
	case r.class == empty:
		f.failures = 0
		if f.shown || f.listed || promising(f.path) {
			l.empty(f, now)
		}
	case r.class == trace:
		l.trace(f, r, now)
	case r.class == plain && (!r.steady || r.changed):
		if !f.shown {
			l.writing(f)
		}
		l.settle(f, now, l.timing.steady)
	default:
		l.complete(f, r)
	}
	if r.changed || f.again {
		l.changed(f, now)
	}
	if !f.gone.IsZero() {
		l.vanish(f, now)
	}
}

// empty is called for a file without a byte, which may be about to become a profile: go test -cpuprofile
// writes at its end. The file is broken once nothing has come for a long time.
func (l *loop) empty(f *file, now time.Time) {
	if now.Sub(f.since) >= l.timing.broken {
		l.broken(f, &input.Error{Name: f.path, Found: lang.L("an empty file"), Advice: lang.L("it is read when something is written to it")})
		return
	}
	l.writing(f)
	l.settle(f, now, l.timing.broken)
}

// settle tries a file again when it has been steady for a while.
func (l *loop) settle(f *file, now time.Time, steady time.Duration) {
	f.state = waiting
	at := f.since.Add(steady)
	if at.Before(now) {
		at = now
	}
	l.agenda.await(f, at)
}

// post posts an event about a file as it was last seen.
func (l *loop) post(f *file, e Event) {
	e.Path, e.Size, e.ModTime = f.path, f.sig.size, f.sig.modTime()
	l.out.push(e)
}

// writing posts that a file is not complete, once for each size.
func (l *loop) writing(f *file) {
	if f.wrote == f.sig.size {
		return
	}
	f.wrote = f.sig.size
	l.post(f, Event{Kind: Writing})
}

// failed is called for a file that looks like a profile but cannot be decoded (yet).
func (l *loop) failed(f *file, err error, now time.Time) {
	f.failures++
	t := &l.timing
	e, ok := errors.AsType[*input.Error](err)
	if ok && e.Beyond || now.Sub(f.since) >= t.broken { // a file that is too large only grows
		l.broken(f, err)
		return
	}
	l.writing(f)
	f.state = waiting
	pause := t.pauses[min(f.failures, len(t.pauses))-1]
	l.agenda.await(f, sooner(now.Add(pause), f.since.Add(t.broken)))
}

func (l *loop) broken(f *file, err error) {
	f.wrote = max(f.sig.size, 0)
	l.post(f, Event{Kind: Broken, Err: err})
}

// trace posts an execution trace when it has stopped growing.
func (l *loop) trace(f *file, r *reading, now time.Time) {
	f.failures = 0
	if now.Sub(f.since) < l.timing.trace {
		l.writing(f)
		l.settle(f, now, l.timing.trace)
		return
	}
	if f.shown && f.trace == r.sig && f.wrote < 0 {
		return
	}
	heir := l.contents.leave(f)
	f.trace = r.sig
	l.found(f, r)
	if heir != nil {
		l.changed(heir, now)
	}
}

// complete is called for a profile that was read whole.
func (l *loop) complete(f *file, r *reading) {
	f.failures = 0
	if r.file == nil { // the content known last
		if f.copied {
			l.unchanged(f)
		}
		return
	}
	if o := l.contents.shown[r.sum]; o != nil && o != f && !f.shown {
		if !o.gone.IsZero() {
			l.renamed(o, f)
			return
		}
		if !f.listed {
			l.contents.disown(f)
			f.sum = r.sum
			l.contents.copied(f)
			l.same(f, o)
			return
		}
	}
	heir := l.contents.leave(f)
	f.sum, f.trace = r.sum, signature{}
	l.contents.own(f)
	l.found(f, r)
	l.others(f)
	if heir != nil {
		l.changed(heir, time.Now())
	}
}

// unchanged is called for a copy that was read again and is still what it was.
func (l *loop) unchanged(f *file) {
	switch o := l.contents.shown[f.sum]; {
	case o == nil: // the one that was shown has gone meanwhile
		l.contents.leave(f)
		l.changed(f, time.Now())
	case f.wrote >= 0:
		l.same(f, o)
	default:
		f.state = twin
	}
}

func (l *loop) found(f *file, r *reading) {
	kind := Found
	if f.shown {
		kind = Changed
	}
	f.shown, f.listed, f.copied, f.wrote = true, false, false, -1
	if r.file != nil {
		l.agenda.loaded++
	}
	l.post(f, Event{Kind: kind, File: r.file})
}
