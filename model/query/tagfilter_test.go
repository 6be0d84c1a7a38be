package query_test

import (
	"context"
	"errors"
	"testing"

	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
)

func TestTagFilters(t *testing.T) {
	p := typed.Profile(t, `A 1 user=bob bytes:=4096
B 2 user=alice role=admin
C 4 role=bobby
D 8 requests:=3
E 16`)
	for _, c := range []struct {
		text string
		want int64 // Σ of the samples that tagfocus lets pass
	}{
		{"bob", 1 + 4},
		{"user=bob", 1},
		{"user=bob,alice", 1 + 2},
		{"user:.*b", 1},
		{"alice,admin", 2},
		{"alice,bob", 0},
		{"user:alice,role:adm", 2},
		{"4kb", 1},
		{"1kb:", 1 + 8}, // an unknown unit, requests, takes any, as in pprof
		{"bytes=1kb:8kb", 1},
		{"requests=1:5", 8},
		{"requests=1kb:", 8},
		{"requests=4:", 0},
		{"user=", 1 + 2},
		{"nowhere=x", 0},
		{"=bob", 1 + 4},
	} {
		q := query.Default().Whole()
		q.TagFocus = c.text
		r := reference.Evaluate(t, p, q)
		if got := r.PassedNet(); got != c.want {
			t.Errorf("tagfocus %s: %d, want %d", c.text, got, c.want)
		}
		if unused := len(r.Unused) > 0; unused != (c.want == 0) {
			t.Errorf("tagfocus %s: unused %v", c.text, r.Unused)
		}
		q.TagFocus, q.TagIgnore = "", c.text
		r = reference.Evaluate(t, p, q)
		if got := r.PassedNet(); got != 31-c.want {
			t.Errorf("tagignore %s: %d, want %d", c.text, got, 31-c.want)
		}
	}
}

func TestQueryErrors(t *testing.T) {
	p := typed.Profile(t, "A 1 2")
	for _, c := range []struct {
		field, text string
	}{
		{"focus", "("}, {"ignore", "["}, {"hide", "*"}, {"show", "a{2,1}"}, {"show_from", "\\"},
		{"tagfocus", "k=("}, {"tagignore", "a,("}, {"tagfocus", "99999999999999999999kb"},
		{"tagshow", "("}, {"taghide", "("},
		{"sample_index", "nowhere"}, {"sample_index", "2"}, {"sample_index", "-1"}, {"granularity", "words"},
	} {
		q := query.Default().With(c.field, c.text)
		switch c.field {
		case "sample_index":
			q.SampleIndex = c.text
		case "granularity":
			q.Granularity = query.Granularity(c.text)
		}
		_, err := query.Evaluate(context.Background(), p, q)
		var qe *query.Error
		if !errors.As(err, &qe) || qe.Field != c.field {
			t.Errorf("%s=%s: error %v", c.field, c.text, err)
		}
	}
	for _, name := range []string{"", "v0", "v1", "0", "1"} {
		if _, err := query.SampleIndex(p, name); err != nil {
			t.Errorf("sample_index %q: %v", name, err)
		}
	}
	if i, err := query.SampleIndex(typed.ProfileOf(t, "A 1", []model.ValueType{{Type: "space", Unit: "bytes"}}, model.Header{}), "inuse_space"); i != 0 || err != nil {
		t.Errorf("inuse_space for space: %d, %v", i, err)
	}
}
