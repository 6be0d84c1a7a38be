package synthetic

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

func TestLarge(t *testing.T) {
	for _, c := range []struct{ stacks, depth, functions, want int }{
		{1, 1, 1, 1},
		{5, 1, 2, 2}, // two functions one deep make two stacks at most
		{100, 8, 50, 100},
		{5_000, 40, 500, 5_000},
	} {
		t.Run(fmt.Sprint(c.stacks, c.depth, c.functions), func(t *testing.T) {
			p := Large(c.stacks, c.depth, c.functions, 1)
			if err := p.CheckValid(); err != nil {
				t.Fatal(err)
			}
			if len(p.Function) != c.functions {
				t.Errorf("%d functions, want %d", len(p.Function), c.functions)
			}
			seen := make(map[string]bool)
			for _, s := range p.Sample {
				var key []uint64
				for _, l := range s.Location {
					key = append(key, l.ID)
				}
				seen[fmt.Sprint(key)] = true
				if n := len(s.Location); n > c.depth || n < c.depth/2 {
					t.Fatalf("a stack of %d locations, want %d to %d", n, c.depth/2, c.depth)
				}
				if s.Value[0] < 1 || s.Value[1] != s.Value[0]*p.Period {
					t.Fatalf("values %v do not agree with a period of %d", s.Value, p.Period)
				}
			}
			if len(seen) != c.want || len(p.Sample) != c.want {
				t.Errorf("%d distinct stacks in %d samples, want %d", len(seen), len(p.Sample), c.want)
			}
		})
	}
}

// TestLargeHasInlinedLines holds what benchmarks rely on: between a tenth and a
// third of the locations have inlined lines, and calls are made from the line
// of the location's last, not inlined, function.
func TestLargeHasInlinedLines(t *testing.T) {
	p := Large(100, 20, 2_000, 3)
	inlined := 0
	for _, l := range p.Location {
		if len(l.Line) > 1 {
			inlined++
		}
	}
	if inlined*10 < len(p.Location) || inlined*3 > len(p.Location) {
		t.Errorf("%d of %d locations have inlined lines", inlined, len(p.Location))
	}
}

func TestLargeIsTheSameEveryTime(t *testing.T) {
	encode := func(seed uint64) []byte {
		var b bytes.Buffer
		if err := Large(2_000, 20, 300, seed).WriteUncompressed(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if !bytes.Equal(encode(7), encode(7)) {
		t.Error("the same seed made two profiles")
	}
	if bytes.Equal(encode(7), encode(8)) {
		t.Error("two seeds made the same profile")
	}
	if _, err := profile.ParseData(encode(7)); err != nil {
		t.Error(err)
	}
}

// TestInScripts holds that the slow profile differs from the other in the second functions alone, and that each
// function of a script has a line in its source.
func TestInScripts(t *testing.T) {
	p, slow := InScripts(false), InScripts(true)
	for _, p := range []*profile.Profile{p, slow} {
		if err := p.CheckValid(); err != nil {
			t.Fatal(err)
		}
	}
	differs := map[string]bool{}
	for i, s := range p.Sample {
		if s.Value[0] != slow.Sample[i].Value[0] {
			differs[s.Location[0].Line[0].Function.Name] = true
		}
	}
	if len(differs) != len(Scripts) {
		t.Errorf("%d functions are slower, want %d", len(differs), len(Scripts))
	}
	for _, s := range Scripts {
		if !differs[s.Package+"."+s.Functions[1]] {
			t.Errorf("%s is not slower", s.Functions[1])
		}
		lines := strings.Split(s.Source(), "\n")
		for _, f := range p.Function {
			if f.Filename != "shop/"+s.File {
				continue
			}
			if line := lines[f.StartLine-1]; line != "func "+strings.TrimPrefix(f.Name, s.Package+".")+"() {" {
				t.Errorf("%s begins at %q", f.Name, line)
			}
		}
	}
}
