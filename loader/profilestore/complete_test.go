package profilestore

import (
	"slices"
	"testing"
	"time"

	"profstation/model/safe"
)

func TestComplete(t *testing.T) {
	names := []string{"pod", "service_name", "spod"}
	values := map[string][]string{"pod": {"api-1", "shop-1", `odd "name"`}}
	for _, x := range []struct {
		typed, label string
		want         []string
	}{
		{"", "", []string{"pod=", "service_name=", "spod="}},
		{"po", "", []string{"pod=", "spod="}},
		{"PO", "", []string{"pod=", "spod="}},
		{"pod=", "pod", []string{`pod="api-1"`, `pod="shop-1"`, `pod="odd \"name\""`}},
		{`pod=~"sh`, "pod", []string{`pod=~"shop-1"`}},
		{`pod="1`, "pod", []string{`pod="api-1"`, `pod="shop-1"`}},
		{`pod="api-1"`, "", nil},
		{`a="x,y", pod!=`, "pod", []string{`a="x,y", pod!="api-1"`, `a="x,y", pod!="shop-1"`, `a="x,y", pod!="odd \"name\""`}},
		{`a="x", s`, "", []string{`a="x", service_name=`, `a="x", spod=`}},
		{`other="`, "other", nil},
		{`a=x, `, "a", nil},
	} {
		var got []string
		for _, c := range Complete(x.typed, names, values, 8) {
			got = append(got, c.Text)
		}
		if label := Typing(x.typed); !slices.Equal(got, x.want) || label != x.label {
			t.Errorf("%s: %q of the label %q, want %q of %q", x.typed, got, label, x.want, x.label)
		}
	}
	if got := Complete("", names, values, 2); len(got) != 2 {
		t.Errorf("of at most 2 there are %v", got)
	}
	for _, c := range Complete("pod=", names, map[string][]string{"pod": {"a\x1b[31m"}}, 8) {
		if c.Show != safe.Text(c.Show) {
			t.Errorf("it shows %q", c.Show)
		}
	}
}

// What is typed becomes a question, and what that is becomes the same texts.
func TestAsking(t *testing.T) {
	q, _, err := Parse("pyroscope+https://host/x?max_nodes=9")
	if err != nil {
		t.Fatal(err)
	}
	texts := Texts{Type: "cpu", Query: `pod="a"`, From: "now-2h", Until: "now-1h", Step: "5m"}
	got, err := q.Asking(texts)
	if err != nil || got.Texts() != texts || got.String() != `pyroscope+https://host/x?type=cpu&query={pod="a"}&from=now-2h&until=now-1h&step=5m&max_nodes=9` {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := q.Asking(Texts{Query: ` {pod=~"a|b", x!=""} `}); err != nil || got.Query != `{pod=~"a|b", x!=""}` || got.From != Ago(defaultFrom) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []Texts{{Query: "pod"}, {Query: "pod="}, {Query: `pod="a`}, {Query: `pod="a" x="b"`}, {From: "noon"}, {From: "now-1h", Until: "now-2h"}, {Step: "x"}} {
		if got, err := q.Asking(bad); err == nil {
			t.Errorf("%+v became %v", bad, got)
		}
	}
}

// The address of a question keeps what a typed one has besides, and the scheme that was found out.
func TestTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"https://ann:pw@host/x?key=1&type=cpu#f": "parca+https://ann:pw@host/x?type=heap&from=now-1h&until=now&key=1",
		"host:7070":                              "parca+http://host:7070?type=heap&from=now-1h&until=now",
		"unix:///run/s:/x":                       "parca+unix:///run/s:/x?type=heap&from=now-1h&until=now",
	} {
		q, _, err := Parse(typed)
		if err != nil {
			t.Fatal(err)
		}
		q.Engine, q.Type = Parca, "heap"
		if got := q.Typed(typed); got != want {
			t.Errorf("%s became %s, want %s", typed, got, want)
		}
	}
}

// A curve has whole steps, some hundred at most, and all of the time that was asked for.
func TestForCurve(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 34, 56, 7e6, time.UTC)
	for _, span := range []time.Duration{time.Minute, time.Hour, 7 * time.Hour, 100 * time.Hour, 1000 * time.Hour} {
		q := Question{From: Ago(span)}.ForCurve(now)
		from, until := q.Interval(time.Time{})
		n := until.Sub(from) / q.Step
		if q.Step < 15*time.Second || until.Sub(from)%q.Step != 0 || n > maxPoints+2 || n < 2 || from.After(now.Add(-span)) || until.Before(now) {
			t.Errorf("%v: from %v until %v by %v, %d steps", span, from, until, q.Step, n)
		}
	}
}
