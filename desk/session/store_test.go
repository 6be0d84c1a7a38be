package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/origin"
)

// A file that cannot be understood costs the session and nothing else.
func TestDamaged(t *testing.T) {
	whole, err := encode(full())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"", "it is damaged"},
		{string(whole[:len(whole)/2]), "it is damaged"},
		{strings.Repeat("\x00", 300), "it is damaged"},
		{"[]", "it is damaged"},
		{"{}", "the version is 0"},
		{`{"version":1,"documents":[{"path":7}]}`, "expected a string or base64"},
		{`{"version":1,"documents":[{"path":{"base64":"?"}}]}`, "a path: illegal base64"},
	} {
		store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
		if err := os.WriteFile(store.Path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, notice := store.Load()
		same(t, got, State{Active: -1})
		if !strings.Contains(notice, c.want) || !strings.HasSuffix(notice, "; kept as "+store.Path+".unread") {
			t.Errorf("%.40q: %q, want %q", c.text, notice, c.want)
		}
		if kept, err := os.ReadFile(store.Path + ".unread"); err != nil || string(kept) != c.text {
			t.Errorf("%.40q was set aside as %.40q (%v)", c.text, kept, err)
		}
		if err := store.Save(full()); err != nil {
			t.Error(err)
		}
		if _, notice := store.Load(); notice != "" {
			t.Error(notice)
		}
	}
}

// A second file that cannot be read does not take the place of the first.
func TestSetAsideTwice(t *testing.T) {
	store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
	for _, text := range []string{"first", "second"} {
		if err := os.WriteFile(store.Path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		store.Load()
	}
	for path, want := range map[string]string{".unread": "first", ".unread-2": "second"} {
		if got, err := os.ReadFile(store.Path + path); err != nil || string(got) != want {
			t.Errorf("%s is %q (%v), want %q", path, got, err, want)
		}
	}
}

// A file that can be neither read nor set aside is not written over, and nor is one that becomes so.
func TestNotSetAside(t *testing.T) {
	for _, late := range []bool{false, true} {
		path := filepath.Join(t.TempDir(), "session.json")
		store := &Store{Path: path}
		var notice string
		if late {
			store.Load()
		}
		names := []string{path, path + ".unread"}
		for n := range maxAside - 1 {
			names = append(names, path+".unread-"+strconv.Itoa(n+2))
		}
		for _, name := range names {
			if err := os.WriteFile(name, []byte("precious"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !late {
			_, notice = store.Load()
		}
		err := store.Save(full())
		if err == nil {
			t.Fatal("it was written over")
		}
		if late {
			notice = err.Error()
		}
		if !strings.Contains(notice, "nothing is saved: move "+path+" away and start again; it can be neither read (it is damaged: ") {
			t.Errorf("%q", notice)
		}
		if err := store.Save(full()); err == nil {
			t.Error("it was written over at the second try")
		}
		for _, name := range names {
			if got, err := os.ReadFile(name); err != nil || string(got) != "precious" {
				t.Errorf("%s is %q (%v)", name, got, err)
			}
		}
	}
}

// Three sessions are kept, however often each was saved. A session that is gone is no first start.
func TestOlderSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	of := func(run, save int) State {
		return State{Recent: Recent{Files: []origin.Ref{origin.Ref(fmt.Sprintf("/run%d/save%d", run, save))}}, Active: -1}
	}
	for run := range 4 {
		store := &Store{Path: path}
		if _, notice := store.Load(); notice != "" {
			t.Fatal(notice)
		}
		for save := range 3 {
			if err := store.Save(of(run, save)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n, want := range []State{of(3, 2), of(2, 2), of(1, 2)} {
		if n > 0 {
			if err := os.Remove((&Store{Path: path}).older(n - 1)); err != nil {
				t.Fatal(err)
			}
		}
		got, notice := (&Store{Path: path}).Load()
		same(t, got, want)
		if (n > 0) != strings.Contains(notice, "there is no "+path+"; the session before it is shown") {
			t.Errorf("%d: %q", n, notice)
		}
	}
	if got, notice := (&Store{Path: path}).Load(); notice == "" {
		t.Errorf("without any but the oldest: %+v", got)
	}
	// The first save of a start after a loss makes nothing older, nor do the next.
	store := &Store{Path: path}
	store.Load()
	for save := range 2 {
		if err := store.Save(of(4, save)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(store.older(1)); !os.IsNotExist(err) {
		t.Errorf("it became older while it was in use (%v)", err)
	}
	// What is not kept today does not stay in an older session.
	store = &Store{Path: path}
	if err := os.WriteFile(path, []byte(`{"version":1,"documents":[{"path":"http://ann:pa55@h/?token=t0ken"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	store.Load()
	if err := store.Save(of(5, 0)); err != nil {
		t.Fatal(err)
	}
	if got, err := readFile(store.older(1)); err != nil || !strings.Contains(string(got), `"http://h/"`) || strings.Contains(string(got), "pa55") || strings.Contains(string(got), "t0ken") {
		t.Errorf("the session before is %s (%v)", got, err)
	}
	for n := range 2 {
		if err := os.Remove(store.older(n)); err != nil {
			t.Fatal(err)
		}
	}
	// A start that changes nothing makes nothing older.
	store = &Store{Path: path}
	state, _ := store.Load()
	for range 3 {
		again := &Store{Path: path}
		again.Load()
		if err := again.Save(state); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := readFile(store.older(1)); err == nil {
		t.Errorf("the same was kept again: %s", got)
	}
}

// A reader among writers reads a whole state.
func TestAlwaysWhole(t *testing.T) {
	store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
	if err := store.Save(full()); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := full()
			for i := range 30 {
				s.Documents[0].Place.Search = strings.Repeat(strconv.Itoa(w), i*500)
				if err := store.Save(s); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	for range 200 {
		if got, notice := (&Store{Path: store.Path}).Load(); notice != "" || len(got.Documents) != 5 {
			t.Fatalf("%d documents, %s", len(got.Documents), notice)
		}
	}
	wg.Wait()
	if files := must.Names(filepath.Dir(store.Path)); !slices.Equal(files, []string{"session.json", "session.json.lock"}) {
		t.Errorf("left behind: %q", files)
	}
}

// Only the latest of many states is written, and nothing if nothing changed.
func TestSaver(t *testing.T) {
	store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
	s := NewSaver(store, time.Hour, func(err error) { t.Error(err) })
	state := full()
	for i := range 100 {
		state.Documents[0].Place.Search = strconv.Itoa(i)
		s.Set(state)
	}
	if _, err := os.Stat(store.Path); !os.IsNotExist(err) {
		t.Error("it was written before its time")
	}
	s.Flush()
	got, _ := store.Load()
	same(t, got, state)
	if err := os.Remove(store.Path); err != nil {
		t.Fatal(err)
	}
	s.Set(state)
	s.Flush()
	if _, err := os.Stat(store.Path); !os.IsNotExist(err) {
		t.Error("the same was written again")
	}
	state.Active = 0
	s.Set(state)
	s.Close()
	s.Set(full())
	s.Flush()
	got, _ = store.Load()
	same(t, got, state)
}

// A saver writes of its own accord, and reports errors.
func TestSaverInTheBackground(t *testing.T) {
	failed := make(chan error)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := NewSaver(&Store{Path: filepath.Join(file, "session.json")}, 0, func(err error) { failed <- err })
	s.Set(full())
	if err := <-failed; err == nil || !strings.HasPrefix(err.Error(), "the session was not saved: ") {
		t.Error(err)
	}
}
