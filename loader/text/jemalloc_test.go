package text

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/input"
)

func jemalloc(t testing.TB, data []byte) (*profile.Profile, []string, error) {
	limits := input.Limits{File: 1 << 24, Uncompressed: 1 << 24, Memory: 256 << 20}
	return ParseJemalloc(data, limits, input.NewProgress(t.Context(), nil))
}

// jemallocRows are the samples of a profile: the values, and the addresses of the code from the leaf.
func jemallocRows(p *profile.Profile) (rows []string) {
	for _, s := range p.Sample {
		row := fmt.Sprint(s.Value)
		for _, l := range s.Location {
			row += fmt.Sprintf(" %#x", l.Address)
			if l.Mapping != nil && l.Mapping.File != "" {
				row += "[" + l.Mapping.File + "]"
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// jeprof scales what was found at one of each so many bytes, on average, by how likely that is.
func TestJemalloc(t *testing.T) {
	const maps = "\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 00000000 08:01 1234 /bin/app\n"
	scaled := func(n, bytes float64) string {
		by := 1 / (1 - math.Exp(-bytes/n/524288))
		return fmt.Sprintf("%d %d", int64(n*by), int64(bytes*by))
	}
	p, warnings, err := jemalloc(t, []byte("heap_v2/524288\r\n  t*: 3: 900 [0: 0]\n  t0: 3: 900 [0: 0] a name\n"+
		"@ 0x401000 0x402000\n  t*: 2: 400 [0: 0]\n  t0: 2: 400 [0: 0]\n@ 0x401000\n  t*: 1: 500 [0: 0]\n"+maps))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"[" + scaled(2, 400) + "] 0x400fff[/bin/app] 0x401fff[/bin/app]",
		"[" + scaled(1, 500) + "] 0x400fff[/bin/app]",
	}
	if got := jemallocRows(p); !slices.Equal(got, want) || len(p.SampleType) != 2 || len(warnings) > 0 {
		t.Errorf("%q, not %q; %v, %q", got, want, p.SampleType, warnings)
	}
	p, _, err = jemalloc(t, []byte("heap_v2/1\n  t*: 1: 100 [4: 400]\n@ 0x401000\n  t*: 1: 100 [4: 400]\n"))
	if err != nil || len(p.SampleType) != 4 || !slices.Equal(jemallocRows(p), []string{"[4 400 1 100] 0x400fff"}) {
		t.Errorf("with what was allocated: %v, %v", p, err)
	}
}

// What is not understood is counted, and a newer version warns.
func TestJemallocUnread(t *testing.T) {
	_, warnings, err := jemalloc(t, []byte("heap_v3/524288\n  t*: 3: 900 [0: 0]\n@ 0x401000 0x402000\n  t*: 2: 400\n"+
		"@ 0x401000\n  t*: 1: 500 [0: 0] 77\n  t*: 1: 5 [0: 0]\n"))
	want := []string{
		"3 lines were not understood and are left out: line 4: t*: 2: 400",
		"jemalloc heap profile in version 3, which is newer than 2, the newest that is known: figures may be wrong or missing",
	}
	if err != nil || !slices.Equal(warnings, want) {
		t.Errorf("%q, %v", warnings, err)
	}
	for text, want := range map[string]bool{
		"heap_v2/524288\n": true, "heap_v2/524288": true, "heap_v12/1\r\n": true, "heap_v2/": false, "heap_v2\n": false,
		" heap_v2/1\n": false, "heap profile: 1: 2": false, "": false,
	} {
		if IsJemalloc([]byte(text), nil) != want {
			t.Errorf("%q", text)
		}
	}
}

// TestJemallocRecording reads the recording stack by stack.
func TestJemallocRecording(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/heap.jemalloc.txt"))
	p, warnings, err := jemalloc(t, data)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	var want []string
	by := 1 / (1 - math.Exp(-4096.0/524288))
	for line := range strings.Lines(string(data)) {
		addresses, ok := strings.CutPrefix(line, "@ ")
		if !ok {
			continue
		}
		row := fmt.Sprintf("[%d %d]", int64(by), int64(4096*by))
		for _, a := range strings.Fields(addresses) {
			n, _ := strconv.ParseUint(a, 0, 64)
			row += fmt.Sprintf(" %#x[/bin/record]", n-1)
		}
		want = append(want, row)
	}
	if got := jemallocRows(p); len(want) < 30 || !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func FuzzJemalloc(f *testing.F) {
	f.Add([]byte("  t*: 3: 900 [0: 0]\n@ 0x401000 0x402000\n  t*: 2: 400 [0: 0]\n" +
		"  t0: 2: 400 [0: 0]\nMAPPED_LIBRARIES:\n00400000-00500000 r-xp 00000000 08:01 1234 /bin/app\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, _, err := jemalloc(t, append([]byte("heap_v2/524288\n"), data...)); err == nil {
			jemallocRows(p)
		}
	})
}
