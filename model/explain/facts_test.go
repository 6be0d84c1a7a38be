package explain_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/charge"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
)

func TestHeadline(t *testing.T) {
	types := typed.Types("samples/count cpu/nanoseconds")
	p := typed.ProfileOf(t, "A B 2900 29000000000\nA C 60 600000000\nD 1 1", types, model.Header{Duration: 30 * time.Second})
	const text = "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 3 of 4 nodes"
	if got := explain.Headline(reference.Evaluate(t, p, query.Default())); got != text {
		t.Errorf("%q, want %q", got, text)
	}
	for _, c := range []struct {
		change func(q *query.Query)
		want   string
	}{
		{func(q *query.Query) { *q = q.Whole() }, "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 4 nodes"},
		{func(q *query.Query) { q.NodeCount = 1 }, "cpu · 30s · 29.6s samples (98.7%, 0.99 cores) · 1 of 4 nodes"},
		{func(q *query.Query) { q.Focus = "C" }, "cpu · 30s · 600ms of 29.6s samples (98.7%, 0.99 cores) · 2 nodes"},
		{func(q *query.Query) { q.SampleIndex = "samples" }, "samples · 30s · 2,961 samples · 3 of 4 nodes"},
		{func(q *query.Query) { q.Focus = "D" }, "cpu · 30s · 1ns of 29.6s samples (98.7%, 0.99 cores) · 1 node"},
	} {
		q := query.Default()
		c.change(&q)
		if got := explain.Headline(reference.Evaluate(t, p, q)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	diff := typed.ProfileOf(t, "A 3 4096\nB -2 -2048 pprof::base=true", typed.Types("inuse_objects/count inuse_space/bytes"), model.Header{})
	if got := explain.Headline(reference.Evaluate(t, diff, query.Default())); got != "inuse_space · +2kB on a base of 2kB · 2 nodes" {
		t.Errorf("%q", got)
	}
	heap := typed.ProfileOf(t, "A 3 1048576", typed.Types("inuse_objects/count inuse_space/bytes"), model.Header{})
	if got := explain.Headline(reference.Evaluate(t, heap, query.Default())); got != "inuse_space · 1MB total · 1 node" {
		t.Errorf("%q", got)
	}
}

func TestFacts(t *testing.T) {
	b := model.NewBuilder(typed.Types("samples/count cpu/nanoseconds"))
	b.Mapping(model.Mapping{File: b.String("/srv/bin/sh\u202Eop"), BuildID: b.String("abc")})
	b.Sample([]model.LocID{b.Location(0, 1, nil)}, 0, []int64{3, 30e6})
	r := reference.Evaluate(t, b.Profile(model.Header{
		Comments: []string{"kept", "#hidden"}, DocURL: "https://example.com/doc",
		Time: time.Unix(0, 0), Duration: time.Second,
	}), query.Default())
	var got []string
	for _, f := range explain.Facts(r, lang.English, "auto") {
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

// TestMade holds that frames that the program puts in are explained, and no others.
func TestMade(t *testing.T) {
	p := typed.ProfileOf(t, "main.main main.work runtime.mallocgc 1 10\nruntime.bgsweep 1 10", typed.Types("samples/count cpu/nanoseconds"), model.Header{})
	q := query.Default()
	q.ChargeGC = true
	r := must.Have(query.Evaluate(t.Context(), p, q))
	explained := 0
	for n := range query.NodeID(r.Nodes.Len()) {
		made := r.Nodes.Node(n).Name == charge.Frame
		if text := strings.Join(explain.Made(r, n), "\n"); strings.Contains(text, "shared out by CPU time in runtime.mallocgc") != made || (text != "") != made {
			t.Errorf("%s: %q", r.Nodes.Node(n).Name, text)
		} else if made {
			explained++
		}
	}
	if explained != 1 {
		t.Errorf("%d frames are explained", explained)
	}
}
