package house

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxOf is how often "of" may stand in the comments of a package, for each of their lines. Chains of nouns
// ("the end of the path of the node") are read twice; in pprof it is 0.16.
const maxOf = 0.3

var (
	ofs     = regexp.MustCompile(`(?i)\bof\b`)
	opening = regexp.MustCompile(`^// Of (an?|the|what|all|each|those|two|several|nobody|somebody|things) `)
)

// tally is what is counted in the comments of a package.
type tally struct{ lines, of int }

func (n *tally) add(comment string) {
	n.lines++
	n.of += len(ofs.FindAllString(comment, -1))
}

func (n *tally) tooMany() bool { return float64(n.of) > maxOf*float64(n.lines) }

// TestComments holds that comments say who does what: they chain few nouns, none begins with what something is of, and
// a package's comment names it.
func TestComments(t *testing.T) {
	packages := map[string]*tally{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".git") || d.Name() == "build" || d.Name() == "testdata"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if own := "Package " + file.Name.Name + " "; file.Doc != nil && file.Name.Name != "main" &&
			!strings.HasPrefix(file.Doc.Text(), own) {
			t.Errorf("%s: the package's comment does not begin with %q", path, own)
		}
		name := filepath.ToSlash(filepath.Dir(path))
		if packages[name] == nil {
			packages[name] = &tally{}
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				for line := range strings.Lines(c.Text) {
					packages[name].add(line)
				}
			}
			if first := group.List[0].Text; opening.MatchString(first) {
				t.Errorf("%s: a comment begins with %q: begin with who does what", path, first)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 50 {
		t.Fatalf("only %d packages were found", len(packages))
	}
	for name, n := range packages {
		if n.lines >= 20 && n.tooMany() {
			t.Errorf("%s: \"of\" stands %d times in %d lines of comments: at most %.1f times a line", name, n.of, n.lines, maxOf)
		}
	}
}

// TestTally proves that the test of comments can fail.
func TestTally(t *testing.T) {
	var n tally
	for _, line := range []string{"// The end of the path.", "// A node's place.", "// Of the rows.", "// Office hours."} {
		n.add(line)
	}
	if n.lines != 4 || n.of != 2 || !n.tooMany() {
		t.Errorf("counted: %+v", n)
	}
	if !opening.MatchString("// Of two spans, the first.") || opening.MatchString("// Office hours.") {
		t.Error("comments that begin with Of are not found")
	}
}
