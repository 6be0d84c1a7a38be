package lang

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"profstation/internal/must"
)

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
		{"{{.Nobody}} and {{.Open}}", []any{With{"Open": 1}}, "{{.Nobody}} and 1"},
		{"{{.Name}}", []any{With{"Name": "{{.Name}}"}}, "{{.Name}}"}, // a value is not read again
		{"{{.Name}}", nil, "{{.Name}}"},
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

const polish = `{
	"Copied.": "Skopiowano.",
	"{{.N}} files": {"one": "1 plik", "few": "{{.N}} pliki", "many": "{{.N}} plików", "other": "{{.N}} pliku"}
}`

func use(t *testing.T, c *Catalogue) {
	Use(c)
	t.Cleanup(func() { Use(nil) })
}

func TestCatalogue(t *testing.T) {
	c := must.Have(Read(language.Polish, []byte(polish)))
	use(t, c)
	if got := L("Copied."); got != "Skopiowano." {
		t.Errorf("%q", got)
	}
	if got := L("Not translated."); got != "Not translated." {
		t.Errorf("%q", got)
	}
	for n, want := range map[int]string{0: "0 plików", 1: "1 plik", 3: "3 pliki", 5: "5 plików", 22: "22 pliki", 112: "112 plików", -3: "-3 pliki"} {
		if got := N(n, "1 file", "{{.N}} files", nil); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	forms := c.Forms()
	slices.Sort(forms)
	if got := strings.Join(forms, " "); got != "few many one" {
		t.Errorf("Polish has the forms %s", got)
	}
	again := must.Have(json.Marshal(c.Texts))
	if d, err := Read(language.Polish, again); err != nil || d.Texts["{{.N}} files"]["few"] != "{{.N}} pliki" || d.Texts["Copied."][anyNumber] != "Skopiowano." {
		t.Errorf("written and read: %s (%v)", again, err)
	}
	if _, err := Read(language.Polish, []byte(`{"Copied.": 1}`)); err == nil {
		t.Error("a number was read as a text")
	}
}

func TestVoices(t *testing.T) {
	c := must.Have(Read(language.Polish, []byte(polish)))
	use(t, c)
	for n, want := range map[int][2]string{1: {"1 plik", "1 file"}, 5: {"5 plików", "5 files"}} {
		got := [2]string{Voice(L).N(n, "1 file", "{{.N}} files", nil), Voice(English).N(n, "1 file", "{{.N}} files", nil)}
		if got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestElse(t *testing.T) {
	use(t, &Catalogue{Tag: language.English, Else: func(text string) string { return "«" + text + "»" }})
	if got := L("{{.N}} of {{.M}}", With{"N": 1, "M": 2}) + N(1, "1 file", "{{.N}} files", nil); got != "«1 of 2»«1 file»" {
		t.Errorf("%q", got)
	}
}

func TestError(t *testing.T) {
	cause := errors.New("disk full")
	err := Error("{{.Name}} was not written: {{.Cause}}", With{"Name": "a.svg", "Cause": cause})
	if got := err.Error(); got != "a.svg was not written: disk full" {
		t.Errorf("%q", got)
	}
	if !errors.Is(err, cause) || errors.Is(err, errors.ErrUnsupported) {
		t.Error("it has other causes")
	}
	early := Error("Copied.")
	use(t, &Catalogue{Tag: language.Polish, Texts: map[string]Forms{"Copied.": {anyNumber: "Skopiowano."}}})
	if got := early.Error(); got != "Skopiowano." {
		t.Errorf("an error that was made before the language was chosen: %q", got)
	}
	if got := Tag(); got != "pl" {
		t.Errorf("the language is %s", got)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 2314: "2,314", -1234567: "-1,234,567", 123456: "123,456"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
