package lang

import "testing"

func TestL(t *testing.T) {
	for _, c := range []struct {
		text string
		data []any
		want string
	}{
		{"Copied.", nil, "Copied."},
		{"Reading {{.Name}}", []any{With{"Name": "cpu.pprof"}}, "Reading cpu.pprof"},
		{"{{.Done}} of {{.All}} read", []any{With{"Done": 3, "All": 7}}, "3 of 7 read"},
		{"{{.Open", []any{With{"Open": 1}}, "{{.Open"},
	} {
		if got := L(c.text, c.data...); got != c.want {
			t.Errorf("L(%q, %v) = %q, want %q", c.text, c.data, got, c.want)
		}
	}
}

func TestN(t *testing.T) {
	for n, want := range map[int]string{0: "cpu: 0 files", 1: "cpu: 1 file", 2: "cpu: 2 files", 13489: "cpu: 13,489 files"} {
		if got := N(n, "{{.Name}}: 1 file", "{{.Name}}: {{.N}} files", With{"Name": "cpu"}); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := N(2, "1 file", "{{.N}} files", nil); got != "2 files" {
		t.Errorf("without data: %q", got)
	}
}

func TestUse(t *testing.T) {
	defer translator.Store(nil)
	Use(func(text string, _ ...any) string { return "«" + text + "»" })
	if got := L("Copied."); got != "«Copied.»" {
		t.Errorf("L asks another translator: %q", got)
	}
}
