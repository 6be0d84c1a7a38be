package live

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"time"
)

// Kind is a kind of profile, by the word that files are named with. A program
// may offer kinds of its own (pprof.NewProfile): any name will do.
type Kind string

// The kinds that net/http/pprof offers by itself.
const (
	CPU           Kind = "cpu"
	Heap          Kind = "heap"
	Allocs        Kind = "allocs"
	Block         Kind = "block"
	Mutex         Kind = "mutex"
	Goroutine     Kind = "goroutine"
	GoroutineLeak Kind = "goroutineleak" // only with GOEXPERIMENT=goroutineleakprofile
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

// page is where a kind is served.
func (k Kind) page() string {
	if k == CPU {
		return "profile"
	}
	return string(k)
}

// Takes reports whether a capture takes a length of time.
type Takes string

// The meaning of a number of seconds for a kind.
const (
	// Length: it is recorded for so long. CPU takes whole seconds.
	Length Takes = "length"
	// Delta: with seconds, whole ones, the profile is what changed meanwhile;
	// without, it is a state.
	Delta Takes = "delta"
)

// Takes returns what seconds are to the kind.
func (k Kind) Takes() Takes {
	if k == CPU || k == Trace {
		return Length
	}
	return Delta
}

// Request is one capture to be made.
type Request struct {
	Kind Kind
	// Length is how long a CPU profile (0: 30 s) or a trace (0: 1 s) is
	// recorded; for all others, above 0, how long changes are counted.
	Length time.Duration
	GC     bool // heap: collect garbage before, so that the figures are of now
	Debug  int  // goroutine: 1 and 2 give the text forms; 2 has states and waiting times
}

// The lengths that net/http/pprof takes where none is given, which are asked
// for by name here so that all know them.
const (
	defaultCPU   = 30 * time.Second
	defaultTrace = time.Second
)

// length is how long the server will record.
func (r Request) length() time.Duration {
	switch {
	case r.Length > 0:
		return r.Length
	case r.Kind == CPU:
		return defaultCPU
	case r.Kind == Trace:
		return defaultTrace
	}
	return 0
}

// Validate refuses what net/http/pprof would refuse or, worse, take for something
// else: profile?seconds=2.5 records for 30 s.
func (r Request) Validate() error {
	bad := func(found, advice string) error {
		return &Error{Kind: r.Kind, Problem: BadRequest, Found: found, Advice: advice}
	}
	switch {
	case r.Kind == "":
		return bad("no kind of profile was chosen", "choose one")
	case r.Length < 0:
		return bad("the length is below zero", "choose at least one second")
	case r.Kind != Trace && r.Length%time.Second != 0:
		return bad(fmt.Sprintf("net/http/pprof takes whole seconds only, not %v", r.Length), "choose a whole number")
	case r.Debug < 0 || r.Debug > 2:
		return bad(fmt.Sprintf("debug=%d is none of 0, 1 and 2", r.Debug), "choose one of them")
	case r.Debug > 0 && r.Length > 0:
		return bad("the text forms show a state, not a change", "leave out either seconds or debug")
	}
	return nil
}

// values are the parameters of the request.
func (r Request) values() url.Values {
	v := url.Values{}
	if d := r.length(); d > 0 {
		v.Set("seconds", strconv.FormatFloat(d.Seconds(), 'f', -1, 64))
	}
	if r.GC && r.Kind == Heap {
		v.Set("gc", "1")
	}
	if r.Debug > 0 {
		v.Set("debug", strconv.Itoa(r.Debug))
	}
	return v
}

// ending is the ending of a file's name.
func (r Request) ending() string {
	switch {
	case r.Kind == Trace:
		return ".trace"
	case r.Debug > 0:
		return ".txt"
	}
	return ".pb.gz"
}

// notInNames are the characters of a kind that a file system may refuse.
var notInNames = regexp.MustCompile(`[^a-zA-Z0-9]`)

// name is the word for it in a file's name.
func (r Request) name() string {
	s := notInNames.ReplaceAllLiteralString(string(r.Kind), "-")
	if r.Kind.Takes() == Delta && r.Length > 0 {
		s += "-delta"
	}
	return s
}
