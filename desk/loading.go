package desk

import (
	"sync/atomic"

	"profstation/desk/session"
	"profstation/loader"
	"profstation/loader/input"
)

// loading holds the options for loading all files, whether they are opened, followed, read again for a
// series, or recorded. Only the desk's goroutine changes it.
type loading struct {
	now atomic.Pointer[loader.Options]
}

// options may be called from any goroutine.
func (l *loading) options() loader.Options {
	if o := l.now.Load(); o != nil {
		return *o
	}
	return loader.Options{}
}

func (l *loading) change(do func(*loader.Options)) {
	o := l.options()
	do(&o)
	l.now.Store(&o)
}

// prefer applies the limits in the preferences to files loaded from now on, and reports whether
// they have changed.
func (l *loading) prefer(p session.Preferences) bool {
	before := l.options().Limits
	now := input.Limits{File: p.FileLimit, Uncompressed: p.UncompressedLimit, Memory: p.MemoryLimit}
	l.change(func(o *loader.Options) { o.Limits = now })
	return now != before
}
