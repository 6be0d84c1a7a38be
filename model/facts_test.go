package model

import (
	"profstation/model/lang"
	"slices"
	"testing"
	"time"
)

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
