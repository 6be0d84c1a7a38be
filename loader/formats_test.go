package loader

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader/foreign"
)

// What the first bytes of a recording announce is what opening it finds: both
// go by the same table.
func TestSniff(t *testing.T) {
	seen := map[string]int{}
	for _, path := range pproftool.Recordings(t, "../testdata/*.*") {
		data := must.Have(os.ReadFile(path))
		look := Sniff(data[:min(len(data), SniffSize)])
		f, err := Open(t.Context(), path, Options{})
		if err != nil {
			if look.Format != "" {
				t.Errorf("%s looks like %+v and cannot be opened: %v", path, look, err)
			}
			continue
		}
		if look.Format == "" || look.Trace != (f.Trace != nil) {
			t.Errorf("%s looks like %+v", path, look)
		}
		seen[look.Format]++
	}
	// What stands in something else needs no recording of its own.
	text := string(must.Have(os.ReadFile("../testdata/goroutine.debug2.txt")))
	for _, in := range []string{inLog(text), inPage(text), "a heading\n" + string(must.Have(os.ReadFile("../testdata/goroutine.debug1.txt")))} {
		seen[Sniff([]byte(in[:SniffSize])).Format]++
	}
	for _, f := range formats {
		if seen[f.name] == 0 {
			t.Errorf("no recording is of the format %s", f.name)
		}
	}
}

// A profile of the Firefox Profiler is the same as JSON and in a container, packed or not.
func TestFirefoxContainers(t *testing.T) {
	var want []string
	for _, name := range []string{"cpu.firefox.json", "cpu.firefox.jslb"} {
		data := must.Have(os.ReadFile("../testdata/" + name))
		for _, data := range [][]byte{data, zip(data)} {
			if look := Sniff(data[:min(len(data), SniffSize)]); look.Format != foreign.FirefoxForm.Name {
				t.Errorf("%s looks like %+v", name, look)
			}
			f := must.Have(Read(t.Context(), name, bytes.NewReader(data), Options{}))
			var got []string
			for i, id := range f.Profile.Samples.Stack {
				got = append(got, fmt.Sprint(f.Profile.Stacks.Reader().Locs(id), f.Profile.Samples.Values[0][i]))
			}
			if want == nil {
				want = got
			}
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s has %q, not %q", name, got, want)
			}
		}
	}
}
