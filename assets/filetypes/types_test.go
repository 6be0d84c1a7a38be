package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/assets/desktop"
)

func TestParse(t *testing.T) {
	types, err := parse(desktop.MIME)
	if err != nil {
		t.Fatal(err)
	}
	if len(types) != 2 || types[0].Short != "Profile" || !slices.Equal(types[0].Endings, []string{"pprof", "prof", "pgo"}) ||
		types[1].MIME != "application/x-go-execution-trace" || !slices.Equal(types[1].Endings, []string{"trace"}) {
		t.Errorf("the types are %+v", types)
	}
	for _, c := range []struct{ xml, want string }{
		{"<mime-info", "the MIME description: XML"},
		{`<mime-info><mime-type type="a/b"/></mime-info>`, "a/b has no short name"},
		{`<mime-info><mime-type type="application/x-pprof"><glob pattern="heap"/></mime-type></mime-info>`, `expected *.ENDING`},
	} {
		if _, err := parse([]byte(c.xml)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.xml, err, c.want)
		}
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	if err := write(folder); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte("tried")) && !bytes.Contains(data, []byte("Not tested on")) {
			t.Errorf("%s does not say that it was not tested", name)
		}
		return data
	}
	read("README.txt")
	list := read("macos/document-types.plist")
	for d := xml.NewDecoder(bytes.NewReader(list)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("document-types.plist: %v", err)
		}
	}
	for _, ending := range []string{"pprof", "prof", "pgo", "trace"} {
		if !bytes.Contains(list, []byte("<string>"+ending+"</string>")) {
			t.Errorf("document-types.plist lacks %s", ending)
		}
	}
	for _, name := range []string{"windows/register.ps1", "windows/unregister.ps1"} {
		script := read(name)
		if bytes.Count(script, []byte("\n")) != bytes.Count(script, []byte("\r\n")) {
			t.Errorf("%s has line ends that are not those of Windows", name)
		}
		if !bytes.Contains(script, []byte(`@('pprof', 'prof', 'pgo')`)) || bytes.Contains(script, []byte("UserChoice")) {
			t.Errorf("%s:\n%s", name, script)
		}
	}
}
