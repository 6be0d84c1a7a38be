package session

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"profstation/loader/address"
	"profstation/model/query"
	"profstation/origin"
)

// A workspace that moves together with its files finds them.
func TestWorkspaceMoves(t *testing.T) {
	top := t.TempDir()
	old := filepath.Join(top, "old", "w")
	if err := os.MkdirAll(old, 0o755); err != nil {
		t.Fatal(err)
	}
	w := Workspace{
		Name: "before and after",
		Documents: []Document{
			{Path: origin.Ref(filepath.Join(old, "cpu.pprof"))},
			{Kind: Folder, Path: origin.Ref(filepath.Join(top, "old", "run 3"))},
			{Kind: Comparison, Path: origin.Ref(filepath.Join(old, "b", "\xff")), Base: origin.Ref(filepath.Join(old, "a"))},
			{Kind: "server", Path: "http://name:secret@localhost:6060/"},
		},
		Active:  2,
		Filters: []query.Refinement{{Name: "handlers", Filters: []query.Refining{{Name: "focus", Text: "ServeHTTP"}}}},
		Notes:   []Noted{{Path: origin.Ref(filepath.Join(old, "cpu.pprof")), Notes: []origin.Note{{On: "f", Text: "here"}}}},
	}
	file := filepath.Join(old, "mine"+origin.Workspaces)
	if err := SaveWorkspace(file, w); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"cpu.pprof"`, `"../run 3"`, `"http://localhost:6060/"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the file lacks %s:\n%s", part, text)
		}
	}
	for _, part := range []string{top, "secret"} {
		if strings.Contains(string(text), part) {
			t.Errorf("the file has %s:\n%s", part, text)
		}
	}
	if err := os.Rename(filepath.Join(top, "old"), filepath.Join(top, "new")); err != nil {
		t.Fatal(err)
	}
	got, err := LoadWorkspace(filepath.Join(top, "new", "w", "mine"+origin.Workspaces))
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Documents {
		d := &w.Documents[i]
		d.Path = origin.Ref(strings.Replace(string(d.Path), filepath.Join(top, "old"), filepath.Join(top, "new"), 1))
		d.Base = origin.Ref(strings.Replace(string(d.Base), filepath.Join(top, "old"), filepath.Join(top, "new"), 1))
	}
	w.Documents[3].Path = "http://localhost:6060/"
	w.Notes[0].Path = w.Documents[0].Path
	w.Version = version
	if !reflect.DeepEqual(got, w) {
		t.Errorf("the workspace is\n%+v\nwant\n%+v", got, w)
	}
}

func TestNoWorkspace(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ text, want string }{
		{"", "not a workspace, or it is damaged"},
		{"{}", "profstation_workspace is missing"},
		{`{"version":1,"documents":[]}`, "profstation_workspace is missing"},
		{`{"profstation_workspace":2}`, "newer version"},
	} {
		file := filepath.Join(dir, "w"+origin.Workspaces)
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadWorkspace(file); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("a file of the user's was moved: %v", err)
		}
	}
	if _, err := LoadWorkspace(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing file is no error")
	}
	if err := SaveWorkspace(filepath.Join(dir, "missing", "w"), Workspace{}); err == nil {
		t.Error("a missing folder is no error")
	}
	nameless := filepath.Join(dir, "nameless"+origin.Workspaces)
	if err := os.WriteFile(nameless, []byte(`{"profstation_workspace":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if w, err := LoadWorkspace(nameless); err != nil || w.Name != "nameless" || w.Active != -1 {
		t.Errorf("%+v, %v", w, err)
	}
}

func FuzzDecodeWorkspace(f *testing.F) {
	f.Add(`{"profstation_workspace":1,"name":"n","documents":[{"path":"a/../b"},{"path":"/x"},{"path":"http://h/"}],"active":1}`)
	f.Add(`{"profstation_workspace":1,"documents":[{"path":{"base64":"/w=="}}]}`)
	f.Add(`{"profstation_workspace":1,"documents":[{"path":".."}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		const folder = "/home/x"
		w, err := DecodeWorkspace([]byte(text), folder)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		if len(w.Documents) > maxDocuments || len(w.Notes) > maxNoted || w.Active < -1 || w.Active >= len(w.Documents) {
			t.Errorf("%d documents, of which %d is active, %d notes", len(w.Documents), w.Active, len(w.Notes))
		}
		for _, d := range w.Documents {
			if !filepath.IsAbs(string(d.Path)) && !address.Complete(string(d.Path)) {
				t.Errorf("the path %q was let in", d.Path)
			}
		}
		once, err := encodeWorkspace(w, folder)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeWorkspace(once, folder)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := encodeWorkspace(again, folder); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s became %s (%v)", once, twice, err)
		}
	})
}
