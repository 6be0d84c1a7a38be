package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/model/lang"
)

// columns makes sample types out of "cpu/nanoseconds samples/count".
func columns(text string) []ValueType {
	var types []ValueType
	for _, f := range strings.Fields(text) {
		name, unit, _ := strings.Cut(f, "/")
		types = append(types, ValueType{name, unit})
	}
	return types
}

func TestKind(t *testing.T) {
	const memory = "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes"
	const waits = "contentions/count delay/nanoseconds"
	for _, c := range []struct {
		types, def, stacks string
		want               Kind
	}{
		{"samples/count cpu/nanoseconds", "", "A 1 1", CPU},
		{"cpu/nanoseconds", "cpu", "A 1", CPU},
		{memory, "", "A 1 1 1 1", Heap},
		{memory, "inuse_space", "A 1 1 1 1", Heap},
		{memory, "alloc_space", "A 1 1 1 1", Allocs},
		{"objects/count space/bytes", "", "A 1 1", Heap},
		{"alloc_objects/count", "", "A 1", Allocs},
		{waits, "", "main.f sync.(*Mutex).Lock 1 1\nmain.g runtime.chanrecv1 1 1", Block},
		{waits, "", "main.f sync.(*Mutex).Unlock 1 1\nmain.g sync.(*RWMutex).RUnlock 1 1\nmain.g runtime.chanrecv1 1 1", Mutex},
		{waits, "", "main.f sync.(*RWMutex).Unlock+sync.(*Mutex).Unlock 1 1", Mutex},
		{waits, "", "runtime.unlock2 1 1\nruntime._LostContendedRuntimeLock 1 1", Mutex},
		{waits, "", "", Contention},
		{"goroutine/count", "", "A 1", Goroutine},
		{"goroutineleak/count", "", "A 1", GoroutineLeak},
		{"threadcreate/count", "", "A 1", ThreadCreate},
		{"samples/count wall/nanoseconds", "", "A 1 1", Wall},
		{"samples/count time/nanoseconds", "", "A 1 1", Wall}, // fgprof
		{"requests/count", "", "A 1", Other},
		{"", "", "", Other},
	} {
		p := parseStacksOf(t, c.stacks, columns(c.types), Header{DefaultSampleType: c.def})
		if p.Kind != c.want {
			t.Errorf("%s, default %q, %q: %s, want %s", c.types, c.def, c.stacks, p.Kind, c.want)
		}
	}
}

func TestKindTexts(t *testing.T) {
	for k := range kindTexts {
		if k.Text().Title == "" || k.Text().Measures == "" || !strings.HasSuffix(k.Text().Measures, ".") {
			t.Errorf("%s: title %q, measures %q", k, k.Text().Title, k.Text().Measures)
		}
	}
	if Kind("new").Text().Title != Other.Text().Title {
		t.Error("an unknown kind has no text")
	}
	for _, c := range []struct {
		kind  Kind
		types string
	}{
		{CPU, "samples cpu"}, {Heap, "alloc_objects alloc_space inuse_objects inuse_space objects space"},
		{Block, "contentions delay"}, {Mutex, "contentions delay"}, {Goroutine, "goroutine goroutines"},
		{GoroutineLeak, "goroutineleak"}, {ThreadCreate, "threadcreate"}, {Wall, "samples time wall"},
	} {
		for _, typ := range strings.Fields(c.types) {
			if c.kind.Explain(typ) == "" {
				t.Errorf("%s: nothing explains %s", c.kind, typ)
			}
		}
	}
	if Mutex.Explain("delay") == Block.Explain("delay") {
		t.Error("delay means the same in block and mutex profiles")
	}
	for _, w := range []string{"flat", "cum", "sample", "period", "utilization", "total"} {
		if Glossary(w) == "" || CPU.Explain(w) != "" {
			t.Errorf("%s: glossary %q, as a sample type %q", w, Glossary(w), CPU.Explain(w))
		}
	}
}

func TestUtilization(t *testing.T) {
	types := columns("samples/count cpu/nanoseconds")
	p := parseStacksOf(t, "A 150 1500000000\nB 15 150000000", types, Header{Duration: 1116600000})
	if u, ok := p.Utilization(1); !ok || u < 147.76 || u > 147.78 {
		t.Errorf("utilization %v, %v", u, ok)
	}
	for _, column := range []int{0, -1, 2} {
		if _, ok := p.Utilization(column); ok {
			t.Errorf("column %d has a utilization", column)
		}
	}
	if _, ok := parseStacksOf(t, "A 1 1", types, Header{}).Utilization(1); ok {
		t.Error("a utilization without a duration")
	}
}

func TestHeadline(t *testing.T) {
	types := columns("samples/count cpu/nanoseconds")
	p := parseStacksOf(t, "A B 2900 29000000000\nA C 60 600000000\nD 1 1", types, Header{Duration: 30 * time.Second})
	const text = "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 3 of 4 nodes"
	if got := evaluate(t, p, DefaultQuery()).Headline(); got != text {
		t.Errorf("%q, want %q", got, text)
	}
	for _, c := range []struct {
		change func(q *Query)
		want   string
	}{
		{func(q *Query) { *q = q.Whole() }, "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 4 nodes"},
		{func(q *Query) { q.NodeCount = 1 }, "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 1 of 4 nodes"},
		{func(q *Query) { q.Focus = "C" }, "cpu · 30s · 600ms of 29.6s samples (98.7%, 0.99 cores) · 2 nodes"},
		{func(q *Query) { q.SampleIndex = "samples" }, "samples · 30s · 2,961 samples · 3 of 4 nodes"},
		{func(q *Query) { q.Focus = "D" }, "cpu · 30s · 1ns of 29.6s samples (98.7%, 0.99 cores) · 1 node"},
	} {
		q := DefaultQuery()
		c.change(&q)
		if got := evaluate(t, p, q).Headline(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	diff := parseStacksOf(t, "A 3 4096\nB -2 -2048 pprof::base=true", columns("inuse_objects/count inuse_space/bytes"), Header{})
	if got := evaluate(t, diff, DefaultQuery()).Headline(); got != "inuse_space · +2kB on a base of 2kB · 2 nodes" {
		t.Errorf("%q", got)
	}
	heap := parseStacksOf(t, "A 3 1048576", columns("inuse_objects/count inuse_space/bytes"), Header{})
	if got := evaluate(t, heap, DefaultQuery()).Headline(); got != "inuse_space · 1MB total · 1 node" {
		t.Errorf("%q", got)
	}
}

func TestFacts(t *testing.T) {
	b := NewBuilder(columns("samples/count cpu/nanoseconds"))
	b.Mapping(Mapping{File: b.String("/srv/bin/sh\u202Eop"), BuildID: b.String("abc")})
	b.Sample([]LocID{b.Location(0, 1, nil)}, 0, []int64{3, 30e6})
	r := evaluate(t, b.Profile(Header{
		Comments: []string{"kept", "#hidden"}, DocURL: "https://example.com/doc",
		Time: time.Unix(0, 0), Duration: time.Second,
	}), DefaultQuery())
	var got []string
	for _, f := range r.Facts(lang.English, "auto") {
		got = append(got, f.String())
	}
	want := []string{
		`File: sh\u202eop`, "Build ID: abc", "kept", "Type: cpu", "Doc: https://example.com/doc",
		"Time: " + time.Unix(0, 0).Format("2006-01-02 15:04:05 MST"),
		"Duration: 1s, Total samples = 30ms (3.00%)", "Utilization: 0.03 cores",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
