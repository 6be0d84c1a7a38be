package session

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/model/query"
	"profstation/origin"
)

// inProgram is the environment variable that makes this test binary one of several programs: its
// value is the number of the program and the path of the session.
const inProgram = "PROFSTATION_TEST_PROGRAM"

const savings = 15 // of each program

// TestProgram is what each program does in TestTwoPrograms: it opens files, writes notes and filters
// and allows folders, one at a time, and saves after each.
func TestProgram(t *testing.T) {
	n, path, ok := strings.Cut(os.Getenv(inProgram), ":")
	if !ok {
		return
	}
	patience = time.Minute // a disk may take its time, and nothing here hangs
	store := &Store{Path: path}
	state, notice := store.Load()
	if notice != "" {
		t.Fatal(notice)
	}
	fmt.Println("ready")
	fmt.Scanln() // both have read the same
	saver := NewSaver(store, 0, func(err error) { t.Error(err) })
	for i := range savings {
		name := fmt.Sprintf("/p%s/%d", n, i)
		state.Documents = []Document{{Path: origin.Ref(name)}}
		state.Recent.AddFile(origin.Ref(name))
		state.Notes = append(slices.Clip(state.Notes), Noted{Path: origin.Ref(name), Notes: []origin.Note{{On: "f", Text: "by " + n}}})
		state.Filters = append(slices.Clip(state.Filters), query.Refinement{Name: name})
		state.Preferences.SourceFolders = append(slices.Clip(state.Preferences.SourceFolders), origin.Ref("/src"+n+"/"+strconv.Itoa(i%3)))
		saver.Set(state)
		saver.Flush()
	}
	saver.Close()
}

// Two programs that save at the same time, in two processes: what each added is there.
func TestTwoPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	before := full()
	if err := (&Store{Path: path}).Save(before); err != nil {
		t.Fatal(err)
	}
	var programs []*exec.Cmd
	var begin []func()
	for n := range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestProgram$")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d:%s", inProgram, n, path))
		cmd.Stderr = os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fscanln(out, new(string)); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, cmd)
		begin = append(begin, func() { fmt.Fprintln(in) })
	}
	for _, b := range begin {
		b()
	}
	for _, cmd := range programs {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	got, notice := (&Store{Path: path}).Load()
	if notice != "" {
		t.Fatal(notice)
	}
	if len(got.Documents) != 1 || filepath.Base(string(got.Documents[0].Path)) != strconv.Itoa(savings-1) {
		t.Errorf("the documents are %+v, want those of the program that was closed last", got.Documents)
	}
	if len(got.Notes) != len(before.Notes)+2*savings || len(got.Filters) != len(before.Filters)+2*savings || len(got.Preferences.SourceFolders) != 1+2*3 {
		t.Errorf("%d notes, %d filters, %d folders are left", len(got.Notes), len(got.Filters), len(got.Preferences.SourceFolders))
	}
	if len(got.Recent.Files) != maxRecent {
		t.Errorf("%d recent files", len(got.Recent.Files))
	}
	for n := range 2 {
		for _, p := range []origin.Ref{origin.Ref(fmt.Sprintf("/p%d/%d", n, savings-1))} {
			if !slices.Contains(got.Recent.Files, p) {
				t.Errorf("%s is lost", p)
			}
		}
	}
}

// began returns a program that has read a session.
func began(t *testing.T, path string) (*Store, State) {
	t.Helper()
	store := &Store{Path: path}
	state, notice := store.Load()
	if notice != "" {
		t.Fatal(notice)
	}
	return store, state
}

// The documents are those of the program that is closed last, also if it has nothing new to save.
func TestClosedLast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	var savers []*Saver
	for n := range 2 {
		store, state := began(t, path)
		state.Documents = []Document{{Path: origin.Ref("/" + strconv.Itoa(n))}}
		s := NewSaver(store, time.Hour, func(err error) { t.Error(err) })
		s.Set(state)
		s.Flush()
		savers = append(savers, s)
	}
	for _, n := range []int{1, 0} {
		savers[n].Close()
		if got, _ := (&Store{Path: path}).Load(); len(got.Documents) != 1 || got.Documents[0].Path != origin.Ref("/"+strconv.Itoa(n)) {
			t.Errorf("program %d was closed last, the documents are %+v", n, got.Documents)
		}
	}
}

// What one program did is not undone by another that read the session before.
func TestMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.json")
	first := full()
	first.Recent.Files = []origin.Ref{"/a", "/b", "/c"}
	if err := (&Store{Path: path}).Save(first); err != nil {
		t.Fatal(err)
	}
	one, a := began(t, path)
	two, b := began(t, path)

	a.Recent.AddFile("/one")
	a.Recent.AddFile("/c")
	a.Notes[0].Notes[0].Text = "slow no more"
	a.Notes[1].Notes[0].Text = "one says so"
	a.Filters = nil
	a.Preferences.Theme = "light"
	a.Preferences.SourceFolders = nil
	a.Layout.Panes = map[string]float64{"documents": 300}
	a.Layout.Tabs = nil
	if err := one.Save(a); err != nil {
		t.Fatal(err)
	}

	b.Recent.Files = []origin.Ref{"/two", "/a", "/c"} // without /b
	b.Notes = append(b.Notes, Noted{Path: "/data/cpu.pprof", Notes: []origin.Note{{On: "g", Text: "new"}}})
	b.Notes[1].Notes[0].Text = "two says so"
	b.Filters = append(b.Filters, query.Refinement{Name: "two"})
	b.Preferences.Scale = 2
	b.Preferences.SourceFolders = append(b.Preferences.SourceFolders, "/two")
	b.Layout.Panes = map[string]float64{"documents": 200, "details": 400}
	b.Active = 0
	for range 2 { // the second time changes nothing
		if err := two.Save(b); err != nil {
			t.Fatal(err)
		}
	}
	_, got := began(t, path)
	want := full()
	want.Active = 0
	want.Recent.Files, want.Recent.Folders = []origin.Ref{"/two", "/c", "/one", "/a"}, a.Recent.Folders
	want.Notes[0].Notes = []origin.Note{{On: "main.main", Text: "slow no more"}, {On: "g", Text: "new"}}
	want.Notes[1].Notes[0].Text = "one says so\ntwo says so"
	want.Filters = []query.Refinement{{Name: "two"}}
	want.Preferences.Theme, want.Preferences.Scale, want.Preferences.SourceFolders = "light", 2, []origin.Ref{"/two"}
	want.Layout.Panes = map[string]float64{"documents": 300, "details": 400}
	want.Layout.Tabs = nil
	same(t, got, want)

	// And back: the first program has changed one more thing.
	a.Preferences.Palette = ""
	if err := one.Save(a); err != nil {
		t.Fatal(err)
	}
	_, got = began(t, path)
	want.Active, want.Preferences.Palette = a.Active, ""
	same(t, got, want)
}

// A program that hangs while it holds the lock keeps no other from saving.
func TestHungProgram(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 20 * time.Millisecond
	store := &Store{Path: filepath.Join(t.TempDir(), "session.json")}
	unlock := store.lock()
	defer unlock()
	if err := store.Save(full()); err != nil {
		t.Error(err)
	}
	if _, notice := (&Store{Path: store.Path}).Load(); notice != "" {
		t.Error(notice)
	}
}
