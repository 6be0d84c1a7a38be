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

// No type of the program has more fields or methods than this, but for a reason.
const (
	maxFields  = 20
	maxMethods = 40
)

// large are the types that are larger, each with its reason. What is repaired goes from
// the list: the test says so.
var large = map[string]string{
	"model/query.Query":    "a field for each option of pprof's",
	"model/query.Result":   "the questions that a result answers; the tables of each stand in files of their own",
	"ask.Answer":           "all that was found out for a question",
	"ask.Request":          "all that an answer depends on",
	"ask.Display":          "a field for each thing that can be drawn in several ways",
	"model/trace.Trace":    "a table for each noun of a trace",
	"desk/screen.Snapshot": "all that is on the screen",
}

// TestSizes holds that types stay small enough to be known.
func TestSizes(t *testing.T) {
	fields, methods := map[string]int{}, map[string]int{}
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
		for _, d := range file.Decls {
			count(d, pkg, fields, methods)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(fields) < 100 || len(methods) < 100 {
		t.Fatalf("only %d types with fields and %d with methods were found", len(fields), len(methods))
	}
	var found []string
	for _, of := range []struct {
		what   string
		counts map[string]int
		most   int
	}{{"fields", fields, maxFields}, {"methods", methods, maxMethods}} {
		for name, n := range of.counts {
			if n <= of.most {
				continue
			}
			found = append(found, name)
			if large[name] == "" {
				t.Errorf("%s has %d %s: more than %d need a reason", name, n, of.what, of.most)
			}
		}
	}
	for name := range large {
		if !slices.Contains(found, name) {
			t.Errorf("%s is not large any more: take it from the list", name)
		}
	}
}

// count adds the fields and methods that a declaration has.
func count(d ast.Decl, pkg string, fields, methods map[string]int) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
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
			methods[pkg+"."+name.Name]++
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if typ, ok := s.(*ast.TypeSpec); ok {
				if st, ok := typ.Type.(*ast.StructType); ok {
					fields[pkg+"."+typ.Name.Name] = st.Fields.NumFields()
				}
			}
		}
	}
}
