package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/address"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
)

// Save writes a state at once.
func (s *Store) Save(state State) error {
	data, err := encodeState(state)
	if err != nil {
		return err
	}
	_, err = s.write(data)
	return err
}

func encodeState(state State) ([]byte, error) {
	data, cut, err := fit(state)
	if cut != "" {
		err = errors.New(cut)
	}
	return data, err
}

// full returns a state with something in every field.
func full() State {
	doc := Document{
		Path: "/data/cpu.pprof",
		Place: link.Place{
			Filters: []query.Refining{{Name: "focus", Text: `net/http\.`}, {Name: "tagignore", Text: "a=<b>&", Off: true, Inverted: true}},
			Options: map[string]string{"sample_index": "cpu", "nodefraction": "0"},
			Tab:     "Flame graph", Search: "json", Pivot: "main.main", Zoom: []string{"main.main", "f[...]"}, ZoomCallers: true, From: 0.25, To: 0.5,
			Begin: 1, End: math.MaxInt64,
			Traced: &link.Traced{
				Opened: []link.Row{{Kind: "group", Name: "main.work"}}, Pinned: []link.Row{{Kind: "goroutine", Name: "12"}}, Hidden: []link.Row{{Kind: "section", Name: "1"}},
				Kept: []link.Range{{Name: "A", Begin: 1, End: 5}}, Measured: &link.Range{Name: "m", Begin: 2, End: 3}, Goroutine: 12, At: 34,
				Choices: map[string]string{"goroutines": "1"},
			},
			Selected: "f", SelectedPath: []string{"main.main"}, SelectedCallers: true, Also: []string{"g"}, Hottest: true, Drawn: []string{"main.log"},
		},
		Recursive: true, Polling: true, Shown: "/data/a", Stays: true, Baseline: true, BaselineFiles: []origin.Ref{"/data/a", "/data/b"},
		Dismissed: []string{"gc", "one-lock main.(*cache).get"},
	}
	return State{
		Version: version,
		Documents: []Document{
			doc,
			{Kind: Folder, Path: "/data/\xff\xfe run"},
			{Kind: "server", Path: "http://localhost:6060/debug/pprof/"},
			{Kind: Comparison, Path: "/data/new", Base: "/data/old", MoreNew: []origin.Ref{"/data/new2"}, MoreBase: []origin.Ref{"/data/old2", "/data/old3"},
				Recipes: []*origin.Recipe{nil, {Title: "waits", Kind: "net", Waits: "all"}, nil, nil, nil}},
			{Kind: Made, Path: "/data/trace.out", Recipe: &origin.Recipe{
				Title: "network waits", Kind: "net", Waits: "all", Begin: 5, End: 6,
				Funcs: []string{"main.f"}, Goroutines: []int64{1}, Regions: []string{}, Tasks: []uint64{math.MaxUint64},
			}},
		},
		Active: 2,
		Last:   Opened{Documents: []Document{{Path: "/data/yesterday.pprof"}}, Active: -1},
		Notes: []Noted{
			{Path: "/data/cpu.pprof", Notes: []origin.Note{{On: "main.main", Text: "slow\nhere"}}},
			{Path: "/data/new", Base: "/data/old", Notes: []origin.Note{{On: "g12 main.f: running", Text: "why?", Goroutine: 12, At: 34}}},
		},
		Filters: []query.Refinement{{Name: "handlers", Filters: []query.Refining{{Name: "focus", Text: "ServeHTTP"}}}},
		Layout: Layout{
			Width: 1400, Height: 900, Panes: map[string]float64{"documents": 200}, Hidden: []string{"details"},
			Tabs: map[string]string{"trace": "Timeline"},
		},
		Display: Display{
			Switches: map[string]bool{"root_down": true}, Choices: map[string]string{"coloring": "package"},
			Numbers: map[string]int{"graph_nodes": 80},
		},
		Recent: Recent{Files: []origin.Ref{"/data/cpu.pprof"}, Folders: []origin.Ref{"/data"}, Workspaces: []origin.Ref{"/w" + origin.Workspaces}},
		Preferences: Preferences{
			Theme: "dark", HighContrast: true, Palette: "colour-blind", Language: "de", Scale: 1.5, TextSize: 13, Font: "/f.ttf", Monospace: "/m.ttf", SourceFolders: []origin.Ref{"/src"}, TrimPaths: []string{"/build"},
			FileLimit: 1, UncompressedLimit: 2, MemoryLimit: 3, FreshStart: true, Editor: "code", Thresholds: map[string]float64{"gc": 20, "regexp": 0},
		},
		Export: Export{Folder: "/out", Format: map[string]string{"flame": ".svg"}, Width: 800, Height: 600, Scale: 2, Theme: "light", Whole: true, Bare: true},
		Record: Record{Address: "http://localhost:6060", Kinds: map[string]int{"cpu": 30}, Every: 60, Folders: map[string]origin.Ref{"localhost:6060": "/captures"}},
		Stored: Stored{Question: "parca+http://localhost:7070?type=cpu&from=now-1h&until=now", By: "pod"},
	}
}

func TestFullIsFull(t *testing.T) {
	var empty func(name string, v reflect.Value)
	empty = func(name string, v reflect.Value) {
		if v.Kind() == reflect.Struct {
			for i := range v.NumField() {
				empty(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
			return
		}
		if v.IsZero() {
			t.Errorf("the test's state lacks %s", name)
		}
	}
	s := full()
	empty("Place", reflect.ValueOf(s.Documents[0].Place))
	s.Documents[0].Kind, s.Documents[0].Base = Comparison, "x"
	s.Documents[0].MoreBase, s.Documents[0].MoreNew = s.Documents[3].MoreBase, s.Documents[3].MoreNew
	s.Documents[0].Recipe, s.Documents[0].Recipes = s.Documents[4].Recipe, s.Documents[3].Recipes
	s.Documents[0].Parts = []*labels.Part{nil, {Key: "tenant", Value: "a", Rest: true}}
	empty("Document", reflect.ValueOf(s.Documents[0]))
	empty("State", reflect.ValueOf(s))
}

func TestSaveAndLoad(t *testing.T) {
	store := &Store{Path: filepath.Join(t.TempDir(), "state", "profstation", "session.json")}
	if got, notice := store.Load(); notice != "" || !reflect.DeepEqual(got, State{Version: version, Active: -1, Last: Opened{Active: -1}}) {
		t.Errorf("a first start begins with %+v, %s", got, notice)
	}
	for _, want := range []State{full(), {Active: -1}} {
		if err := store.Save(want); err != nil {
			t.Fatal(err)
		}
		got, notice := store.Load()
		if notice != "" {
			t.Error(notice)
		}
		same(t, got, want)
	}
	if info, err := os.Stat(store.Path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v; others must not read it", info.Mode(), err)
	}
	if files := must.Names(filepath.Dir(store.Path)); !slices.Equal(files, []string{"session.json", "session.json.lock"}) {
		t.Errorf("left behind: %q", files)
	}
}

// same compares the kept parts of two states.
func same(t *testing.T, got, want State) {
	t.Helper()
	want.Version = version
	a, err := encode(got)
	if err != nil {
		t.Fatal(err)
	}
	want.clean()
	b, err := encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("the state is\n%s\nwant\n%s", a, b)
	}
}

// Values that make no sense are dropped, whether they come from the window or
// from the file.
func TestClean(t *testing.T) {
	s := full()
	nan := math.NaN()
	s.Documents = append([]Document{{Path: "relative"}, {Path: "http://user:secret@host:1/debug"}, {Path: "/zero\x00"}}, s.Documents...)
	s.Documents = append(s.Documents, Document{Kind: Made, Path: "/no/recipe"}, Document{Kind: Made, Path: "/long", Recipe: &origin.Recipe{Title: "x", Tasks: make([]uint64, origin.MaxLimits+1)}},
		Document{Kind: Made, Path: "/long", Recipe: &origin.Recipe{Title: "x", Funcs: []string{strings.Repeat("x", origin.MaxText+1)}}},
		Document{Kind: Comparison, Path: "/few", Base: "/recipes", Recipes: []*origin.Recipe{{Title: "x"}}},
		Document{Kind: Comparison, Path: "/bad", Base: "/recipe", Recipes: []*origin.Recipe{nil, {}}},
		Document{Kind: Parts, Path: "/no", Base: "/parts"},
		Document{Kind: Parts, Path: "/few", Base: "/parts", Parts: []*labels.Part{{Key: "tenant"}}},
		Document{Kind: Parts, Path: "/bad", Base: "/part", Parts: []*labels.Part{nil, {Value: "of no key"}}})
	s.Active = 3
	s.Documents[3].Place.From, s.Documents[3].Place.To = nan, math.Inf(1)
	s.Documents[3].Place.Begin, s.Documents[3].Place.End = 5, 5
	s.Documents[3].Place.Filters = []query.Refining{{Name: "focus"}, {Name: "hide", Text: strings.Repeat("x", origin.MaxText+1)}, {Name: "show", Text: "a"}}
	s.Layout.Width = nan
	s.Layout.Panes["documents"], s.Layout.Panes["details"] = nan, 700
	s.Preferences.Scale = 1e9
	s.Preferences.SourceFolders = []origin.Ref{"relative", "/src", "/src"}
	s.Preferences.TrimPaths = append([]string{"", "a\nb", strings.Repeat("x", origin.MaxText+1), "relative/"}, slices.Repeat([]string{"/b"}, 100)...)
	for i := range 100 {
		s.Recent.AddFile(origin.Ref("/f/" + strconv.Itoa(i%50)))
	}
	data, err := encodeState(s)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte("secret")) {
		t.Error("a password was kept")
	}
	if !math.IsNaN(s.Layout.Panes["documents"]) || len(s.Documents) != 16 {
		t.Error("the window's own state was changed")
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Documents) != 6 || got.Active != 1 || got.Documents[1].Path != "/data/cpu.pprof" || got.Documents[0].Path != "http://host:1/debug" {
		t.Errorf("document %d of %+v is active", got.Active, got.Documents)
	}
	p := got.Documents[1].Place
	if p.From != 0 || p.To != 0 || p.Begin != 0 || p.End != 0 || !slices.Equal(p.Filters, []query.Refining{{Name: "show", Text: "a"}}) {
		t.Errorf("the place is %+v", p)
	}
	if got.Layout.Width != 0 || len(got.Layout.Panes) != 1 || got.Preferences.Scale != 0 {
		t.Errorf("the layout is %+v, the preferences %+v", got.Layout, got.Preferences)
	}
	if !slices.Equal(got.Preferences.SourceFolders, []origin.Ref{"/src"}) {
		t.Errorf("source folders are %q", got.Preferences.SourceFolders)
	}
	if trim := got.Preferences.TrimPaths; len(trim) != maxRecent || trim[0] != "relative/" || trim[1] != "/b" {
		t.Errorf("%d trimmed paths are %.100q", len(trim), trim)
	}
	if len(got.Recent.Files) != maxRecent || got.Recent.Files[0] != "/f/49" || !slices.Equal(got.Recent.Folders, []origin.Ref{"/f", "/data"}) {
		t.Errorf("recent are %+v", got.Recent)
	}
}

// Fields of later versions do no harm.
func TestUnknownFields(t *testing.T) {
	got, err := Decode([]byte(`{"version":1,"later":{"x":1},"documents":[{"path":"/a","later":[1]}]}`))
	if err != nil || len(got.Documents) != 1 || got.Active != -1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzDecode(f *testing.F) {
	whole, err := encode(full())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(`{"version":1,"documents":[{"path":{"base64":"L/8="}}],"active":-5}`))
	f.Add([]byte(`{"version":1,"layout":{"divider":{"a":1e400}}}`))
	f.Add([]byte(`{"version":1,"recent":{"files":["a","/a","/a"]},"documents":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		state, err := Decode(data)
		if err != nil {
			return
		}
		if state.Active < -1 || state.Active >= len(state.Documents) {
			t.Fatalf("document %d of %d is active", state.Active, len(state.Documents))
		}
		if len(state.Documents) > maxDocuments || len(state.Notes) > maxNoted || len(state.Recent.Files) > maxRecent || len(state.Filters) > maxListed {
			t.Fatalf("%d documents, %d notes, %d recent files, %d filters", len(state.Documents), len(state.Notes), len(state.Recent.Files), len(state.Filters))
		}
		for _, d := range state.Documents {
			if !filepath.IsAbs(string(d.Path)) && !address.Complete(string(d.Path)) {
				t.Fatalf("the path %q was let in", d.Path)
			}
		}
		once, err := encodeState(state)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := encodeState(again); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%s became %s (%v)", once, twice, err)
		}
	})
}

func TestPathJSON(t *testing.T) {
	for _, p := range []origin.Ref{"", "/a", "/\xff", "/�", "/\u2028<&>\n"} {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var got origin.Ref
		if err := json.Unmarshal(data, &got); err != nil || got != p {
			t.Errorf("%q became %q by %s (%v)", p, got, data, err)
		}
	}
}

// Notes that say nothing, or have no place, are not kept; nor is one too many.
func TestCleanNoted(t *testing.T) {
	many := Noted{Path: "/many"}
	for range maxNotes + 1 {
		many.Notes = append(many.Notes, origin.Note{On: "f", Text: "x"})
	}
	got := cleanNoted([]Noted{
		{Path: "/a", Notes: []origin.Note{{On: "f", Text: " \n"}, {Text: "nowhere"}, {On: "f", Text: "kept"}, {On: "f", Text: strings.Repeat("x", origin.MaxText+1)}}},
		{Path: "relative", Notes: []origin.Note{{On: "f", Text: "x"}}},
		{Path: "/new", Base: "relative", Notes: []origin.Note{{On: "f", Text: "x"}}},
		{Path: "/none"},
		many,
	})
	if len(got) != 2 || len(got[0].Notes) != 1 || got[0].Notes[0].Text != "kept" || len(got[1].Notes) != maxNotes {
		t.Errorf("kept %+v", got)
	}
}
