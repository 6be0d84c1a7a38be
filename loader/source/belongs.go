package source

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/model/names"
)

// Place is a line that a profile counts for a function.
type Place struct {
	Function string // as the linker names it
	Line     int64
}

// maxParsed is the most lines a file may have for its functions to be looked at.
const maxParsed = 100_000

// Foreign returns the lines among places that cannot be meant: the file has no such line or, if it is in Go or
// Go's assembly, there is no code in it, or the function does not reach there. Such lines come from another
// version of the file.
func (f *File) Foreign(places []Place) map[int64]bool {
	if f.Err != nil || len(f.Lines) == 0 {
		return nil
	}
	var code []bool // nil: not known
	var functions *functionRanges
	switch ext := filepath.Ext(f.Path); {
	case len(f.Lines) > maxParsed:
	case ext == ".go":
		text := []byte(strings.Join(f.Lines, "\n"))
		code, functions = codeLines(text, len(f.Lines)), functionLines(text)
	case ext == ".s":
		code = assemblyLines(f.Lines)
	}
	var foreign map[int64]bool
	for _, p := range places {
		if p.Line < 1 || p.Line <= int64(len(f.Lines)) && (code == nil || code[p.Line] && functions.has(p)) {
			continue
		}
		if foreign == nil {
			foreign = map[int64]bool{}
		}
		foreign[p.Line] = true
	}
	return foreign
}

// codeLines reports for each line, from 1, whether it has more than comments. A text over several lines is code.
func codeLines(text []byte, lines int) []bool {
	code := make([]bool, lines+2)
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, func(token.Position, string) {}, 0)
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			return code
		}
		if tok == token.SEMICOLON && literal == "\n" { // which the scanner inserted
			continue
		}
		from := file.PositionFor(pos, false).Line
		for n := from; n <= from+strings.Count(literal, "\n") && n < len(code); n++ {
			code[n] = true
		}
	}
}

// assemblyLines is codeLines for a file in Go's assembly, which has the same comments.
func assemblyLines(lines []string) []bool {
	code, inside := make([]bool, len(lines)+2), false
	for i, l := range lines {
		for l != "" && !code[i+1] {
			if inside {
				_, l, inside = strings.Cut(l, "*/")
				inside = !inside
				continue
			}
			before, rest, block := strings.Cut(l, "/*")
			if plain, _, comment := strings.Cut(before, "//"); comment {
				before, rest, block = plain, "", false
			}
			code[i+1], l, inside = strings.TrimSpace(before) != "", rest, block
		}
	}
	return code
}

// functionRanges are the functions in a file; nil means that they are not known.
type functionRanges struct {
	lines map[string][2]int64 // first and last line, by the linker's names without their package: F, T.M, (*T).M
	local map[string]string   // names of functions that are linked under a name in another package
}

// linkName matches the directive that links a function under another name.
var linkName = regexp.MustCompile(`(?m)^//go:linkname (\S+) (\S+)`)

func functionLines(text []byte) *functionRanges {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	ranges := &functionRanges{map[string][2]int64{}, map[string]string{}}
	for _, m := range linkName.FindAllSubmatch(text, -1) {
		ranges.local[string(m[2])] = string(m[1])
	}
	line := func(p token.Pos) int64 { return int64(files.PositionFor(p, false).Line) }
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name == "_" {
			continue
		}
		name := fn.Name.Name
		if fn.Recv != nil && len(fn.Recv.List) == 1 {
			name = receiver(fn.Recv.List[0].Type) + "." + name
		}
		ranges.lines[name] = [2]int64{line(fn.Pos()), line(fn.End())}
	}
	return ranges
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return "(*" + receiver(t.X) + ")"
	case *ast.ParenExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// has reports whether a function may reach a line. Nothing is known about literals, wrappers and initialisers, which
// are inside other functions or made from them.
func (r *functionRanges) has(p Place) bool {
	full := names.WithoutTypeArguments(p.Function)
	_, name, ok := strings.Cut(full[strings.LastIndexByte(full, '/')+1:], ".")
	last := name[strings.LastIndexByte(name, '.')+1:]
	if r == nil || !ok || !plainFunction.MatchString(last) || madeFunction.MatchString(last) || strings.Count(name, ".") > 1 {
		return true
	}
	// A value's method is also a method of its pointer.
	for _, n := range []string{name, strings.NewReplacer("(*", "", ")", "").Replace(name), r.local[full]} {
		if lines, ok := r.lines[n]; ok && lines[0] <= p.Line && p.Line <= lines[1] {
			return true
		}
	}
	return false
}
