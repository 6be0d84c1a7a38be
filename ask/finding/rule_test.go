package finding

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/pproftool"
)

var update = flag.Bool("update", false, "write docs/findings.md again")

// declared finds the functions in a file of Go's source: the receiver's star and type, and the name.
var declared = regexp.MustCompile(`(?m)^func (?:\((?:\w+ )?(\*?)(\w+)[^)]*\) )?(\w+)`)

// functionsOf returns the names of a package's functions, as profiles have them.
func functionsOf(t testing.TB, root, pkg string) (all []string) {
	files, err := filepath.Glob(filepath.Join(root, "src", filepath.FromSlash(pkg), "*.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no package %s: %v", root, pkg, err)
	}
	for _, file := range files {
		for _, m := range declared.FindAllSubmatch(must.Have(os.ReadFile(file)), -1) {
			star, of, name := string(m[1]), string(m[2]), string(m[3])
			switch {
			case star != "":
				name = "(*" + of + ")." + name
			case of != "":
				name = of + "." + name
			}
			all = append(all, pkg+"."+name)
		}
	}
	return all
}

// TestSymbols holds that each symbol that a rule looks for is a function of every release that the rules know, and that what
// is gone is not.
func TestSymbols(t *testing.T) {
	for release, root := range pproftool.Roots(t) {
		functions := map[string][]string{}
		for _, r := range rules {
			if r.share == nil {
				continue
			}
			for _, s := range append(append([]symbol(nil), r.share.of...), r.share.not...) {
				pkg := strings.TrimSuffix(packageOf(s.name), ".")
				if functions[pkg] == nil {
					functions[pkg] = functionsOf(t, root, pkg)
				}
				there := false
				for _, f := range functions[pkg] {
					there = there || s.holds(f)
				}
				if there != (s.until == "") {
					t.Errorf("%s: %s has %s: %v", r.name, release, s.name, there)
				}
			}
		}
		if minor(release) > minor(known) {
			t.Errorf("the rules are checked with %s: known can be raised", release)
		}
	}
}

// TestPattern holds that pprof's pattern finds what the symbols hold, and nothing else.
func TestPattern(t *testing.T) {
	for _, all := range [][]symbol{symbols("runtime.GC"), symbols("runtime.mallocgc*"), symbols("os.(*File).Write", "internal/runtime/*")} {
		p := regexp.MustCompile(pattern(all))
		for _, name := range []string{
			"runtime.GC", "runtime.GCx", "xruntime.GC", "runtime.mallocgc", "runtime.mallocgcTiny", "my/runtime.mallocgc",
			"os.(*File).Write", "os.(*File).WriteString", "internal/runtime/maps.(*Map).Get", "internal/runtimes.x", "",
		} {
			want := false
			for _, s := range all {
				want = want || s.holds(name)
			}
			if p.MatchString(name) != want {
				t.Errorf("%s finds %q: %v", p, name, !want)
			}
		}
	}
}

// TestPackageOf holds what names begin with, also where type arguments have paths of their own.
func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"runtime.mallocgc": "runtime.", "runtime.malloc*": "runtime.", "internal/sync.(*Mutex).lockSlow": "internal/sync.",
		"slices.SortFunc[go.shape.[]example.com/a.b]": "slices.", "example.com/a.b.c": "example.com/a.", "main": "", "": "",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%q begins with %q, want %q", name, got, want)
		}
	}
}

// TestMinor holds what of a release counts.
func TestMinor(t *testing.T) {
	for release, want := range map[string]int{"go1.27": 27, "go1.28rc1": 28, "go1.9.4": 9, "": 0, "devel": 0} {
		if got := minor(release); got != want {
			t.Errorf("%q is %d, want %d", release, got, want)
		}
	}
}

const docs = "../../docs/findings.md"

// TestDocs holds that docs/findings.md says what the rules are.
func TestDocs(t *testing.T) {
	want := documentation()
	if *update {
		must.Do(os.WriteFile(docs, want, 0o666))
	}
	if got := must.Have(os.ReadFile(docs)); !bytes.Equal(got, want) {
		t.Errorf("docs/findings.md is not what the rules say: go test ./ask/finding -run Docs -update")
	}
}

func documentation() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# Findings

Written by `+"`go test ./ask/finding -run Docs -update`"+` from the rules in `+"`ask/finding`"+`.

A share is the part of the total in stacks that hold at least one of the functions listed: each stack counts once. Shares
of several findings overlap, as growing a slice allocates, and allocating may help the collector. A rule speaks if the share is
beyond its threshold by more than chance: the lower end of its 95 %% interval (Wilson's, widened for samples that vary %.1f
times as much as independent ones; in profiles of memory by the chance with which each object was sampled). For mutex
profiles no such interval is known, so the threshold alone counts. What is worth a look stands before mere notices, then the
larger share. A caveat is what would make a finding wrong, or what its figure does not say. The functions are those of Go %s and older: a newer release may have others, and a finding says so.
A * stands for whatever follows.
`, 1.3, strings.TrimPrefix(known, "go"))
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n", r.name)
		if r.Found != "" {
			fmt.Fprintf(&b, "“%s”\n\n", regexp.MustCompile(`{{\.(\w+)}}`).ReplaceAllString(r.Found, "…"))
		}
		fmt.Fprintf(&b, "- Looks at: %s\n", r.looks.text)
		if r.limit.because != "" {
			from := cmp.Or(r.limit.text, fmt.Sprintf("%g %%", r.limit.percent))
			because := r.limit.because
			if r.limit.link != "" {
				because = "[" + because + "](" + r.limit.link + ")"
			}
			fmt.Fprintf(&b, "- From: %s (%s)\n", from, because)
		}
		if r.share != nil {
			fmt.Fprintf(&b, "- Functions: %s\n", listed(r.share.of))
			if r.share.not != nil {
				fmt.Fprintf(&b, "- Without stacks that hold: %s\n", listed(r.share.not))
			}
			if r.share.column != "" {
				fmt.Fprintf(&b, "- Sample type: %s\n", r.share.column)
			}
		}
		for _, x := range []struct{ name, text string }{{"Why", r.Why}, {"Do", r.Do}, {"Caveat", r.Wrong}} {
			if x.text != "" {
				fmt.Fprintf(&b, "- %s: %s\n", x.name, x.text)
			}
		}
	}
	return b.Bytes()
}

func listed(all []symbol) string {
	var b []string
	for _, s := range all {
		text := "`" + s.name + "`"
		if s.until != "" {
			text += " (until " + s.until + ")"
		}
		b = append(b, text)
	}
	return strings.Join(b, ", ")
}
