package names

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/internal/must"
	"profstation/model"
)

// languageNames are the words of testdata/names.txt.
var languageNames = map[string]Language{
	"-": NoLanguage, "Go": InGo, "C": InC, "Rust": InRust, "Java": InJava, "Python": InPython, "JavaScript": InJavaScript,
	"Julia": InJulia, "Ruby": InRuby, "PHP": InPHP, ".NET": InDotNet, "Erlang": InErlang, "reference": OfReference, "file": OfFile,
}

type knownName struct {
	name, short, pkg string
	in, says         Language
}

func knownNames(t testing.TB) (all []knownName) {
	t.Helper()
	says := NoLanguage
	for line := range strings.Lines(string(must.Have(os.ReadFile("testdata/names.txt")))) {
		line = strings.TrimSuffix(line, "\n")
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			says = languageNames[heading] // none of the others
			continue
		}
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		cells := strings.Split(line, " | ")
		in, ok := languageNames[cells[1%len(cells)]]
		if len(cells) != 4 || !ok {
			t.Fatalf("testdata/names.txt: %q is no row of name, language, short and package", line)
		}
		if cells[2] == "=" {
			cells[2] = cells[0]
		}
		if cells[3] == "-" {
			cells[3] = ""
		}
		all = append(all, knownName{cells[0], cells[2], cells[3], in, says})
	}
	return all
}

// Names of many languages, each read by somebody who knows what it means, are cut as the table says.
func TestKnownNames(t *testing.T) {
	all := knownNames(t)
	if len(all) < 200 {
		t.Fatalf("%d names, want 200 at least", len(all))
	}
	for _, k := range all {
		l := LanguageOf(k.name, k.says)
		if l != k.in {
			t.Errorf("LanguageOf(%q) = %d, want %d", k.name, l, k.in)
		}
		if got := l.Short(k.name, false); got != k.short {
			t.Errorf("%q is short\n%q, want\n%q", k.name, got, k.short)
		}
		if got := l.Package(k.name); got != k.pkg {
			t.Errorf("%q is of package %q, want %q", k.name, got, k.pkg)
		}
	}
}

// What does not fit shows its beginning, unless the language writes something before that which distinguishes a function.
func TestShorterNamesOfLanguages(t *testing.T) {
	for _, k := range knownNames(t) {
		forms := k.in.Shorter(k.short)
		if forms[0] != k.short || forms[2] == "" || !strings.HasSuffix(forms[1], forms[2]) || !strings.HasSuffix(forms[0], forms[1]) {
			t.Errorf("forms of %q are %q: none of them begins later than the one before", k.name, forms)
		}
		switch k.in {
		case NoLanguage, InRust, InJulia, InRuby, InPHP, InErlang:
			if forms[2] != k.short {
				t.Errorf("%q loses its beginning: %q", k.name, forms[2])
			}
		}
	}
	for _, c := range []struct {
		in    Language
		short string
		min   string
	}{
		{InC, "update_process_times.isra.0", "update_process_times.isra.0"},
		{InC, "void Foo::scale<float>(float, 0.5f)", "Foo::scale<float>(float, 0.5f)"},
		{InC, "std::ostream& std::operator<< <char>(std::ostream&, char const*)", "std::operator<< <char>(std::ostream&, char const*)"},
		{InC, "std::enable_if<true, void>::type folly::detail::run<int>(int)", "folly::detail::run<int>(int)"},
		{InC, "Foo::operator bool() const", "Foo::operator bool() const"},
		{InC, "do_futex_wait.constprop.1 (libpthread-2.31.so)", "do_futex_wait.constprop.1 (libpthread-2.31.so)"},
		{InJava, "HashMap.put", "put"},
		{InJava, "HashMap.put(Object, Object)", "put(Object, Object)"},
		{InJava, "HashMap::put", "put"},
		{InJava, "String.<init>", "String.<init>"},
		{InPython, "compute_gradients (train.py:9)", "compute_gradients (train.py:9)"},
		{InPython, "threading.py:_bootstrap:890", "_bootstrap:890"},
		{InPython, "decoder.JSONDecoder.raw_decode", "raw_decode"},
		{InJavaScript, "LazyCompile:*fib fib.js:1:13", "fib fib.js:1:13"},
		{InJavaScript, "Module._compile", "Module._compile"},
		{InDotNet, "Thread::StartCallback()[Tier1]", "StartCallback()[Tier1]"},
		{InDotNet, "Store::.ctor(int32)", "Store::.ctor(int32)"},
		{OfFile, "libpthread-2.31.so", "libpthread-2.31.so"},
		{OfFile, "/usr/lib/x86_64-linux-gnu/libc.so.6", "libc.so.6"},
	} {
		if got := c.in.Shorter(c.short)[2]; got != c.min {
			t.Errorf("the shortest form of %q is %q, want %q", c.short, got, c.min)
		}
	}
}

// The language of a name is asked for while pictures are painted.
func TestLanguagesCostNoMemory(t *testing.T) {
	for _, k := range knownNames(t) {
		if n := testing.AllocsPerRun(1, func() { LanguageOf(k.name, k.says) }); n > 0 {
			t.Errorf("LanguageOf(%q) allocates %v times", k.name, n)
		}
	}
}

// A name that several languages could have written belongs to the one of its file, or to that of the others.
func TestLanguageOfProfile(t *testing.T) {
	type fn struct {
		name, file string
		want       Language
	}
	for _, c := range []struct {
		program string
		foreign bool
		fns     []fn
	}{
		{"Go with C", false, []fn{
			{"runtime.goexit", "/go/src/runtime/asm.s", InGo}, {"shop.cold", "/home/me/shop/shop.go", InGo},
			{"shop.open", "", InGo}, {"update.part.0", "", InC}, {"sin", "/build/math/s_sin.c", InC}, {"libm.so.6", "", OfFile},
		}},
		{"Go alone", false, []fn{{"shop.open", "", InGo}, {"memeqbody", "", InGo}}},
		{"nothing known", true, []fn{{"shop.open", "", NoLanguage}, {"os.path.join", "", NoLanguage}, {"net_rx_action", "", NoLanguage}}},
		{"Python by files", true, []fn{
			{"json.decoder.raw_decode", "", InPython}, {"Thread.run", "/usr/lib/python3.8/threading.py", InPython}, {"loads", "json/__init__.py", InPython},
			{"github.com/a/b.(*Client).Do", "", InGo}, {"read.isra.0", "", InC},
		}},
		{"Java by names", true, []fn{
			{"java.lang.Thread.run", "", InJava}, {"java.util.HashMap.put", "", InJava}, {"a.B.c", "", InJava}, {"acme/Shop.Open", "", InJava}, {"JavaThread::run", "", InC},
		}},
		{"Go in perf", true, []fn{
			{"runtime.mcall", "", InGo}, {"main.main", "", InGo}, {"shop.open", "", InGo}, {"tcp_ack.isra.0", "", InC}, {"libc-2.31.so", "", OfFile},
		}},
		{"Rust by files", true, []fn{{"shop::open", "src/main.rs", InRust}, {"a::b", "", InC}}},
	} {
		b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
		for _, f := range c.fns {
			b.Function(model.Function{Name: b.String(f.name), File: b.String(f.file)})
		}
		p := b.Profile(model.Header{Foreign: c.foreign})
		for i, f := range c.fns {
			if got := LanguageOfFunc(p, model.FuncID(i)); got != f.want {
				t.Errorf("%s: the language of %s is %d, want %d", c.program, f.name, got, f.want)
			}
		}
	}
}

// What is made of a name four times as long needs no more than four times the memory.
func TestNamesGrow(t *testing.T) {
	allocated := func(name string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for says := range OfFile + 1 {
			l := LanguageOf(name, says)
			l.Shorter(l.Short(name, false))
			l.Package(name)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, part := range []string{" → ", "a.", "a/", "A.b", "::", "a::<", "(", " (a.py:1)", "[a]", ".isra.0", `A\`, "operator", "a#", "%2e", "..", "{", " [clone "} {
		one, four := allocated(strings.Repeat(part, 5_000)), allocated(strings.Repeat(part, 20_000))
		if four > 5*one+1<<20 {
			t.Errorf("%q: %d bytes for 5,000 of it, %d for 20,000", part, one, four)
		}
	}
}

func FuzzNamesOfCode(f *testing.F) {
	for _, c := range symbols {
		f.Add(c.name, byte(InGo))
	}
	for _, k := range knownNames(f) {
		f.Add(k.name, byte(k.says))
	}
	f.Fuzz(func(t *testing.T, name string, says byte) {
		l := LanguageOf(name, Language(says)%(OfFile+1))
		in := Language(says) % (OfFile + 1) // a file may say what the name does not look like
		for _, l := range []Language{l, in} {
			short, pkg := l.Short(name, true), l.Package(name)
			if len(short) > len(name) || len(pkg) > len(name) || name != "" && short == "" {
				t.Errorf("%q in %d is short %q, of %q", name, l, short, pkg)
			}
			if !strings.Contains(name, "%") && !lettersOf(name, short) {
				t.Errorf("%q in %d is short %q, which has other letters", name, l, short)
			}
			forms := l.Shorter(l.Short(name, false))
			for i, form := range append(forms[:], short, pkg) {
				if utf8.ValidString(name) && !utf8.ValidString(form) {
					t.Errorf("%q in %d: %q is no text", name, l, form)
				}
				if i < len(forms) && (!strings.HasSuffix(forms[0], form) || form == "" && name != "") {
					t.Errorf("%q in %d: %q is no end of %q", name, l, form, forms[0])
				}
			}
		}
	})
}

// lettersOf reports whether a text has the letters of a part in their order.
func lettersOf(text, part string) bool {
	at := 0
	for i := 0; i < len(text) && at < len(part); i++ {
		if text[i] == part[at] {
			at++
		}
	}
	return at == len(part)
}
