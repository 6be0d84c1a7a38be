package trace

import (
	"slices"
	"strings"

	"profstation/model"
	written "profstation/model/names"
	"profstation/model/trace"
)

// reach says where the function is that a starter was given.
type reach uint8

const (
	next    reach = iota + 1 // the starter calls it itself
	through                  // behind other frames: it is the first function that is not the standard library's
	// several is through for a starter that is given one function after another, as a connection's requests have
	// their handlers.
	several
)

// starters are functions that run what somebody else gave them. A goroutine that begins with one of them is known
// by what it was given. The names are without the ends that the compiler gives to functions within functions.
var starters = map[string]reach{
	"runtime.main":                                                through,
	"runtime/pprof.Do":                                            next,
	"runtime/trace.WithRegion":                                    next,
	"sync.(*Once).Do":                                             next,
	"sync.(*Once).doSlow":                                         next,
	"sync.(*WaitGroup).Go":                                        next,
	"time.goFunc":                                                 next,
	"testing.tRunner":                                             next,
	"testing.(*B).launch":                                         through,
	"testing.(*B).run1":                                           through,
	"testing.(*B).runN":                                           next,
	"testing.(*B).RunParallel":                                    next,
	"internal/singleflight.(*Group).doCall":                       next,
	"net/http.(*conn).serve":                                      several,
	"net/http.(*http2serverConn).runHandler":                      through,
	"golang.org/x/net/http2.(*serverConn).runHandler":             through,
	"golang.org/x/sync/errgroup.(*Group).Go":                      next,
	"golang.org/x/sync/errgroup.(*Group).TryGo":                   next,
	"golang.org/x/sync/errgroup.(*Group).add":                     next,
	"golang.org/x/sync/singleflight.(*Group).doCall":              next,
	"github.com/oklog/run.(*Group).Run":                           next,
	"github.com/panjf2000/ants/v2.(*goWorker).run":                several,
	"github.com/sourcegraph/conc.(*WaitGroup).Go":                 next,
	"github.com/sourcegraph/conc/panics.(*Catcher).Try":           next,
	"google.golang.org/grpc.(*Server).serveStreams":               several,
	"google.golang.org/grpc.(*Server).serverWorker":               several,
	"k8s.io/apimachinery/pkg/util/wait.(*Group).Start":            next,
	"k8s.io/apimachinery/pkg/util/wait.(*Group).StartWithChannel": next,
	"k8s.io/apimachinery/pkg/util/wait.(*Group).StartWithContext": next,
}

// within are the packages that lie between a starter and what it was given, besides the standard library.
var within = []string{"golang.org/x/net/http2", "google.golang.org/grpc"}

// starts returns how a function reaches what it was given; 0: it is not known to run such functions. The wrapper that
// the compiler makes for `go f(args)` calls f itself.
func starts(function string) reach {
	if i := strings.LastIndex(function, "/vendor/"); i >= 0 {
		function = function[i+len("/vendor/"):]
	} else {
		function = strings.TrimPrefix(function, "vendor/")
	}
	whole := function
	for {
		if r := starters[function]; r != 0 {
			return r
		}
		i := strings.LastIndexByte(function, '.')
		if i < 0 || !generated(function[i+1:]) {
			break
		}
		function = function[:i]
	}
	if wraps(whole) {
		return next
	}
	return 0
}

// wraps reports whether a function is such a wrapper: "main.main.gowrap3".
func wraps(function string) bool {
	part := function[strings.LastIndexByte(function, '.')+1:]
	return strings.HasPrefix(part, "gowrap") && generated(part)
}

// generated reports whether a part of a function's name comes from the compiler: "func1", "gowrap2", "1".
func generated(part string) bool {
	for _, prefix := range []string{"func", "gowrap", "deferwrap", ""} {
		if number, ok := strings.CutPrefix(part, prefix); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			return true
		}
	}
	return false
}

// givers finds the functions that starters were given, in the stacks of a trace.
type givers struct {
	*trace.Trace
	reaches map[model.StringID]reach
	found   []givenIn                 // by stack
	lists   map[ranKey]trace.RanIndex // what is in Trace.Ran
}

// maxRan is how many functions a list in [trace.Trace.Ran] has at most.
const maxRan = 8

type ranKey [maxRan]model.StringID

// givenIn is what a stack says about its goroutine.
type givenIn struct {
	asked    bool
	starter  model.StringID // with which the goroutine began; 0: with no starter
	function model.StringID // what that was given; 0: the stack does not reach it
	outside  model.StringID // the outermost function, which a wrapper called that the stack leaves out; 0: not known
}

// How many of a goroutine's stacks are asked: of one that runs what it was given until it ends, the first, and of one
// that is given several functions this many, spread over all of its time.
const (
	fewStacks  = 64
	manyStacks = 1 << 14
)

// nameGoroutines names goroutines that began with a starter by what it was given. If that is not always the same, as
// for a connection with several handlers, they keep the starter's name, and what it was given is listed beside it.
func nameGoroutines(t *trace.Trace) {
	g := &givers{Trace: t, reaches: map[model.StringID]reach{}, found: make([]givenIn, t.Stacks.Len()),
		lists: map[ranKey]trace.RanIndex{}}
	for i := range t.Goroutines {
		r := &t.Goroutines[i]
		if r.Root = r.Func; r.Func == 0 || g.reach(r.Func) == 0 {
			continue
		}
		switch given := g.given(r); len(given) {
		case 0:
		case 1:
			r.Func = given[0]
		default:
			r.Ran = g.list(given)
		}
	}
}

// list returns the index of a list of functions in the trace.
func (g *givers) list(functions []model.StringID) trace.RanIndex {
	slices.SortFunc(functions, func(a, b model.StringID) int { return strings.Compare(g.Strings.Raw(a), g.Strings.Raw(b)) })
	var key ranKey
	copy(key[:], functions)
	i, ok := g.lists[key]
	if !ok {
		g.Ran = append(g.Ran, functions)
		i = trace.RanIndex(len(g.Ran))
		g.lists[key] = i
	}
	return i
}

// given returns what a goroutine's starter was given, as far as its stacks say, maxRan functions at most.
func (g *givers) given(r *trace.Goroutine) (functions []model.StringID) {
	most, step := fewStacks, trace.SpanIndex(1)
	if g.reach(r.Root) == several {
		most, step = manyStacks, max(1, (r.End-r.First)/manyStacks)
	}
	asked, wrapped := 0, wraps(g.Strings.Raw(r.Root))
	for span := r.First; span < r.End && asked < most; span += step {
		stack := g.SelfStack(span)
		if stack == trace.NoStack {
			continue
		}
		asked++
		if f := g.in(stack).of(r.Root, wrapped); f != 0 && !slices.Contains(functions, f) {
			if functions = append(functions, f); len(functions) == maxRan {
				break
			}
		}
	}
	return functions
}

// of returns what a stack says that a goroutine was given which began with root; 0: nothing. Stacks leave wrappers out:
// they begin with what the wrapper called.
func (in givenIn) of(root model.StringID, wrapped bool) model.StringID {
	switch {
	case in.starter == root || wrapped && in.starter != 0:
		return in.function
	case wrapped:
		return in.outside
	}
	return 0
}

// in returns what a stack says.
func (g *givers) in(stack trace.StackIndex) givenIn {
	in := &g.found[stack]
	if in.asked {
		return *in
	}
	in.asked = true
	frames := g.Stacks.Stack(stack)
	at := len(frames) - 1
	if at < 0 {
		return *in
	}
	if f := g.Frames[frames[at]].Func; g.reach(f) == 0 {
		if len(frames) < deepest && !written.IsRuntime(written.PackageOf(g.Strings.Raw(f))) {
			in.outside = f
		}
		return *in
	}
	in.starter = g.Frames[frames[at]].Func
	far := next
	for ; at >= 0; at-- {
		f := g.Frames[frames[at]].Func
		if r := g.reach(f); r != 0 {
			far = r
		} else if far == next || !between(g.Strings.Raw(f)) {
			in.function = f
			break
		}
	}
	return *in
}

func (g *givers) reach(function model.StringID) reach {
	r, ok := g.reaches[function]
	if !ok {
		r = starts(g.Strings.Raw(function))
		g.reaches[function] = r
	}
	return r
}

// between reports whether a function may lie between a starter and what that was given.
func between(function string) bool {
	pkg := written.PackageOf(function)
	return written.IsStd(pkg) || slices.ContainsFunc(within, func(p string) bool { return strings.HasPrefix(pkg, p) })
}
