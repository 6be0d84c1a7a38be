package house

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// No type of the program has more fields or methods than this, and no package more files or exported names, but for a
// reason. The names of fields and methods are not counted, nor are files of tests.
const (
	maxFields  = 20
	maxMethods = 40
	maxFiles   = 25
	maxNames   = 120
)

// large are the types and packages that are larger, each with its reason. What is repaired goes from the list: the test
// says so.
var large = map[string]string{
	"model/query.Query":    "a field for each option of pprof's",
	"model/query.Result":   "the questions that a result answers; the tables of each stand in files of their own",
	"ask.Answer":           "all that was found out for a question",
	"ask.Request":          "all that an answer depends on",
	"ask.Display":          "a field for each thing that can be drawn in several ways",
	"model/trace.Trace":    "a table for each noun of a trace",
	"desk/screen.Snapshot": "all that is on the screen",

	"app/command":    "a file for each command",
	"ask":            "a file for each view, and the table of them",
	"desk/screen":    "a type for each thing that a user can do",
	"desk":           "the parts of the window's state, which change together",
	"loader/foreign": "a file or two for each form of another tool",
	"loader/trace":   "decoding a generation and joining generations share tables that nobody else sees",
	"model/compare":  "one judge has all figures, so that words, colours and figures agree",
	"scene":          "a file for each thing that is drawn, and the three ways to draw",
	"views/surface":  "the widgets that all views are built of",
}

// sizes are counts by the names of types and packages.
type sizes struct{ fields, methods, files, names map[string]int }

// TestSizes holds that types and packages stay small enough to be known.
func TestSizes(t *testing.T) {
	n := sizes{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "build"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		if built, err := build.Default.MatchFile(filepath.Dir(path), filepath.Base(path)); err != nil || !built {
			return err // another release may have another syntax
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		n.files[pkg]++
		for _, d := range file.Decls {
			n.count(d, pkg)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(n.fields) < 100 || len(n.methods) < 100 || len(n.names) < 50 {
		t.Fatalf("only %d types with fields, %d with methods and %d packages were found", len(n.fields), len(n.methods), len(n.names))
	}
	var found []string
	for _, of := range []struct {
		what   string
		counts map[string]int
		max    int
	}{{"fields", n.fields, maxFields}, {"methods", n.methods, maxMethods}, {"files", n.files, maxFiles}, {"exported names", n.names, maxNames}} {
		for name, n := range of.counts {
			if n <= of.max {
				continue
			}
			found = append(found, name)
			if large[name] == "" {
				t.Errorf("%s has %d %s: more than %d need a reason", name, n, of.what, of.max)
			}
		}
	}
	for name := range large {
		if !slices.Contains(found, name) {
			t.Errorf("%s is not large any more: take it from the list", name)
		}
	}
}

// count adds the fields, methods and exported names that a declaration has.
func (n *sizes) count(d ast.Decl, pkg string) {
	export := func(name *ast.Ident) {
		if name.IsExported() {
			n.names[pkg]++
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			export(d.Name)
			return
		}
		of := d.Recv.List[0].Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		if generic, ok := of.(*ast.IndexExpr); ok {
			of = generic.X
		}
		if name, ok := of.(*ast.Ident); ok {
			n.methods[pkg+"."+name.Name]++
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				export(s.Name)
				if st, ok := s.Type.(*ast.StructType); ok {
					n.fields[pkg+"."+s.Name.Name] = st.Fields.NumFields()
				}
			case *ast.ValueSpec:
				for _, name := range s.Names {
					export(name)
				}
			}
		}
	}
}
