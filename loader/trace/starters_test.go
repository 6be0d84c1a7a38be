package trace

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/pprof"
	rtrace "runtime/trace"
	"slices"
	"strings"
	"sync"
	"testing"

	"profstation/internal/must"
)

func TestStarts(t *testing.T) {
	for function, want := range map[string]reach{
		"sync.(*WaitGroup).Go.func1":                                           next,
		"golang.org/x/sync/errgroup.(*Group).Go.func1":                         next,
		"golang.org/x/sync/errgroup.(*Group).add.gowrap1":                      next,
		"example.com/shop/vendor/golang.org/x/sync/errgroup.(*Group).Go.func1": next,
		"golang.org/x/sync/singleflight.(*Group).doCall.func2.1":               next,
		"net/http.(*conn).serve":                                               several,
		"runtime.main":                                                         through,
		"main.main":                                                            0,
		"main.main.gowrap3":                                                    next,
		"main.gowrap.func1":                                                    0,
		"main.(*WaitGroup).Go.func1":                                           0,
		"net/http.(*conn).readRequest":                                         0,
		"golang.org/x/sync/errgroup.(*Group).Wait":                             0,
		"": 0,
	} {
		if got := starts(function); got != want {
			t.Errorf("%s: %d, want %d", function, got, want)
		}
	}
}

// waits waits for a channel to be closed. It gives up its P first, so that its stack is recorded even if that is closed
// by then.
//
//go:noinline
func waits(c chan struct{}) {
	runtime.Gosched()
	<-c
}

// worker takes jobs until there are no more.
//
//go:noinline
func worker(jobs chan int, c chan struct{}) {
	for range jobs {
		runtime.Gosched()
	}
	waits(c)
}

// job has a method that the compiler knows of only as that of an interface.
type job struct{}

//go:noinline
func (*job) work(c chan struct{}, all *sync.WaitGroup) {
	waits(c)
	all.Done()
}

type works interface {
	work(chan struct{}, *sync.WaitGroup)
}

// anyOf keeps the compiler from knowing which one it is.
//
//go:noinline
func anyOf[T any](x T) T { return x }

// TestNamedByWhatIsWrapped holds that a goroutine of `go f(args)` has the name of f, also where the compiler does not
// know f and the goroutine begins with a wrapper of its own.
func TestNamedByWhatIsWrapped(t *testing.T) {
	if rtrace.IsEnabled() {
		t.Fatal("a trace is being recorded")
	}
	var out bytes.Buffer
	must.Do(rtrace.Start(&out))
	done := make(chan struct{})
	var all sync.WaitGroup
	all.Add(3)
	go anyOf[works](&job{}).work(done, &all)
	go anyOf((*job).work)(&job{}, done, &all)
	go anyOf(func(all *sync.WaitGroup) { all.Done() })(&all) // no stack of it is recorded
	close(done)
	all.Wait()
	rtrace.Stop()

	m := must.Have(decodeBytes(t, out.Bytes()))
	const pkg = "profstation/loader/trace."
	var got []string
	for _, g := range m.Goroutines {
		if root := m.Strings.Raw(g.Root); wraps(root) && strings.HasPrefix(root, pkg) {
			got = append(got, m.Strings.Raw(g.Func))
		}
	}
	slices.Sort(got)
	if want := []string{pkg + "(*job).work", pkg + "(*job).work", pkg + "TestNamedByWhatIsWrapped.gowrap3"}; !slices.Equal(got, want) {
		t.Errorf("the goroutines are %q, want %q", got, want)
	}
}

// handle answers a request once a channel is closed.
//
//go:noinline
func handle(w http.ResponseWriter, c chan struct{}) { waits(c) }

// TestNamedByWhatTheyRun records a program whose goroutines begin with known starters, and holds that they have the
// names of what those were given, and that what they began with is kept.
func TestNamedByWhatTheyRun(t *testing.T) {
	if rtrace.IsEnabled() {
		t.Fatal("a trace is being recorded")
	}
	var out bytes.Buffer
	must.Do(rtrace.Start(&out))
	done, jobs := make(chan struct{}), make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { worker(jobs, done) })
	}
	wg.Go(func() { pprof.Do(t.Context(), pprof.Labels("a", "b"), func(context.Context) { waits(done) }) })
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			waits(done)
		}()
	}
	listener := must.Have(net.Listen("tcp", "localhost:0"))
	handling := make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(handling)
		handle(w, done)
	})}
	go server.Serve(listener)
	wg.Go(func() {
		answer := must.Have(http.Get("http://" + listener.Addr().String()))
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	})
	for i := range 10 {
		jobs <- i
	}
	close(jobs)
	<-handling
	close(done)
	wg.Wait()
	server.Close()
	rtrace.Stop()

	m := must.Have(decodeBytes(t, out.Bytes()))
	const pkg = "profstation/loader/trace."
	byName := map[string]int{}
	for _, g := range m.Goroutines {
		name, root := m.Strings.Raw(g.Func), m.Strings.Raw(g.Root)
		if starts(root) == 0 && name != root {
			t.Errorf("%s is called %s", root, name)
		}
		byName[name+" < "+root]++
	}
	for want, n := range map[string]int{
		pkg + "TestNamedByWhatTheyRun.func1 < sync.(*WaitGroup).Go.func1":              3,
		pkg + "TestNamedByWhatTheyRun.func2 < sync.(*WaitGroup).Go.func1":              1,
		pkg + "TestNamedByWhatTheyRun.func3 < " + pkg + "TestNamedByWhatTheyRun.func3": 2,
		pkg + "TestNamedByWhatTheyRun.func4 < net/http.(*conn).serve":                  1,
	} {
		if byName[want] != n {
			t.Errorf("%d goroutines %s, want %d", byName[want], want, n)
		}
	}
	if t.Failed() {
		for name, n := range byName {
			if strings.Contains(name, "net/http") || strings.Contains(name, pkg) {
				t.Logf("%d %s", n, name)
			}
		}
	}
}

// TestRanSeveral holds that a connection that answers with two handlers keeps its name and lists both, and one that
// answers with one of them alone has that one's.
func TestRanSeveral(t *testing.T) {
	if rtrace.IsEnabled() {
		t.Fatal("a trace is being recorded")
	}
	var out bytes.Buffer
	must.Do(rtrace.Start(&out))
	var mux http.ServeMux
	mux.HandleFunc("/list", func(http.ResponseWriter, *http.Request) { runtime.Gosched() }) // so that its stack is recorded
	mux.HandleFunc("/take", func(http.ResponseWriter, *http.Request) { runtime.Gosched() })
	listener := must.Have(net.Listen("tcp", "localhost:0"))
	server := &http.Server{Handler: &mux}
	go server.Serve(listener)
	ask := func(client *http.Client, path string) {
		answer := must.Have(client.Get("http://" + listener.Addr().String() + path))
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
	both, one := &http.Client{Transport: &http.Transport{}}, &http.Client{Transport: &http.Transport{}}
	for range 2 * fewStacks { // the other handler comes late
		ask(both, "/list")
	}
	ask(both, "/take")
	ask(one, "/take")
	server.Close()
	both.CloseIdleConnections()
	one.CloseIdleConnections()
	rtrace.Stop()

	m := must.Have(decodeBytes(t, out.Bytes()))
	const test = "profstation/loader/trace.TestRanSeveral."
	var got []string
	for _, g := range m.Goroutines {
		if m.Strings.Raw(g.Root) == "net/http.(*conn).serve" {
			name := m.Strings.Raw(g.Func) + ":"
			for _, f := range m.Functions(g.Ran) {
				name += " " + m.Strings.Raw(f)
			}
			got = append(got, name)
		}
	}
	slices.Sort(got)
	want := []string{"net/http.(*conn).serve: " + test + "func1 " + test + "func2", test + "func2:"}
	if !slices.Equal(got, want) {
		t.Errorf("the connections are %q, want %q", got, want)
	}
}
