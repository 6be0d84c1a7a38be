package desktop

import (
	"bytes"
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mimeInfo is the MIME description as its readers see it.
type mimeInfo struct {
	Types []struct {
		Type  string `xml:"type,attr"`
		Globs []struct {
			Pattern string `xml:"pattern,attr"`
			Weight  int    `xml:"weight,attr"`
		} `xml:"glob"`
	} `xml:"mime-type"`
}

// key is a value of the desktop entry's first group.
func key(t *testing.T, name string) string {
	t.Helper()
	group, _, _ := bytes.Cut(Entry, []byte("\n["))
	m := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindSubmatch(group)
	if m == nil {
		t.Fatalf("the desktop entry has no %s", name)
	}
	return string(m[1])
}

// The entry, the MIME description, the AppStream data and the settings of the fyne
// tool agree.
func TestSameEverywhere(t *testing.T) {
	var mime mimeInfo
	if err := xml.Unmarshal(MIME, &mime); err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, m := range mime.Types {
		types = append(types, m.Type)
	}
	if got := key(t, "MimeType"); got != strings.Join(types, ";")+";" {
		t.Errorf("the entry opens %s, the MIME description has %q", got, types)
	}
	var about struct {
		ID         string   `xml:"id"`
		Summary    string   `xml:"summary"`
		Launchable string   `xml:"launchable"`
		MediaTypes []string `xml:"provides>mediatype"`
	}
	if err := xml.Unmarshal(Metainfo, &about); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(about.MediaTypes, types) {
		t.Errorf("the AppStream data has the types %q, the MIME description %q", about.MediaTypes, types)
	}
	if about.ID != ID || about.Launchable != ID+".desktop" || key(t, "Icon") != ID {
		t.Errorf("ids are %q, %q and %q, want %q", about.ID, about.Launchable, key(t, "Icon"), ID)
	}
	if about.Summary != key(t, "Comment") {
		t.Errorf("%q and %q should be the same", about.Summary, key(t, "Comment"))
	}
	settings, err := os.ReadFile("../../FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`ID = "` + ID + `"`,
		`MimeTypes = "` + key(t, "MimeType") + `"`,
		`Comment = "` + key(t, "Comment") + `"`,
		`GenericName = "` + key(t, "GenericName") + `"`,
	} {
		if !strings.Contains(string(settings), line+"\n") {
			t.Errorf("FyneApp.toml lacks the line %s", line)
		}
	}
}

// Names that other programs use are not claimed, and profiles win over *.gz, whose
// weight is 50.
func TestClaims(t *testing.T) {
	var mime mimeInfo
	if err := xml.Unmarshal(MIME, &mime); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"application/x-pprof":              {"*.pprof", "*.prof", "*.pb.gz", "*.pprof.gz", "*.pgo"},
		"application/x-go-execution-trace": nil,
	}
	for _, m := range mime.Types {
		var got []string
		for _, g := range m.Globs {
			got = append(got, g.Pattern)
			if g.Weight != 60 {
				t.Errorf("%s has the weight %d, want 60", g.Pattern, g.Weight)
			}
		}
		if !slices.Equal(got, want[m.Type]) {
			t.Errorf("%s claims %q, want %q", m.Type, got, want[m.Type])
		}
		delete(want, m.Type)
	}
	if len(want) > 0 {
		t.Errorf("not described: %v", want)
	}
}
