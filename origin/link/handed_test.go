package link

import (
	"net/url"
	"strings"
	"testing"
)

// TestHanded holds what desktops write for files, that own addresses lead to a file and a place in it, and that none leads
// to a server.
func TestHanded(t *testing.T) {
	place := full().String()
	odd := "/a b/100% ü#1?.pprof"
	for arg, want := range map[string]string{
		"":                                "",
		"-":                               "-",
		"cpu.pprof":                       "cpu.pprof",
		"a:b":                             "a:b",
		"file:x":                          "file:x",
		"profstation:x":                   "profstation:x",
		"http://host/debug/pprof":         "http://host/debug/pprof",
		"file:///tmp/a%20b.pprof":         "/tmp/a b.pprof",
		"file:/tmp/a":                     "/tmp/a",
		"FILE://localhost/tmp/a":          "/tmp/a",
		"file:///tmp/a#v=1&tab=Top":       "/tmp/a",
		"profstation:///tmp/a":            "/tmp/a",
		"profstation:///tmp/../a/":        "/a",
		"Profstation:///tmp/a#v=1&tab=x%": "", // no address
		"profstation:///a#elsewhere":      "/a",
		"profstation:///a#" + place:       "/a#" + place,
		(&url.URL{Scheme: "file", Path: odd}).String():                          odd,
		(&url.URL{Scheme: Scheme, Path: odd}).String() + "#v=1&focus=a%20%5C.b": odd + "#v=1&focus=a%20%5C.b",
	} {
		if got, err := Handed(arg); got != want || (err != nil) != (want == "" && arg != "") {
			t.Errorf("%s is %q (%v), want %q", arg, got, err, want)
		}
	}
	for _, arg := range []string{
		"profstation://http://host:6060/debug/pprof", "profstation://https//host/heap", "profstation://host/tmp/a",
		"profstation://cpu.pprof", "profstation://", "profstation://user:secret@/tmp/a", "profstation:///tmp/a?b=c", "profstation://-/a",
	} {
		if got, err := Handed(arg); err == nil || got != "" {
			t.Errorf("%s is %q", arg, got)
		}
	}
	if _, err := Handed("file://other/tmp/a"); err == nil || !strings.Contains(err.Error(), "another machine") {
		t.Errorf("the file of another machine: %v", err)
	}
	l, err := Parse("/a#" + place)
	if err != nil || l.Place.String() != place {
		t.Errorf("the place became %s, %v", l.Place, err)
	}
}
