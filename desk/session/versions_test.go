package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/golden"
	"profstation/internal/must"
	"profstation/origin"
)

// kept are the forms in which programs have written a session, which has the preferences, and a workspace. The files in
// testdata were written by those programs, with something in every field that they had. "now" is what this one writes:
// before a release it is copied under the name of that, so that later programs are tested with it.
var kept = []struct {
	program string
	lost    string // what has no place any more matches it
}{
	// Panes have their width in pixels, where 0.1.0 had fractions, and tables choose their columns themselves.
	{"0.1.0", `^layout\.(divider|columns)\.`},
	{"0.1.0-next", `^$`},
	{"now", `^$`},
}

// moved are names that parts had in older forms.
var moved = regexp.MustCompile(`^((?:last\.)?documents\[\d+\])\.tab$`)

// TestNow holds that the newest of the kept forms is what this program writes: a new field needs -update.
func TestNow(t *testing.T) {
	golden.Check(t, "now.json", string(must.Have(encodeState(full()))))
	golden.Check(t, "now"+origin.Workspaces, string(must.Have(encodeWorkspace(fullWorkspace(), "/work"))))
}

func fullWorkspace() Workspace {
	s := full()
	return Workspace{Name: "before and after", Documents: s.Documents, Active: s.Active, Filters: s.Filters, Notes: s.Notes}
}

// TestEveryVersion holds that what any version has kept comes back.
func TestEveryVersion(t *testing.T) {
	for _, k := range kept {
		lost := regexp.MustCompile(k.lost)
		path := filepath.Join(t.TempDir(), "session.json")
		data := must.Have(os.ReadFile("testdata/" + k.program + ".json"))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		store := &Store{Path: path}
		state, notice := store.Load()
		if notice != "" {
			t.Errorf("%s: %s", k.program, notice)
		}
		if err := store.Save(state); err != nil {
			t.Fatal(err)
		}
		covers(t, k.program, must.Have(os.ReadFile(path)), data, lost)

		data = must.Have(os.ReadFile("testdata/" + k.program + origin.Workspaces))
		w := must.Have(DecodeWorkspace(data, "/work"))
		covers(t, k.program+origin.Workspaces, must.Have(encodeWorkspace(w, "/work")), data, lost)
	}
}

// covers checks that each value of an older file is in the one that replaces it.
func covers(t *testing.T, of string, now, before []byte, lost *regexp.Regexp) {
	t.Helper()
	got, want := leaves(t, now), leaves(t, before)
	if len(want) < 40 {
		t.Errorf("%s has only %d values", of, len(want))
	}
	for _, path := range slices.Sorted(maps.Keys(want)) {
		to := moved.ReplaceAllString(path, "$1.place.tab")
		switch text, ok := got[to]; {
		case lost.MatchString(path):
			if ok {
				t.Errorf("%s: %s is not lost", of, path)
			}
		case text != want[path]:
			t.Errorf("%s: %s is %q, want %q", of, path, text, want[path])
		}
	}
}

// leaves returns the values in a JSON text by their paths.
func leaves(t *testing.T, data []byte) map[string]string {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				walk(strings.TrimPrefix(path+"."+k, "."), x)
			}
		case []any:
			for i, x := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), x)
			}
		default:
			all[path] = fmt.Sprint(v)
		}
	}
	walk("", v)
	return all
}

// What a newer program wrote stays as it is: the session before it is shown, and nothing is saved.
func TestNewerStays(t *testing.T) {
	for _, late := range []bool{false, true} { // the newer program wrote while this one ran
		dir := t.TempDir()
		store := &Store{Path: filepath.Join(dir, "session.json")}
		old := full()
		if err := os.WriteFile(store.older(1), must.Have(encodeState(old)), 0o600); err != nil {
			t.Fatal(err)
		}
		const text = `{"version":2,"documents":"in another form"}`
		write := func() {
			if err := os.WriteFile(store.Path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !late {
			write()
		}
		state, notice := store.Load()
		same(t, state, old)
		if late {
			write()
		} else if !strings.Contains(notice, "newer version") || !strings.Contains(notice, "nothing is saved, so that "+store.Path+" stays as it is") {
			t.Errorf("the notice is %q", notice)
		}
		before := must.Have(os.ReadFile(store.Path))
		state.Active = 0
		for range 2 {
			if err := store.Save(state); err == nil || !strings.Contains(err.Error(), "newer version") {
				t.Errorf("saving: %v", err)
			}
		}
		if got := must.Have(os.ReadFile(store.Path)); string(got) != string(before) {
			t.Errorf("the file of the newer program is %s", got)
		}
		if names := must.Names(dir); slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, "unread") }) {
			t.Errorf("it was set aside: %q", names)
		}
	}
	path := filepath.Join(t.TempDir(), "w"+origin.Workspaces)
	const text = `{"profstation_workspace":2,"documents":7}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadWorkspace(path); err == nil || !strings.Contains(err.Error(), "newer version") || string(must.Have(os.ReadFile(path))) != text {
		t.Errorf("a workspace: %v", err)
	}
}
