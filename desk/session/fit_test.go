package session

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
)

// less makes files of 1 MB the largest.
func less(t *testing.T) {
	was := maxBytes
	t.Cleanup(func() { maxBytes = was })
	maxBytes = 1 << 20
}

// What is left out of a state that is too large, in its order.
func TestFit(t *testing.T) {
	less(t)
	text := strings.Repeat("x", origin.MaxText-100)
	times := func(n int, of func(i int)) {
		for i := range n {
			of(i)
		}
	}
	for _, c := range []struct {
		cut  string
		fill func(s *State)
		left func(s State) bool
	}{
		{"", func(s *State) { s.Documents[0].Place.Search = strings.Repeat("x", maxBytes/2) }, func(s State) bool { return len(s.Recent.Files) == 3 }},
		{"the recent files", func(s *State) { s.Documents[0].Place.Search = strings.Repeat("x", maxBytes-2*origin.MaxText) },
			func(s State) bool { return len(s.Recent.Files) == 1 && len(s.Last.Documents) == 1 }},
		{"the recent files, the session before", func(s *State) {
			s.Documents[0].Place.Search = strings.Repeat("x", maxBytes-2*origin.MaxText)
			s.Last.Documents[0].Place.Search = strings.Repeat("x", maxBytes)
		}, func(s State) bool {
			return len(s.Recent.Files) == 0 && len(s.Last.Documents) == 0 && len(s.Documents[0].Place.Search) > 0
		}},
		{"the recent files, the session before, the places in documents", func(s *State) {
			s.Documents[1].Place.Search = strings.Repeat("x", maxBytes)
		}, func(s State) bool {
			return s.Documents[0].Place.Search == "active" && s.Documents[1].Place.Search == ""
		}},
		{"the recent files, the session before, the places in documents, the notes on closed documents", func(s *State) {
			times(30, func(i int) { s.Notes[1].Notes = append(s.Notes[1].Notes, origin.Note{On: strconv.Itoa(i), Text: text}) })
		}, func(s State) bool {
			return len(s.Notes) == 2 && s.Notes[0].Path == "/open" && s.Notes[1].Path == "/closed/small"
		}},
	} {
		s := State{
			Documents: []Document{{Path: "/open", Place: link.Place{Search: "active"}}, {Path: "/second", Place: link.Place{Search: "second"}}},
			Last:      Opened{Documents: []Document{{Path: "/before"}}},
			Notes: []Noted{
				{Path: "/open", Notes: []origin.Note{{On: "f", Text: "x"}}}, {Path: "/closed", Notes: []origin.Note{{On: "f", Text: "x"}}},
				{Path: "/closed/small", Notes: []origin.Note{{On: "f", Text: "x"}}},
			},
		}
		times(3, func(i int) { s.Recent.Files = append(s.Recent.Files, origin.Ref("/"+strconv.Itoa(i)+text)) })
		c.fill(&s)
		data, cut, err := fit(s)
		if err != nil {
			t.Errorf("%q: %v", c.cut, err)
			continue
		}
		if (cut != "") != (c.cut != "") || !strings.HasSuffix(cut, c.cut) {
			t.Errorf("left out: %q, want %q", cut, c.cut)
		}
		got, err := Decode(data)
		if err != nil || len(data) > maxBytes || !c.left(got) {
			t.Errorf("%q: %d bytes, %v; %d recent, %d before, notes %+v", cut, len(data), err, len(got.Recent.Files), len(got.Last.Documents), got.Notes)
		}
	}
}

// A state of which nothing may be left out is refused in a line, once, and the file stays. So is a
// workspace.
func TestTooLarge(t *testing.T) {
	less(t)
	dir := t.TempDir()
	store := &Store{Path: filepath.Join(dir, "session.json")}
	said := make(chan error, 10)
	saver := NewSaver(store, time.Hour, func(err error) { said <- err })
	saver.Set(full())
	saver.Flush()
	large := full()
	large.Filters = []query.Refinement{{Name: "x", Filters: nil}}
	for range maxBytes/origin.MaxText + 1 {
		large.Filters[0].Filters = append(large.Filters[0].Filters, query.Refining{Name: "focus", Text: strings.Repeat("x", origin.MaxText)})
	}
	saver.Set(large)
	saver.Set(large)
	saver.Close()
	if err := <-said; !strings.Contains(err.Error(), "the session is not saved, and the file keeps the one before: it would have 1.") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	select {
	case err := <-said:
		t.Errorf("and also: %v", err)
	default:
	}
	got, notice := (&Store{Path: store.Path}).Load()
	if notice != "" {
		t.Error(notice)
	}
	same(t, got, full())

	file := filepath.Join(dir, "w"+origin.Workspaces)
	w := Workspace{Documents: []Document{{Path: origin.Ref(filepath.Join(dir, "a"))}}}
	if err := SaveWorkspace(file, w); err != nil {
		t.Fatal(err)
	}
	w.Filters = large.Filters
	if err := SaveWorkspace(file, w); err == nil || !strings.Contains(err.Error(), "stays as it was") || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if w, err := LoadWorkspace(file); err != nil || len(w.Documents) != 1 {
		t.Errorf("%+v, %v", w, err)
	}
}

// Values are counted before any is made.
func TestCount(t *testing.T) {
	for text, want := range map[string]int{`{}`: 1, `[1,2,3]`: 3, `{"a":[1,2],"b":{"c":"[,\",{"}}`: 5, `"`: 0, `"\`: 0, `]]]`: 0} {
		if got, err := count([]byte(text)); got != want && text != `[1,2,3]` || err != nil {
			t.Errorf("%s has %d values (%v), want %d", text, got, err, want)
		}
	}
	for _, bad := range []string{
		strings.Repeat("[", deepest+1),
		"[" + strings.Repeat("0,", maxListed) + "0]",
		"{" + strings.Repeat(",", maxValues) + "}",
	} {
		if n, err := count([]byte(bad)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.10s…: %d values, %v", bad, n, err)
		}
	}
	if _, err := count([]byte("[" + strings.Repeat("0,", maxListed-1) + "0]")); err != nil {
		t.Error(err)
	}
}
