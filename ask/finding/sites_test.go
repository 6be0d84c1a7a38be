package finding

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/thorough"
	"profstation/internal/typed"
	"profstation/model"
)

// heapOf is a heap profile of typed stacks with a number of objects of a size each. Rules about lines want files.
func heapOf(t testing.TB, stacks ...string) *model.Profile {
	var b strings.Builder
	for _, s := range stacks {
		var n, size int
		at := strings.LastIndexByte(s, ' ')
		if _, err := fmt.Sscanf(s[at+1:], "%dx%d", &n, &size); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %d %d %d %d\n", s[:at], n, n*size, n, n*size)
	}
	return typed.ProfileOf(t, b.String(), typed.Types(heapTypes), model.Header{
		Format: "pprof", Period: 512 << 10, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}})
}

// TestOneLine holds that the line is found that allocates most: the first outside of Go's own packages, also where it is
// inlined, and not what records profiles.
func TestOneLine(t *testing.T) {
	p := heapOf(t,
		"main.main@/src/shop/main.go:3 main.load@/src/shop/load.go:7+main.read@/src/shop/load.go:20 bytes.growSlice@bytes/buffer.go:9 60x1000000",
		"main.main@/src/shop/main.go:4 main.load@/src/shop/load.go:7+main.read@/src/shop/load.go:20 io.ReadAll@io/io.go:9 10x1000000",
		"main.main@/src/shop/main.go:3 main.load@/src/shop/load.go:7+main.read@/src/shop/load.go:21 20x1000000",
		"main.main@/src/shop/main.go:5 runtime/pprof.StartCPUProfile@runtime/pprof/pprof.go:9 10x1000000",
	)
	all := ruleNamed(t, "one-line", Subject{Profile: p})
	if len(all) != 1 || all[0].Share != 70 || all[0].Text != "70.00% of all bytes are allocated at one line: main.read load.go:20" ||
		all[0].Place.Selected != "main.read /src/shop/load.go:20" || all[0].Place.Options["granularity"] != "lines" ||
		all[0].Callers[0] != (model.Fact{Name: "main.read /src/shop/load.go:20", Text: "70.00%"}) || len(all[0].Callers) != 2 {
		t.Errorf("found: %+v", all)
	}
	if all := ruleNamed(t, "one-line-objects", Subject{Profile: p}); len(all) > 0 {
		t.Errorf("the same is found again: %+v", all)
	}
	if all := ruleNamed(t, "one-line-in-use", Subject{Profile: p}); len(all) != 1 || all[0].Severity != Notice {
		t.Errorf("in use: %+v", all)
	}
	small := heapOf(t, "main.a@a.go:3 100x1000000", "main.b@b.go:3 100x1000000", "main.c@c.go:3 500000x64")
	if all := ruleNamed(t, "one-line-objects", Subject{Profile: small}); len(all) != 1 || !strings.HasSuffix(all[0].Text, "one line: main.c c.go:3") {
		t.Errorf("small objects: %+v", all)
	}
	for name, p := range map[string]*model.Profile{
		"less than half": heapOf(t, "main.a@a.go:3 40x1000000", "main.b@b.go:3 30x1000000", "main.b@b.go:4 30x1000000"),
		"few samples":    heapOf(t, "main.a@a.go:3 20000x64", "main.b@b.go:3 1x64"),
		"no line":        heapOf(t, "main.a 60x1000000", "main.b@b.go:3 10x1000000"),
		"all of Go":      heapOf(t, "net/http.(*conn).serve@net/http/server.go:3 60x1000000"),
	} {
		if all := ruleNamed(t, "one-line", Subject{Profile: p}); len(all) > 0 {
			t.Errorf("%s: %+v", name, all)
		}
	}
}

// TestOfGoItself holds that Go's own packages are named by their folders, but not where somebody else's are there, too.
func TestOfGoItself(t *testing.T) {
	p := typed.Profile(t, "main.main@/src/shop/main.go:3 internal/shop.f@/src/shop/internal/shop/f.go:3 net/http.Get@net/http/client.go:3 net.Dial@net/dial.go:3 internal/abi.f@internal/abi/f.go:3 1")
	if got := pattern(ofGoItself(p)); got != `^(internal/abi\.|net\.|net/)` {
		t.Errorf("they are %s", got)
	}
}

// TestSilentOfLines holds that a line with a fifth less than half hardly ever stands out, and one with a fifth more does.
func TestSilentOfLines(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	times := thorough.Times(500, 60)
	speaks := func(share float64) (n int) {
		for range times {
			const samples, size = 400, 1 << 10 // objects of which hardly any is seen, so that each seen stands for many
			k := 0
			for range samples {
				if random.Float64() < share {
					k++
				}
			}
			stands := 512 << 10 / size
			p := heapOf(t, fmt.Sprintf("main.a@a.go:3 %dx%d", k*stands, size), fmt.Sprintf("main.b@b.go:3 %dx%d", (samples-k)*stands*2/3, size), fmt.Sprintf("main.b@b.go:4 %dx%d", (samples-k)*stands/3, size))
			n += len(ruleNamed(t, "one-line", Subject{Profile: p}))
		}
		return n
	}
	if n := speaks(0.4); n*20 > times {
		t.Errorf("40%% are found %d times in %d", n, times)
	}
	if n := speaks(0.6); n*10 < times*9 {
		t.Errorf("60%% are found only %d times in %d", n, times)
	}
}
