package timeline

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	rtrace "runtime/trace"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/describe"
)

// byRuntime stands for the runtime in the program's record.
const byRuntime = int64(0)

// wakings is a program that keeps a record of who wakes whom: each wait is a region of a name of its own.
type wakings struct {
	t  *testing.T
	mu sync.Mutex
	of map[string]waking
	n  int
}

type waking struct{ waiter, waker int64 }

var goroutineLine = regexp.MustCompile(`(?m)^goroutine (\d+) \[([^,\]]*)`)

// self is the number of the goroutine that asks.
func self() int64 {
	b := make([]byte, 64)
	id, _ := strconv.ParseInt(string(goroutineLine.FindSubmatch(b[:runtime.Stack(b, false)])[1]), 10, 64)
	return id
}

// parked waits until a goroutine waits.
func (w *wakings) parked(id int64) {
	b := make([]byte, 1<<20)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); runtime.Gosched() {
		for _, m := range goroutineLine.FindAllSubmatch(b[:runtime.Stack(b, true)], -1) {
			if string(m[1]) == strconv.FormatInt(id, 10) && string(m[2]) != "running" && string(m[2]) != "runnable" {
				return
			}
		}
	}
	w.t.Errorf("goroutine %d never waited", id)
}

// wait has a new goroutine wait, and this one end it.
func (w *wakings) wait(kind string, wait, wake func()) {
	who, done := make(chan int64, 1), make(chan bool, 1)
	w.n++
	name := fmt.Sprint(kind, " ", w.n)
	go func() {
		who <- self()
		rtrace.WithRegion(context.Background(), name, wait)
		done <- true
	}()
	waiter := <-who
	w.parked(waiter)
	wake()
	w.record(name, waiter, self())
	<-done
}

func (w *wakings) record(name string, waiter, waker int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.of[name] = waking{waiter, waker}
}

// relay has each of n goroutines wait for the one before; this one wakes the first. It returns
// their numbers, this one's first.
func (w *wakings) relay(n int) []int64 {
	ids, who := []int64{self()}, make(chan int64)
	first := make(chan bool)
	in := first
	for range n {
		out := make(chan bool, 1)
		before := ids[len(ids)-1]
		w.n++
		name := fmt.Sprint("relay ", w.n)
		go func(in <-chan bool) {
			who <- self()
			rtrace.WithRegion(context.Background(), name, func() { <-in })
			w.record(name, self(), before)
			out <- true
		}(in)
		ids = append(ids, <-who)
		w.parked(ids[len(ids)-1])
		in = out
	}
	first <- true
	<-in
	return ids
}

// busy calculates until it was preempted for another goroutine, which says so.
func (w *wakings) busy() {
	var ran sync.WaitGroup
	var flag = make(chan bool, 1)
	ran.Add(1)
	go func() { flag <- true; ran.Done() }()
	for deadline := time.Now().Add(time.Minute); len(flag) == 0 && time.Now().Before(deadline); {
		for i := 0; i < 1000; i++ {
			w.n += i & 1
			w.n -= i & 1
		}
	}
	ran.Wait()
}

func (w *wakings) run() (rings [][]int64) {
	for range 3 {
		c := make(chan int)
		w.wait("chan receive", func() { <-c }, func() { c <- 1 })
		w.wait("chan send", func() { c <- 1 }, func() { <-c })
		w.wait("closed channel", func() { <-c }, func() { close(c) })
		d, e := make(chan int), make(chan int)
		w.wait("select", func() {
			select {
			case <-d:
			case <-e:
			}
		}, func() { e <- 1 })
		var mu sync.Mutex
		mu.Lock()
		w.wait("mutex", func() { mu.Lock(); defer mu.Unlock() }, mu.Unlock)
		var group sync.WaitGroup
		group.Add(1)
		w.wait("wait group", group.Wait, group.Done)
		cond := sync.NewCond(&mu)
		w.wait("cond", func() { mu.Lock(); cond.Wait(); mu.Unlock() }, cond.Signal)
		w.wait("broadcast", func() { mu.Lock(); cond.Wait(); mu.Unlock() }, cond.Broadcast)
		w.n++
		name := fmt.Sprint("sleep ", w.n)
		w.record(name, self(), byRuntime)
		rtrace.WithRegion(context.Background(), name, func() { time.Sleep(time.Millisecond) })
		w.n++
		name = fmt.Sprint("timer ", w.n)
		w.record(name, self(), byRuntime)
		// It is not to be over before anybody waits for it.
		rtrace.WithRegion(context.Background(), name, func() { <-time.After(50 * time.Millisecond) })
		w.busy()
	}
	for range 5 {
		rings = append(rings, w.relay(6))
	}
	return rings
}

// recordWakings runs the program on one P and traces it.
func recordWakings(t *testing.T) (*trace.Trace, *wakings, [][]int64) {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	w := &wakings{t: t, of: map[string]waking{}}
	var b bytes.Buffer
	if err := rtrace.Start(&b); err != nil { // as where the tests themselves are traced
		t.Fatal(err)
	}
	rings := w.run()
	rtrace.Stop()
	file := filepath.Join(t.TempDir(), "wakings.trace")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f := must.Have(loader.Open(t.Context(), file, loader.Options{}))
	return f.Trace, w, rings
}

// waitIn is the last wait of a goroutine in a region, but for those that the collector causes.
func waitIn(tr *trace.Trace, r *trace.Region) trace.SpanIndex {
	found := trace.NoSpan
	g := &tr.Goroutines[r.Go]
	for s := g.First; s < g.End; s++ {
		c := tr.Spans.Condition(s)
		kind := trace.WaitKindOf(c.State, tr.Strings.Raw(c.Reason))
		if (kind == trace.SyncTime || kind == trace.SleepTime) && tr.Spans.Start(s) >= r.Start && tr.SpanEnd(r.Go, s) <= r.End {
			found = s
		}
	}
	return found
}

// TestWakersAreTheProgramsOwn records a program that knows who woke whom, and compares what details,
// menu, tip and chain say.
func TestWakersAreTheProgramsOwn(t *testing.T) {
	tr, record, rings := recordWakings(t)
	test.NewTempApp(t)
	tl := must.Have(timeline.New(t.Context(), tr))
	checked := map[string]bool{}
	for i := range tr.Regions {
		r := &tr.Regions[i]
		name := tr.Strings.Raw(r.Type)
		want, ok := record.of[name]
		if !ok {
			continue
		}
		if id := tr.Goroutines[r.Go].ID; id != want.waiter {
			t.Errorf("%s is a region of g%d, want g%d", name, id, want.waiter)
		}
		wait := waitIn(tr, r)
		if wait == trace.NoSpan {
			t.Errorf("%s has no wait", name)
			continue
		}
		checked[name] = true
		by := "the runtime"
		waker := trace.NoGo
		if want.waker != byRuntime {
			waker, _ = tr.GoByID(want.waker)
			by = tl.GoName(waker)
		}
		for _, span := range []trace.SpanIndex{wait, wait + 1, wait + 2} { // it waits, is ready, runs
			checkWaker(t, tl, fmt.Sprintf("%s, %v", name, tr.Spans.State(span)), span, waker, by)
		}
	}
	if len(checked) != len(record.of) {
		t.Errorf("%d waits were found of %d", len(checked), len(record.of))
	}
	checkRings(t, tr, rings)
	checkPreempted(t, tl)
}

func checkWaker(t *testing.T, tl *timeline.Timeline, name string, span trace.SpanIndex, waker trace.GoIndex, by string) {
	t.Helper()
	tr := tl.Trace
	var intents viewtest.Sent
	i := describe.Inspect(tl, span)
	v := NewInspector(intents.Send)
	viewtest.Window(t, v.Object, 400, 1200)
	s := &screen.Snapshot{Trace: &ask.TraceAnswer{Timeline: tl, SelectedSpan: &i}}
	s.Display.Theme = &scene.Light
	v.Show(s)
	texts := viewtest.Texts(v.Object)
	at := slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, "woken by") })
	if at < 0 || !strings.Contains(strings.Join(texts[at:min(at+2, len(texts))], " "), by) {
		t.Errorf("%s: the details do not say that %s woke it: %q", name, by, texts)
	}
	if tip := describe.Span(tl, span); !strings.Contains(tip, "\nwoken by "+by+", ran after ") {
		t.Errorf("%s: the tip does not say that %s woke it: %q", name, by, tip)
	}
	shown := &View{send: intents.Send, trace: &ask.TraceAnswer{Timeline: tl, Lanes: lanesOf(t, tl)}}
	items := shown.menu(timeline.Hit{Span: span, Row: -1, Frame: -1, Event: -1}).Items
	k := slices.IndexFunc(items, func(i *fyne.MenuItem) bool { return i.Label == "Show what woke it" })
	if waker == trace.NoGo {
		if k >= 0 {
			t.Errorf("%s: the menu offers to show who woke it", name)
		}
	} else if k < 0 {
		t.Errorf("%s: the menu does not offer to show who woke it", name)
	} else {
		items[k].Action()
		all := intents.Take()
		to, ok := all[len(all)-1].(screen.GoTo)
		if !ok || to.Select == nil || to.Select.Go != waker {
			t.Errorf("%s: the menu leads to %+v", name, all)
		} else if s, _ := tr.SpanAt(waker, to.Select.At); tr.Spans.State(s) != trace.GoRunning {
			t.Errorf("%s: the menu leads to where the waker was %v", name, tr.Spans.State(s))
		}
	}
	if c := analysis.New(tr).Chain(span, 1); c.Links[0].By != waker || c.Links[0].Go != tr.GoOf(span) || c.Links[0].Woken != i.WokenAt {
		t.Errorf("%s: the chain begins with %+v, want by %s", name, c.Links[0], by)
	}
}

// checkRings follows the chains of the last of each relay. They lead to who began it, but for those of relays in which
// a goroutine was preempted before it woke the next: they end there.
func checkRings(t *testing.T, tr *trace.Trace, rings [][]int64) {
	t.Helper()
	whole := 0
	for _, ring := range rings {
		got := chainTo(tr, ring)
		if !slices.Equal(got, ring[len(ring)-len(got):]) {
			t.Errorf("the chain is %v, the relay was %v", got, ring)
		}
		if len(got) == len(ring) {
			whole++
		}
	}
	if whole == 0 {
		t.Errorf("no chain leads to who began its relay, of %v", rings)
	}
}

// chainTo is the chain of the last of a relay, the last at its end.
func chainTo(tr *trace.Trace, ring []int64) (got []int64) {
	last, _ := tr.GoByID(ring[len(ring)-1])
	span := trace.NoSpan
	for i := range tr.Regions {
		if r := &tr.Regions[i]; r.Go == last {
			span = waitIn(tr, r)
		}
	}
	for _, l := range analysis.New(tr).Chain(span, len(ring)).Links {
		got = append(got, tr.Goroutines[l.Go].ID)
	}
	slices.Reverse(got)
	return got
}

// checkPreempted looks at all that were preempted: nobody woke them.
func checkPreempted(t *testing.T, tl *timeline.Timeline) {
	t.Helper()
	tr := tl.Trace
	n := 0
	for s := trace.SpanIndex(1); int(s) < tr.Spans.Len(); s++ {
		if tr.Spans.State(s) != trace.GoRunnable || tr.Spans.State(s-1) != trace.GoRunning || tr.GoOf(s) != tr.GoOf(s-1) {
			continue
		}
		said, end := "yielded", analysis.ChainRan
		if tr.Strings.Raw(tr.Spans.Reason(s)) == "preempted" {
			n++
			said, end = "preempted after", analysis.ChainPreempted
		}
		if i := describe.Inspect(tl, s); i.Woken != trace.NoSpan || i.Waker != trace.NoGo || strings.Contains(describe.Span(tl, s), "woken") ||
			!strings.Contains(describe.Span(tl, s), "\n"+said) {
			t.Fatalf("%q: it was not woken", describe.Span(tl, s))
		}
		if c := analysis.New(tr).Chain(s, 9); c.End != end || len(c.Links) != 1 {
			t.Fatalf("%q has the chain %+v", describe.Span(tl, s), c)
		}
	}
	if n == 0 {
		t.Error("nothing was preempted")
	}
}

func lanesOf(t *testing.T, tl *timeline.Timeline) *timeline.Lanes {
	t.Helper()
	l := must.Have(tl.Lanes(t.Context(), timeline.Query{}))
	return l
}
