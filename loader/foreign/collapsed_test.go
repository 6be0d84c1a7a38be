package foreign

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

func collapsed(t testing.TB, text string) *model.Profile {
	t.Helper()
	p, err := Collapsed([]byte(text), decoding(t))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return p
}

func TestCollapsed(t *testing.T) {
	p := collapsed(t, "\ufeff# made by a tool\r\nmain;work;read file (x.go:3) 12\r\n\r\n[kernel];a;;b\t3\nmain 1\nno number\n main;_ZN3foo3barEv -4 \n1.2.3\nx 9223372036854775807123\n12\nlast;line 2")
	wantRows(t, p, "main;work;read file (x.go:3) 12", "[kernel];a;[unknown];b 3", "main 1", "main;shown _ZN3foo3barEv -4", "last;line 2")
	if p.Format != CollapsedForm.Name || len(p.Warnings) != 1 ||
		p.Warnings[0] != "4 lines could not be read as “stack count”, the first is line 6 (“no number”)" {
		t.Errorf("%s %q", p.Format, p.Warnings)
	}
	wantRows(t, collapsed(t, "a;b 0.4\na;b 0.4\na;b 0.4\na;c 0.8"), "a;b 0", "a;b 1", "a;b 0", "a;c 1")
}

// A name keeps the semicolons of Go's types; all other lines are split at each semicolon, as flamegraph.pl and
// speedscope do.
func TestCollapsedBrackets(t *testing.T) {
	for line, want := range map[string]string{
		`main.main;main.F[go.shape.struct { A int "json:\"a]\""; B int }].func1;main.g 1`:                            "main.main|main.F[go.shape.struct { A int \"json:\\\"a]\\\"\"; B int }].func1|main.g",
		`main.main;main.(*L[go.shape.struct { A int; B int }]).Map[go.shape.struct { C int; D int }].func1;main.g 1`: "main.main|main.(*L[go.shape.struct { A int; B int }]).Map[go.shape.struct { C int; D int }].func1|main.g",
		`main.f;a[b "x; c;d 1`: `main.f|a[b "x| c|d`,
		"main.main;main.F[go.shape.struct { A int; B int }];main.g 1":               "main.main|main.F[go.shape.struct { A int; B int }]|main.g",
		"a;type:.eq.struct { runtime.gList; runtime.n int32 } 2":                    "a|type:.eq.struct { runtime.gList; runtime.n int32 }",
		"a;m.(*T[struct { A [2]int; B map[string]struct { C int; D int } }]).M;b 3": "a|m.(*T[struct { A [2]int; B map[string]struct { C int; D int } }]).M|b",
		"a[;b];c{;d} 1": "a[|b]|c{|d}", // brackets that other frames close
		"a[x; y;b 1":    "a[x| y|b",    // one that nothing closes
		"a]x; y[;b 1":   "a]x| y[|b",
		"a[{x; y]};b 1": "a[{x| y]}|b",
		"a; b;c 1":      "a| b|c",
		"[k];Ljava/lang/String;::f(Ljava/lang/Object;I)V;operator[] 1": "[k]|Ljava/lang/String|::f(Ljava/lang/Object|I)V|operator[]",
		"a[x;]; y;[unknown] 1": "a[x|]| y|[unknown]",
		"a[x;  1":              "a[x|[unknown]",
	} {
		var got []string
		p := collapsed(t, line)
		for _, l := range p.Stacks.Reader().Locs(p.Samples.Stack[0]) {
			got = append(got, p.Strings.Raw(p.Functions[p.Lines[p.Locations[l].FirstLine].Func].Name))
		}
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%q is %q, not %q", line, text, want)
		}
	}
}

func TestIsCollapsed(t *testing.T) {
	for text, want := range map[string]bool{
		"a;b 1":                         true,
		"a;b 1\n":                       true,
		"# x\n\n<module>;b 1\nc 2":      true,
		"a;b 1\nbad\nb;c 2\n":           true,
		"a 1\nb 2\n":                    false,
		"a;b\nc;d\n":                    false,
		"a;b 1\nbad\nworse\n":           false,
		"<html><body a=\"b;c\"> 1\n":    false,
		`{"a":"b;c 1", "d": 12` + "\n":  false,
		"":                              false,
		"a;b 1\x00":                     false,
		"# a comment; of 2\n# b; c 3\n": false,
		"#<Class:0x1>#call;x 3\n":       true,
		"caf\xe9;b 1\n":                 true,
		// leaves alone
		"kmalloc+0x3f6 25\nkfree+0x1a9 10\nidle 3\n":     true,
		"a::b<c, d>(int, e*) 12\nf::g 3\nmain 1\n":       true,
		"sync.(*Mutex).Lock 12\nmain.(*T).f.func1 3\n":   true,
		"[unknown] 12\n[unknown] 3\n":                    true,
		"kmalloc+0x3f6 25\n":                             false, // one line may be anything
		"kmalloc+0x3f6 25\nidle 3\nother 4\n":            false,
		"kmalloc+0x3f6 25\nno number\nkfree+0x1a9 10\n":  false,
		"nr_free_pages 12345\nnr_zone_inactive_anon 0\n": false,
		"go_threads{os=\"linux\"} 8\ngo_goroutines 12\n": false,
		"done (ok) 12\nfailed (timeout) 3\n":             false,
		"main.go 120\nmain_test.go 80\n":                 false,
		"std::vector is 12\nstd::map is 3\n":             false,
		"fe80::1 12\nfe80::2 3\n":                        false,
		"f(x) 0.25\ng(x) 0.75\n":                         false,
		"10.0.0.1 12\n10.0.0.2 3\n":                      false,
	} {
		if got := IsCollapsed([]byte(text), work.StepsUntil(t.Context())); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	long := strings.Repeat("x", 3000)
	if text := "a;" + long + " 1\na;" + long + " 2"; !IsCollapsed([]byte(text), work.StepsUntil(t.Context())) {
		t.Error("long lines")
	}
}

// A stack may be longer than what is looked at: then its end counts, or what is there of it.
func TestIsCollapsedLong(t *testing.T) {
	stack := strings.Repeat("java/lang/Thread.run_[j];", 200)
	prose := strings.Repeat("this; and that ", 400)
	for _, c := range []struct {
		text string
		want bool
	}{
		{stack + "x 1\na;b 2\n", true}, {stack + "x 1", true}, {stack + "x\n", false}, {stack + "x", false},
		{stack[:headSize], true}, {stack[:512], true}, {stack[:100], false}, {strings.ReplaceAll(stack, "j", "=")[:headSize], false},
		{prose, false}, {prose[:headSize], false}, {prose + "\na;b 1\n", false},
	} {
		if got := IsCollapsed([]byte(c.text), work.StepsUntil(t.Context())); got != c.want {
			t.Errorf("%d bytes, %q: %v", len(c.text), c.text[:20], got)
		}
	}
}

// A root may begin as a comment does.
func TestCollapsedHash(t *testing.T) {
	p := collapsed(t, "# made by a tool; version 2\n#1\n#<Class:0x1>#call;x 3\n#\na;b 1\n")
	wantRows(t, p, "#<Class:0x1>#call;x 3", "a;b 1")
	if len(p.Warnings) > 0 {
		t.Errorf("%q", p.Warnings)
	}
}

var collapsedRow = regexp.MustCompile(`^([^ \t].*?)[ \t]+(-?\d+)[ \t]*$`)

var slowComment = regexp.MustCompile(`^#([ \t]|$)`)

// slowCollapsed reads whole numbers in the obvious way.
func slowCollapsed(text string) (rows []string, sum int64) {
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.Trim(strings.TrimRight(line, "\r"), " \t")
		m := collapsedRow.FindStringSubmatch(line)
		if m == nil || slowComment.MatchString(line) || line[0] == '#' && !strings.Contains(m[1], ";") {
			continue
		}
		n, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			continue
		}
		frames := slowFrames(strings.Trim(m[1], " \t"))
		for i, f := range frames {
			if f == "" {
				frames[i] = unknown
			}
		}
		rows = append(rows, fmt.Sprintf("%s %d", strings.Join(frames, ";"), n))
		sum += n
	}
	return rows, sum
}

var innermost = regexp.MustCompile(`\[[^][{}]*\]|\{[^][{}]*\}`)

// slowFrames splits a stack: what stands in brackets is hidden from the inside outwards until no bracket is left.
func slowFrames(stack string) []string {
	hidden := stack
	for {
		next := innermost.ReplaceAllStringFunc(hidden, func(s string) string {
			return "(" + strings.ReplaceAll(s[1:len(s)-1], "; ", ", ") + ")"
		})
		if next == hidden {
			break
		}
		hidden = next
	}
	if strings.ContainsAny(hidden, "[]{}") {
		return strings.Split(stack, ";")
	}
	var frames []string
	for part := range strings.SplitSeq(hidden, ";") {
		frames = append(frames, stack[:len(part)])
		stack = stack[min(len(part)+1, len(stack)):]
	}
	return frames
}

func TestCollapsedRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"[", "]", "{", "}", "; ", "a", "b c", ";", ";", " ", "\t", "7", "12", "-3", "\n", "\r\n", "#", "(x)", "é"}
	for range 2000 {
		var b strings.Builder
		b.WriteString("a;b 1\n")
		for range r.IntN(60) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		want, _ := slowCollapsed(b.String())
		if got := rowsOf(collapsed(t, b.String())); !slices.Equal(got, want) {
			t.Fatalf("%q:\n%q, not\n%q", b.String(), got, want)
		}
	}
}

// stackSums is what each stack weighs, by the names that can be written.
func stackSums(p *model.Profile) map[string]int64 {
	sums := map[string]int64{}
	read := p.Stacks.Reader()
	for i, id := range p.Samples.Stack {
		var names []string
		for _, l := range read.Locs(id) {
			name := p.Strings.Raw(p.Functions[p.Lines[p.Locations[l].FirstLine].Func].Name)
			names = append(names, cmp.Or(strings.TrimSpace(notInNames.Replace(name)), unknown))
		}
		if leaf := len(names) - 1; leaf >= 0 {
			names[leaf] = notANumber(names[leaf])
		}
		sums[strings.Join(names, "\x00")] = units.Plus(sums[strings.Join(names, "\x00")], p.Samples.Values[0][i])
	}
	maps.DeleteFunc(sums, func(_ string, v int64) bool { return v == 0 })
	return sums
}

// rewritten is what is read of what is written of a profile.
func rewritten(t *testing.T, p *model.Profile) *model.Profile {
	var b bytes.Buffer
	r, err := query.Evaluate(t.Context(), p, query.Query{})
	if err == nil {
		err = WriteCollapsed(t.Context(), &b, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return collapsed(t, b.String())
}

// What is written has the same stacks, whatever brackets and blanks are in their names, and whatever their root begins
// with.
func TestCollapsedAgain(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{samplesType})
	for i, names := range [][]string{{"F[struct { A int; B int }]", "g"}, {"a[", " b]"}, {"a{", "\tb", " c}"}, {"a;", " b"}, {" a", "b ", " c"}, {"x[;", "; ]"}, {"a 5", "b  7 "},
		{"# root", "x"}, {"#\troot", "y"}, {"# alone"}, {"#alone"}, {"#"}, {"# 7"}, {"#<Class:0x1>#call", "x"},
		{fileMark + "main", "x"}, {stackMark + "# root", "x"}, {stackMark + "main", "x"}} {
		var stack []model.LocID
		for _, n := range slices.Backward(names) {
			f := b.Function(model.Function{Name: b.String(n)})
			stack = append(stack, b.Location(model.NoMapping, 0, []model.Line{{Func: f}}))
		}
		b.Sample(stack, 0, []int64{int64(i + 1)})
	}
	p := b.Profile(model.Header{})
	if got, want := stackSums(rewritten(t, p)), stackSums(p); !maps.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// Where each stack has two numbers, they are those before and after.
func TestCollapsedDifference(t *testing.T) {
	p := collapsed(t, "# x\na;b 31 33\na;c 1.5 0\nbad\n")
	wantRows(t, p, "a;b 31 33", "a;c 2 0")
	before, after := model.ValueType{Type: "before", Unit: "count"}, model.ValueType{Type: "after", Unit: "count"}
	if len(p.Warnings) != 2 || !slices.Equal(p.Types, []model.ValueType{before, after}) || p.Types[p.Default] != after {
		t.Errorf("%q, %v, first %d", p.Warnings, p.Types, p.Default)
	}
	wantRows(t, collapsed(t, "a;b 31 33\na;c 0\n"), "a;b 31 33", "a;c 0")
	b := model.NewBuilder([]model.ValueType{samplesType})
	f := b.Function(model.Function{Name: b.String("worker 7")})
	b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: f}})}, 0, []int64{1})
	if p := rewritten(t, b.Profile(model.Header{})); len(p.Types) != 1 {
		t.Errorf("a name with a number becomes %q", rowsOf(p))
	}
}

// Numbers are whole here: a text with fractions says that they are rounded.
func TestCollapsedFractions(t *testing.T) {
	for text, want := range map[string]int{"a;b 2.5\na;c 2.5\n": 1, "a;b 2.5\na;c 1\n": 1, "a;b 2.0\n": 0, "a;b 2\n": 0} {
		p, err := Collapsed([]byte(text), decoding(t))
		if err != nil || len(p.Warnings) != want || want == 1 && !strings.Contains(p.Warnings[0], "rounded") {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func FuzzCollapsed(f *testing.F) {
	for _, s := range []string{"a;b 1\n", "a;b 1.5\r\nc 2\n", "\ufeffa;;b 3\nbad\n# x\n", "_ZN1aE;b -7", "a[{x; y}];b 1\n", "a;b 1 2\n", "a;b 5 1\nc 1\n", "#<x;y 2\n", stackMark + "# x;y 2\n" + stackMark + "#z 1\n", "a;b 1\n" + fileMark + "x;y 2\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		IsCollapsed(data, work.StepsUntil(t.Context()))
		p, err := Collapsed(data, decoding(t))
		if err != nil || len(p.Types) > 1 {
			return
		}
		if want := stackSums(p); len(want) > 0 && strings.ToValidUTF8(string(data), "") == string(data) {
			if got := stackSums(rewritten(t, p)); !maps.Equal(got, want) {
				t.Errorf("%v is %v when it is written and read again", want, got)
			}
		}
		var got, want int64
		for _, v := range p.Samples.Values[0] {
			got += v
		}
		rows, want := slowCollapsed(string(data))
		if !strings.Contains(string(data), ".") && len(p.Warnings) == 0 && strings.ToValidUTF8(string(data), "") == string(data) && (got != want || len(rows) != p.Samples.Len()) {
			t.Errorf("%d in %d samples, not %d in %d", got, p.Samples.Len(), want, len(rows))
		}
	})
}
