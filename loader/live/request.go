package live

import (
	"net/url"
	"regexp"
	"strconv"
	"time"

	"profstation/loader/server"
	"profstation/model/lang"
)

// Kind names a kind of profile, also in file names. A program may have its own (pprof.NewProfile).
type Kind string

// The kinds that net/http/pprof offers by itself.
const (
	CPU           Kind = "cpu"
	Heap          Kind = "heap"
	Allocs        Kind = "allocs"
	Block         Kind = "block"
	Mutex         Kind = "mutex"
	Goroutine     Kind = "goroutine"
	GoroutineLeak Kind = "goroutineleak" // since Go 1.27; in Go 1.26 with GOEXPERIMENT=goroutineleakprofile
	ThreadCreate  Kind = "threadcreate"
	Trace         Kind = "trace"
)

// Kinds lists them in the order of menus.
var Kinds = []Kind{CPU, Heap, Allocs, Goroutine, Block, Mutex, Trace, GoroutineLeak, ThreadCreate}

// kindOf is the kind that a page of net/http/pprof serves.
func kindOf(page string) Kind {
	if page == "profile" {
		return CPU
	}
	return Kind(page)
}

func (k Kind) page() string {
	if k == CPU {
		return "profile"
	}
	return string(k)
}

// Timed reports whether a capture of the kind is a recording that takes a length
// of time. The others show a state, or with seconds what changed meanwhile.
func (k Kind) Timed() bool { return k == CPU || k == Trace }

// Request is one capture to be made.
type Request struct {
	Kind Kind
	// Length is how long a CPU profile (0: 30 s) or a trace (0: 1 s) is recorded; for all others,
	// above 0, how long changes are counted. All but a trace take whole seconds.
	Length time.Duration
	GC     bool // heap: collect garbage before, so that the figures are of now
}

// length is how long the server will record. The usual lengths of net/http/pprof are asked for by name.
func (r Request) length() time.Duration {
	switch {
	case r.Length > 0:
		return r.Length
	case r.Kind == CPU:
		return 30 * time.Second
	case r.Kind == Trace:
		return time.Second
	}
	return 0
}

// Validate refuses what net/http/pprof refuses or mistakes: profile?seconds=2.5 records for 30 s.
func (r Request) Validate() error {
	bad := func(found, advice string) error {
		return &server.Error{What: string(r.Kind), Problem: server.BadRequest, Found: found, Advice: advice}
	}
	switch {
	case r.Kind == "":
		return bad(lang.L("no kind of profile was chosen"), lang.L("choose one"))
	case r.Length < 0:
		return bad(lang.L("the length is below zero"), lang.L("choose at least one second"))
	case r.Kind != Trace && r.Length%time.Second != 0:
		return bad(lang.L("net/http/pprof takes whole seconds only, not {{.Time}}", lang.With{"Time": r.Length}), lang.L("choose a whole number"))
	}
	return nil
}

func (r Request) values() url.Values {
	v := url.Values{}
	if d := r.length(); d > 0 {
		v.Set("seconds", strconv.FormatFloat(d.Seconds(), 'f', -1, 64))
	}
	if r.GC && r.Kind == Heap {
		v.Set("gc", "1")
	}
	return v
}

func (r Request) ending() string {
	if r.Kind == Trace {
		return ".trace"
	}
	return ".pb.gz"
}

// notInNames are the characters of a kind that a file system may refuse.
var notInNames = regexp.MustCompile(`[^a-zA-Z0-9]`)

// name is the word for it in a file's name.
func (r Request) name() string {
	s := notInNames.ReplaceAllLiteralString(string(r.Kind[:min(len(r.Kind), maxKind)]), "-")
	if !r.Kind.Timed() && r.Length > 0 {
		s += "-delta"
	}
	return s
}
