package pprof

import (
	"strings"
	"testing"
)

// TestNames holds names against what `go tool pprof` shows for them (which the
// corpus test looks up for real).
func TestNames(t *testing.T) {
	d := demangler{}
	for _, c := range []struct{ name, system, want string }{
		{"main.main", "main.main", "main.main"},
		{"", "main.main", "main.main"},
		{"", "", ""},
		{"shown", "", "shown"},
		{"shown", "_ZN3foo3barEi", "shown"}, // whoever wrote it has demangled it
		{"_ZN3foo3barEi", "_ZN3foo3barEi", "foo::bar"},
		{"", "_ZN3foo3barEi", "foo::bar"},
		{"__ZN3foo3barEi", "__ZN3foo3barEi", "foo::bar"}, // macOS
		{"", "_ZNSt6vectorIiSaIiEE9push_backERKi", "std::vector::push_back"},
		{"", "_ZNKSt8functionIFvvEEclEv", "std::function::operator()"},
		{"", "_ZN4core3fmt9Formatter3pad17h1234567890abcdefE", "core::fmt::Formatter::pad"},
		{"", "_RNvCskwGfYPst2Cb_3foo16example_function", "foo::example_function"},
		{"", "_Zbroken", "_Zbroken"},
		{"", "ns::f<int>(char, std::vector<int>)", "ns::f"},
		{"", "ns::(anonymous namespace)::f(int)", "ns::::f"},
		{"", "a::b)(c", "a::b)(c"},
		{"", "a::(b)c)(d)", "a::c)(d)"},
		{"", "a::(b(c)", "a::(b(c)"},
		{"", "main.(*T).f", "main.(*T).f"},
		{"", "main.(*T[...]).f", "main.(*T[...]).f"},
		{"", "main.Map[...]", "main.Map[...]"},
		{"", "main.Map[...].func1", "main.Map[...].func1"},
		{"", "com.example.Thing.<init>", "com.example.Thing.<init>"},
		{"", "void f(int)", "void f(int)"}, // nothing of C++ about it
	} {
		if got := d.name(c.name, c.system); got != c.want {
			t.Errorf("name %q, system name %q: shown as %q, not %q", c.name, c.system, got, c.want)
		}
	}
}

// TestPlain holds the short cut for names that need no rule against the rules.
func TestPlain(t *testing.T) {
	for _, s := range []string{"", "main.main", "main.(*T).f", "f(x)", "runtime.goexit", "a$b", "Γ", "\xff"} {
		if plain(s) && demangled(s) != s {
			t.Errorf("%q is taken for plain, and shown as %q", s, demangled(s))
		}
	}
}

// FuzzNames looks for names that make the demangler panic or unfold.
func FuzzNames(f *testing.F) {
	f.Add("_ZN3foo3barEi")
	f.Add("_RNvCskwGfYPst2Cb_3foo16example_function")
	f.Add("ns::f<int>(char, std::vector<int>)")
	f.Add("_Z1fI1aE" + strings.Repeat("ISt4pairIS0_S0_E", 9))
	f.Fuzz(func(t *testing.T, s string) {
		got := demangled(s)
		if plain(s) && got != s {
			t.Errorf("%q is taken for plain, and shown as %q", s, got)
		}
		if len(got) > max(len(s), 1<<17) {
			t.Errorf("%d bytes unfold to %d", len(s), len(got))
		}
	})
}
