package house

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/series"
	"profstation/model/trace"
	"profstation/timeline"
)

var update = flag.Bool("update", false, "write the list of texts again")

// textsOf is the list of all texts, each as itself, where a translation begins.
const textsOf = "../../assets/translations/en.json"

// TestTexts checks that every text that people read in the window goes through lang, so that it can be translated,
// and that the list has it. Names and figures stay as they are in files.
func TestTexts(t *testing.T) {
	keys, ones := map[string]bool{}, map[string]string{}
	met := map[string]bool{} // of what is no text
	for _, dir := range speaking {
		for name, file := range parse(t, "../../"+dir) {
			for _, x := range textsIn(file) {
				switch {
				case x.oneOf != "":
					ones[x.oneOf] = x.text
				case x.spoken:
					keys[x.text] = true
				case slices.Contains(sought, x.text):
					met[x.text] = true
				case x.kept && sources(name):
				case x.kept:
					keys[x.text] = true
				default:
					t.Errorf("%s: %q does not go through lang.L", name, x.text)
				}
			}
		}
	}
	for _, text := range sought {
		if !met[text] {
			t.Errorf("%q is looked for nowhere", text)
		}
	}
	for _, word := range words() {
		keys[word] = true
	}
	all := make(map[string]lang.Forms, len(keys))
	for k := range keys {
		all[k] = lang.Forms{"other": k}
		if one := ones[k]; one != "" {
			all[k]["one"] = one
		}
		for _, text := range all[k] {
			if piece.MatchString(text) {
				t.Errorf("%q is a piece of a text: a whole sentence with named values can be translated", text)
			}
			if p := clumsy.FindString(text); p != "" {
				t.Errorf("%q: an engineer would not say “%s”", text, p)
			}
		}
	}
	if *update {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "\t")
		must.Do(enc.Encode(all))
		must.Do(os.WriteFile(textsOf, b.Bytes(), 0o644))
	}
	listed := texts(t, "en").Texts
	for k := range all {
		if !maps.Equal(listed[k], all[k]) {
			t.Errorf("%q is not listed: go test ./internal/house -run Texts -update", k)
		}
	}
	for k := range listed {
		if !keys[k] {
			t.Errorf("%q is listed, and nobody says it: go test ./internal/house -run Texts -update", k)
		}
	}
}

// words are those of types, which are said where they are shown: the kinds of time and of code, the states of
// goroutines, verdicts, and what joins texts.
func words() (all []string) {
	for _, k := range timeline.Kinds() {
		all = append(all, k.String())
	}
	for k := names.OtherCode; k <= names.Runtime; k++ {
		all = append(all, k.String())
	}
	for s := trace.GoUnknown; s <= trace.GoSyscall; s++ {
		all = append(all, s.String())
	}
	for _, v := range []series.Verdict{series.Grows, series.StepUp, series.StepDown, series.Shrinks, series.Steady, series.Unsure, series.TooFew} {
		all = append(all, string(v))
	}
	for _, f := range compare.Outcomes {
		all = append(all, string(f))
	}
	return slices.Concat(all, lang.Joins[:])
}

// piece is a text that others are put before or behind, or into without a name.
var piece = regexp.MustCompile(`^[\s,;:.%)]|[\s(]$|%[sdv]|the %`)

// TestPiece proves that the test of pieces can fail.
func TestPiece(t *testing.T) {
	for text, bad := range map[string]bool{
		", in the base": true, "% of pairs": true, "by %s": true, "The sum of the %.": true, "read ": true, " of all": true,
		"below 0.1%": false, "± 20%.": false, "{{.Share}} of pairs": false, "75% of it.": false, "kept:": false, "(default)": false,
	} {
		if piece.MatchString(text) != bad {
			t.Errorf("%q", text)
		}
	}
}

// clumsy are words that readers stumbled over: what is meant has a noun or a verb of its own.
var clumsy = regexp.MustCompile(`(?i)\b(told|tells? (of|what|nothing|no)|made (out )?of|not here|that of|any more|in sight|rather than|meanwhile|by way of|in force|who woke|weighs?|what is)\b`)

// TestClumsy proves that the test of words can fail.
func TestClumsy(t *testing.T) {
	for text, bad := range map[string]bool{
		"What is in sight": true, "Profiles made out of it": true, "the binary, which is not here": true, "What the stack weighs.": true,
		"Show what woke it": false, "Visible part": false, "Sample types": false, "made from a trace": false,
	} {
		if clumsy.MatchString(text) != bad {
			t.Errorf("%q", text)
		}
	}
}

// sources reports whether the constants of a file are names that stand in files, sessions and answers, or lists of
// such names. What of them is read is among [words].
func sources(file string) bool {
	return slices.ContainsFunc([]string{
		"desk/editor/known.go", "model/names/codekind.go", "model/names/nameforms.go", "model/compare/method.go", "loader/formats.go", "loader/text/legacy.go", "loader/text/dump.go", "loader/text/goroutine.go",
		"loader/text/debug1.go", "loader/text/header.go", "loader/text/line.go", "loader/logs/stamp.go", "loader/logged.go",
		"loader/text/memorymap.go", "loader/memory/class.go", "loader/watch/event.go", "loader/httpclient/error.go", "loader/live/index.go",
	}, func(end string) bool { return strings.HasSuffix(file, end) })
}

// sought are texts that are looked for in files, answers and errors of others, or written there, and the beginnings of
// details, which are in English.
var sought = []string{
	"\"$(printf %b ", "(anonymous namespace)", // of model
	"go ", "go (earlier go statements left out)", "(callers not recorded)", // of lineages
	"as a protobuf: ", "BZh", "go1.7 heap dump\n", "mode: set", "mode: count", "mode: atomic", "# callgrind format", "go preprofile v1", "<!doctype html",
	"could not enable cpu profiling", "could not enable tracing", "profile duration exceeds server's writetimeout", "unknown profile",
	"upstream connect error", "upstream request timeout", "no healthy upstream", "stream timeout", // in lower case
	"% x", "a number of %d bytes is cut off", "a field of %d bytes, of which %d are there,", "unknown wire type %d", "a number without an end",
	"go 1.", "go 1.%d", " trace\x00\x00\x00", "stop-the-world (",
	" gp=", " m=", " mp=", "goroutine debug=2", "created by ", "panic: ", "fatal error: ", " labels:", "to thread",
	"Ceph", "User-Agent", "Authorization", "Basic ", "Host", "Content-Type", "Accept-Encoding", "Content-Encoding", "Retry-After",
	"ProfileTypes", "LabelNames", "LabelValues", "SelectSeries", "SelectMergeProfile", "SelectMergeStacktraces", "SelectMergeStacktracesResponse",
	"PprofProfile", "SelectMergeSpanProfile", "SelectMergeSpanProfileResponse", "SelectHeatmap", "Pyroscope", "Parca",
	"cpu profiling already in use", "tracing already enabled", "tracer already enabled",
	"exceeds server's WriteTimeout", "Unknown profile", "sign in", "log in", "single sign",
	"the answer ", // before what is said of a file in English
	"out of memory", "cannot allocate memory", "cannot map pages", "failed to reserve", "failed to create new OS thread",
	"signal: killed", "signal: terminated", "signal: interrupt", "exit status 130",
}

// TestTextsIn proves that the test of texts can fail.
func TestTextsIn(t *testing.T) {
	const src = `package p
import "fmt"
var table = []string{"Kept until it is shown"}
const headMark, head = "head: ", "a head"
type T struct { X int ` + "`json:\"not Seen\"`" + ` }
func f(s string) error {
	show(lang.L("goes through"), "Not so", "word", "Alt", lang.N(n, "1 file", "{{.N}} files", nil))
	widget.NewButton("go", nil)
	x.note = "gone"
	y = "quiet"
	if s == "A comparison" || strings.HasPrefix(s, "A prefix ") { return fmt.Errorf("An error of %s", s) }
	switch s { case "A case": }
	return nil
}
func (T) String() string { return "A Name" }
func (T) Error() string { return lang.L("said by an error") + "and unsaid" }
func g(say lang.Voice) {
	say("said by a voice")
	lang.English("A word of pprof's")
	lang.Later("later")
	columns = []column[int]{{title: "count", field: "a_field"}, {title: "two words"}}
	panel = definition[int]{title: "A panel"}
	entries = []legendEntry{{"less", red}, {lang.L("more"), blue}}
	heads = []Column{{"flat", 1}, {"share", 2}}
	form = Form{Name: "a form", Title: "A form"}
	fmt.Sprintf("%10s: %d", a, b)
	at.Form("Jan 2 15:04")
}
func (d *dotWriter) line() { d.put("A line of a file") }
func Text() func(io.Writer) error { print("A report"); return lang.L("said of a file") }`
	file := must.Have(parser.ParseFile(token.NewFileSet(), "p.go", src, 0))
	var got []string
	for _, x := range textsIn(file) {
		mark := "-"
		switch {
		case x.oneOf != "":
			mark = "1 of " + x.oneOf + ": "
		case x.spoken:
			mark = "+"
		case x.kept:
			mark = "="
		}
		got = append(got, mark+x.text)
	}
	if want := []string{
		"=Kept until it is shown", "=a head", "+goes through", "-Not so", "1 of {{.N}} files: 1 file", "+{{.N}} files",
		"-go", "-gone", "+said by an error", "+said by a voice", "+later", "=count", "=two words", "-A panel", "-less", "+more", "-share",
		"-A form", "+said of a file",
	}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// parse reads the files of a package, without its tests.
func parse(t *testing.T, dir string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, 0); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// said is a literal that looks like a text for somebody to read.
type said struct {
	text   string
	spoken bool   // it goes through lang.L
	kept   bool   // it is in a table or a constant, and goes through where it is shown
	oneOf  string // the text of which it is the form for one; "" if it is none
}

// silent are functions whose arguments nobody reads: those of errors, and those
// that look into texts. labelled are those of which even a single word is read.
var (
	silent = strings.Fields("Errorf panic MustCompile Compile HasPrefix HasSuffix Contains Cut CutPrefix CutSuffix TrimPrefix TrimSuffix TrimLeft TrimRight " +
		"ReplaceAll Replace Index Split Getenv Setenv Command ContainsRune ContainsAny FieldsFunc Format Explain Glossary LogError FieldByName")
	labelled = strings.Fields("NewButton NewButtonWithIcon button quiet NewCheck check NewMenuItem NewFormItem SetPlaceHolder NewLabel gb Line Heading Switch Check Button")
	// saying are functions besides those of lang that say their texts: voices, and helpers that pass a text on.
	saying = strings.Fields("say Say termed")
	// shownFields are fields of types whose single words are said where they are shown.
	shownFields = map[string]string{"column": "title", "rowKind": "label"}
	// inFiles are fields of types whose words stand in files, as those of constants called marks do.
	inFiles = map[string]string{"Form": "Name", "ValueType": "Type"}
	// shownTypes are types of which even a single word is read.
	shownTypes = strings.Fields("legendEntry Column")
	// ofPprof are the names of pprof's columns, which are the same in every language.
	ofPprof = strings.Fields("flat flat% sum% cum cum% calls calls%")
	// told are variables whose single words are shown too.
	told = strings.Fields("note notice Note Notice")
	// unsaid are names of keys, words in files and sessions, and the names of languages in themselves.
	unsaid = []string{"cum ", "Super", "Alt", "Bold", "Regular", "sum of ", "refine ", "order ", "English", "Deutsch"}
)

// textsIn finds the texts of a file: literals of several words, or with a capital.
func textsIn(file *ast.File) []said {
	var all []said
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.FuncDecl:
			if n.Recv != nil && n.Body != nil && (n.Name.Name == "String" || n.Name.Name == "Error") {
				// The rest are names, or errors: see [TestErrors].
				all = append(all, slices.DeleteFunc(textsIn(&ast.File{Name: n.Name, Decls: []ast.Decl{
					&ast.FuncDecl{Name: ast.NewIdent("f"), Type: n.Type, Body: n.Body},
				}}), func(x said) bool { return !x.spoken && x.oneOf == "" })...)
				return false
			}
		case *ast.CallExpr:
			pkg, name := called(n)
			if pkg == "errors" || slices.Contains(silent, name) {
				return false
			}
		}
		stack = append(stack, n)
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if x, ok := saidBy(l, stack); ok {
				all = append(all, x)
			}
		}
		return true
	})
	return all
}

// called returns the function of a call, and the name before its dot.
func called(c *ast.CallExpr) (pkg, name string) {
	switch f := c.Fun.(type) {
	case *ast.SelectorExpr:
		return variable(f.X), f.Sel.Name
	case *ast.Ident:
		return "", f.Name
	}
	return "", ""
}

// variable returns the last name of an expression that is assigned to.
func variable(to ast.Expr) string {
	switch x := to.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// saidBy returns a literal as a text, by the nodes it stands in, or false if it is
// not a text.
func saidBy(l *ast.BasicLit, stack []ast.Node) (said, bool) {
	x := said{}
	x.text, _ = strconv.Unquote(l.Value)
	words := strings.ContainsAny(verb.ReplaceAllString(x.text, ""), "abcdefghijklmnopqrstuvwxyz") && !strings.Contains(x.text, clock)
	text := words && (strings.Contains(x.text, " ") || x.text[0] >= 'A' && x.text[0] <= 'Z')
	if slices.Contains(unsaid, x.text) {
		return x, false
	}
	inside, writes := false, false // a function, one that writes a file
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			inside, writes = true, writes || n.Recv != nil && strings.HasSuffix(typeName(n.Recv.List[0].Type), "Writer") || writer(n.Type)
		case *ast.FuncLit:
			inside, writes = true, writes || writer(n.Type)
		}
	}
	x.kept = !inside
	for i := len(stack) - 2; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				return x, false
			}
			continue // a text of several pieces
		case *ast.IndexExpr, *ast.CaseClause:
			return x, false
		case *ast.KeyValueExpr:
			id, _ := n.Key.(*ast.Ident)
			if id != nil && id.Name == "Usage" {
				return x, false // of command lines, in English
			}
			switch of := literalOf(stack[:i]); {
			case id == nil:
			case shownFields[of] == id.Name:
				x.kept = true
				return x, words
			case inFiles[of] == id.Name:
				return x, false
			}
			if n.Key == ast.Expr(l) || id != nil && id.Name == "Name" && !strings.Contains(x.text, " ") {
				return x, false
			}
		case *ast.ValueSpec:
			if at := slices.Index(n.Values, stack[i+1].(ast.Expr)); at >= 0 && strings.HasSuffix(n.Names[at].Name, "Mark") {
				return x, false
			}
		case *ast.CompositeLit:
			text = text || words && slices.Contains(shownTypes, literalOf(stack[:i+1])) && !slices.Contains(ofPprof, x.text)
		case *ast.CallExpr:
			pkg, name := called(n)
			if pkg == "lang" && name == "English" {
				return x, false
			}
			if pkg == "lang" || slices.Contains(saying, name) || name == "N" && slices.Contains(saying, pkg) {
				x.spoken = true
				if name == "N" && len(n.Args) > 2 && n.Args[1] == ast.Expr(l) {
					if other, ok := n.Args[2].(*ast.BasicLit); ok {
						x.oneOf, _ = strconv.Unquote(other.Value)
					}
				}
				return x, true
			}
			text = text || words && slices.Contains(labelled, name)
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				text = text || words && slices.Contains(told, variable(to))
			}
		}
		break
	}
	return x, text && !writes
}

// verb is a place for a value, and clock part of a layout for times: neither is a word.
var verb = regexp.MustCompile(`%[-+#0-9.\[\]]*[a-z]`)

const clock = "15:04"

// writer reports whether a function takes or returns a writer: what it writes is a file, and no text on the screen.
func writer(f *ast.FuncType) (yes bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			yes = yes || s.Sel.Name == "Writer"
		}
		return true
	})
	return yes
}

// literalOf is the type of the composite literal at the end of a stack, also where a list around it has the type.
func literalOf(stack []ast.Node) string {
	for i := len(stack) - 1; i >= 0; i-- {
		lit, ok := stack[i].(*ast.CompositeLit)
		if !ok {
			if _, ok := stack[i].(*ast.KeyValueExpr); ok {
				continue
			}
			return ""
		}
		if lit.Type != nil {
			return typeName(lit.Type)
		}
	}
	return ""
}

// typeName is the name of a type, or of the elements of a list of it.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.ArrayType:
		return typeName(t.Elt)
	case *ast.IndexExpr:
		return typeName(t.X)
	}
	return ""
}

// TestErrors checks that errors that the window may show are said in the user's language. What decoders say of a
// damaged file, and what programs say to each other, is a detail, in English like the errors of the system.
func TestErrors(t *testing.T) {
	met := map[string]bool{}
	for _, dir := range speaking {
		if slices.Contains([]string{"loader/trace", "loader/wire", "loader/pprof", "loader/foreign", "loader/sandbox"}, dir) {
			continue
		}
		for name, file := range parse(t, "../../"+dir) {
			for _, text := range unsaidErrors(file) {
				met[text] = true
				if !slices.Contains(details, text) {
					t.Errorf("%s: the error %q is no lang.Error", name, text)
				}
			}
		}
	}
	for _, text := range details {
		if !met[text] {
			t.Errorf("%q is said nowhere", text)
		}
	}
}

// details are errors that nobody sees: others take their place, or they show a mistake in the program.
var details = []string{
	"graph: a layout of %d boxes and %d lines for a figure of %d and %d", "no sheet of figures is called %q",
	"go tool objdump %s: %w: %s", // its own words
	"too much", "too many cells", "a stack has a location without a number",
	// Where no window can be opened, a terminal is all there is.
	"set DISPLAY to a screen that can be reached",
	"the screen needs OpenGL, on Debian the packages libgl1 and libgl1-mesa-dri where the screen is",
	"no window can be opened: %s; %s. profstation info, export and report need no window",
}

// unsaidErrors are the sentences of a file that become errors without lang, also as what a type's Error returns.
func unsaidErrors(file *ast.File) (all []string) {
	unsaid := func(in ast.Node) {
		ast.Inspect(in, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				pkg, name := called(n)
				return pkg != "lang" && !slices.Contains(saying, name) && !slices.Contains(saying, pkg)
			case *ast.BasicLit:
				text, _ := strconv.Unquote(n.Value)
				if n.Kind == token.STRING && sentence.MatchString(verb.ReplaceAllString(text, "")) {
					all = append(all, text)
				}
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Error" && n.Body != nil {
				unsaid(n.Body)
				return false
			}
		case *ast.CallExpr:
			if pkg, name := called(n); len(n.Args) > 0 && (pkg == "errors" && name == "New" || pkg == "fmt" && name == "Errorf") {
				unsaid(n.Args[0])
			}
		}
		return true
	})
	return all
}

// sentence is a text of at least two words.
var sentence = regexp.MustCompile(`\pL{2,}[^\pL]+\pL{2,}`)

// TestUnsaidErrors proves that the test of errors can fail.
func TestUnsaidErrors(t *testing.T) {
	const src = `package p
var errA = errors.New("no such thing")
func f() { fmt.Errorf("%s: %w", a, err); fmt.Errorf("read %s: %w", a, err); fmt.Errorf("%s has no lines", a); lang.Error("is said"); errors.New("no " + what) }
func g() { errors.New(a + "is broken here") }
func (e *T) Error() string { return lang.L("is said") + fmt.Sprintf("%s is not said", e.name) }`
	file := must.Have(parser.ParseFile(token.NewFileSet(), "p.go", src, 0))
	if got, want := unsaidErrors(file), []string{"no such thing", "%s has no lines", "is broken here", "%s is not said"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
