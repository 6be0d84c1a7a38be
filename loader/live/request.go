package live

import (
	"net/url"
	"regexp"
	"strconv"
	"time"

	"profstation/loader/httpclient"
	"profstation/model/lang"
)

// Kind names a kind of profile, also in file names. A program may have its own kinds
// (pprof.NewProfile).
type Kind string

// The kinds that net/http/pprof itself offers.
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

// Kinds lists them in the order for menus.
var Kinds = []Kind{CPU, Heap, Allocs, Goroutine, Block, Mutex, Trace, GoroutineLeak, ThreadCreate}

// kindOf returns the kind that a page of net/http/pprof serves.
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

// Timed reports whether capturing the kind means recording for some time. The other kinds show a state,
// or, with seconds, what changed meanwhile.
func (k Kind) Timed() bool { return k == CPU || k == Trace }

// Request is one capture to make.
type Request struct {
	Kind Kind
	// Length is how long to record a CPU profile (0: 30 s) or a trace (0: 1 s). For all other kinds, if
	// above 0, it is how long changes are counted. Only traces take fractions of a second.
	Length time.Duration
	GC     bool // for a heap: collect garbage first, so that the figures are current
}

// length returns how long the server will record. The defaults of net/http/pprof are asked for explicitly.
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

// Validate refuses what net/http/pprof refuses or misreads: profile?seconds=2.5 records for 30 s.
func (r Request) Validate() error {
	bad := func(found, advice string) error {
		return &httpclient.Error{What: string(r.Kind), Problem: httpclient.BadRequest, Found: found, Advice: advice}
	}
	switch {
	case r.Kind == "":
		return bad(lang.L("no kind of profile was chosen"), lang.L("choose one"))
	case r.Length < 0:
		return bad(lang.L("the length is below zero"), lang.L("choose at least one second"))
	case r.Kind == References && r.Length > 0:
		return bad(lang.L("what keeps objects alive is a state, without a length"), lang.L("leave the seconds empty"))
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

// notInNames matches the characters in a kind that a file system may refuse.
var notInNames = regexp.MustCompile(`[^a-zA-Z0-9]`)

// name returns the word for the request in a file's name.
func (r Request) name() string {
	if r.Kind == References {
		return "references"
	}
	s := notInNames.ReplaceAllLiteralString(string(r.Kind[:min(len(r.Kind), maxKind)]), "-")
	if !r.Kind.Timed() && r.Length > 0 {
		s += "-delta"
	}
	return s
}
