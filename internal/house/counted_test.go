package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
)

// counted are the things of which texts give a number.
const counted = `(more |new |other )?(boxes|bytes|contentions|cycles|documents|durations|events|files|folders|frames|functions|` +
	`generations|goroutines|instructions|labels|lines|logs|messages|nodes|profiles|records|recordings|regions|rows|samples|` +
	`spans|stacks|tasks|threads|traces|values)`

var (
	// numbered is a text that puts a number before the plural of what it counts: 1 would stand there, too.
	numbered = regexp.MustCompile(`(%d|%v|\{\{\.\w+\}\}) ` + counted + `\b`)
	// appended is a text that is put behind a number.
	appended = regexp.MustCompile(`^ ` + counted + `\b`)
	// plentiful are texts in which the number cannot be 1, as it is a bound or a sum, or in which the
	// word does not go with it.
	plentiful = []string{
		"{{.Time}} samples",                            // an amount of time
		"Showing top {{.Shown}} nodes out of {{.All}}", // pprof's words
		"its stacks unfold to {{.Frames}} frames: showing them needs about {{.Size}} of memory, the limit is {{.Limit}}",
		"a number of %d bytes is cut off", "a field of %d bytes, of which %d are there,", // of damaged files
		" labels:{", " labels:", // of dumps
		"{{.Base}} and {{.New}} recordings", // of two groups
	}
)

// TestCounted checks that every text about a number of things has a form for one: by units.Plural, or by
// lang.N, where it is translated.
func TestCounted(t *testing.T) {
	met := map[string]bool{}
	for name, file := range everySource(t) {
		for _, text := range uncounted(file) {
			met[text] = true
			if !slices.Contains(plentiful, text) {
				t.Errorf("%s: %q says 1 with a plural: use units.Plural or lang.N", name, text)
			}
		}
	}
	for _, text := range plentiful {
		if !met[text] {
			t.Errorf("%q is said nowhere", text)
		}
	}
}

// TestUncounted proves that the test of numbers can fail.
func TestUncounted(t *testing.T) {
	const src = `package p
func f(n int) {
	show(fmt.Sprintf("%d files", n), strconv.Itoa(n) + " samples of all", lang.L("{{.N}} of {{.All}} nodes", nil))
	show(lang.N(n, "1 file", "{{.N}} files", nil), lang.N(n, "1 row", "{{.N}} rows", nil), units.Plural(n, "file"), "of {{.N}}")
	return fmt.Errorf("field %d has %d values", n, n)
}`
	file := must.Have(parser.ParseFile(token.NewFileSet(), "p.go", src, 0))
	if got, want := uncounted(file), []string{"%d files", " samples of all", "{{.N}} of {{.All}} nodes"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// uncounted are the texts of a file with a number before a plural, without those of errors: these speak
// of damaged files, in which anything may be counted, and of bounds.
func uncounted(file *ast.File) []string {
	var all []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.CallExpr:
			switch pkg, name := called(n); {
			case name == "N" && (pkg == "lang" || slices.Contains(saying, pkg)), pkg == "lang" && name == "Error", name == "Errorf", name == "Fatalf", name == "panic":
				return false
			}
		case *ast.BasicLit:
			if n.Kind != token.STRING {
				return true
			}
			if text, err := strconv.Unquote(n.Value); err == nil && (numbered.MatchString(text) || appended.MatchString(text)) {
				all = append(all, text)
			}
		}
		return true
	})
	return all
}

// everySource parses all files of the program, without tests and what only makes its files.
func everySource(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"internal", "measure", "testdata", "e2e", ".git", "build", "notices"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		files[path] = file
		return err
	})
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}
