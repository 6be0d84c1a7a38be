package desktop

import (
	"bytes"
	_ "embed"
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/origin/link"
)

var (
	// described is the MIME description: the file types in the form of
	// https://specifications.freedesktop.org/shared-mime-info-spec/. No other place
	// lists them.
	//
	//go:embed io.github.profstation.profstation.xml
	described []byte

	//go:embed io.github.profstation.profstation.desktop
	entry []byte

	//go:embed io.github.profstation.profstation.metainfo.xml
	metainfo []byte
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
	group, _, _ := bytes.Cut(entry, []byte("\n["))
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
	if err := xml.Unmarshal(described, &mime); err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, m := range mime.Types {
		types = append(types, m.Type)
	}
	if got := key(t, "MimeType"); got != strings.Join(types, ";")+";x-scheme-handler/"+link.Scheme+";" {
		t.Errorf("the entry opens %s, the MIME description has %q", got, types)
	}
	var about struct {
		ID         string   `xml:"id"`
		Summary    string   `xml:"summary"`
		Launchable string   `xml:"launchable"`
		MediaTypes []string `xml:"provides>mediatype"`
	}
	if err := xml.Unmarshal(metainfo, &about); err != nil {
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
	if err := xml.Unmarshal(described, &mime); err != nil {
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

// The files for macOS and Windows, which nobody has tried there, offer the same
// types. They know files by the last part of the name only, so *.pb.gz is not in
// them, and traces have an ending.
func TestOtherSystems(t *testing.T) {
	var mime mimeInfo
	if err := xml.Unmarshal(described, &mime); err != nil {
		t.Fatal(err)
	}
	if len(mime.Types) != 2 {
		t.Fatalf("%d types", len(mime.Types))
	}
	read := func(name, untried string) string {
		data, err := os.ReadFile("../other-systems/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), untried) {
			t.Errorf("%s does not say that it was not tried", name)
		}
		return string(data)
	}
	read("README.txt", "None of this has been tried")
	list := read("macos/document-types.plist", "Not tested on macOS")
	if err := xml.Unmarshal([]byte(list), new(struct{})); err != nil {
		t.Errorf("document-types.plist: %v", err)
	}
	scripts := []string{
		read("windows/register.ps1", "Not tested on Windows"), read("windows/unregister.ps1", "Not tested on Windows"),
	}
	for _, script := range scripts {
		if strings.Count(script, "\n") != strings.Count(script, "\r\n") || strings.Contains(script, "UserChoice") {
			t.Errorf("line ends that are not those of Windows, or a default that is changed:\n%s", script)
		}
	}
	for _, m := range mime.Types {
		endings := []string{"trace"}
		if len(m.Globs) > 0 {
			endings = nil
		}
		for _, g := range m.Globs {
			if ending := strings.TrimPrefix(g.Pattern, "*."); !strings.Contains(ending, ".") {
				endings = append(endings, ending)
			}
		}
		for _, script := range scripts {
			if quoted := "@('" + strings.Join(endings, "', '") + "')"; !strings.Contains(script, quoted) {
				t.Errorf("a script lacks the endings %s", quoted)
			}
		}
		for _, text := range append(endings, m.Type) {
			if !strings.Contains(list, "<string>"+text+"</string>") {
				t.Errorf("document-types.plist lacks %s", text)
			}
		}
	}
}
