package units

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/internal/must"
	"profstation/model/safe"
)

var cells = []struct{ in, out string }{
	{"", ""},
	{"main.main", "main.main"},
	{"=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"},
	{"+1", "'+1"},
	{"-1", "'-1"},
	{"@SUM(1)", "'@SUM(1)"},
	{"\tx", "'\tx"},
	{"\rx", "'\rx"},
	{"  =1", "'  =1"},
	{"＝1", "'＝1"},
	{"'=1", "''=1"}, // so that it can be told from =1
	{"'quoted'", "'quoted'"},
	{"it's", "it's"},
	{"a=1", "a=1"},
	{"a;=1;b", "a;'=1;b"}, // another cell where cells are separated by semicolons
	{"a\n=1", "a\n'=1"},
	{"a\n\nb", "a\n\nb"},
	{"\r=\r\xfb", "'\r'=\r\uFFFD"},
	{"nul\x00esc\x1b[31mc1\u009bbidi\u202e", "nul\uFFFDesc\uFFFD[31mc1\uFFFDbidi\uFFFD"},
	{"\x1b=1", "\uFFFD=1"},
	{"\xff", "\uFFFD"},
	{"größe/日本", "größe/日本"},
}

func TestSafeCell(t *testing.T) {
	for _, c := range cells {
		if got := SafeCell(c.in); got != c.out {
			t.Errorf("SafeCell(%q) = %q, want %q", c.in, got, c.out)
		}
	}
}

// follows is what stands behind an added apostrophe: within a cell, and at its beginning. Python has
// both in the one expression of the manual.
var follows, followsFirst = regexp.MustCompile(`^[ ']*[=+\-@＝＋－＠]`), regexp.MustCompile(`^[ ']*[=+\-@＝＋－＠\t\r\n]`)

// readBack takes the apostrophes off a cell that were added.
func readBack(cell string) string {
	var b strings.Builder
	for i := range len(cell) {
		added := cell[i] == '\'' && (i == 0 && followsFirst.MatchString(cell[1:]) ||
			i > 0 && strings.IndexByte(";\t\r\n", cell[i-1]) >= 0 && follows.MatchString(cell[i+1:]))
		if !added {
			b.WriteByte(cell[i])
		}
	}
	return b.String()
}

// FuzzCell writes any text: it is no formula, its row keeps its columns, and the text can be read
// back, but for characters that do not show. Raw, it is the text itself.
func FuzzCell(f *testing.F) {
	for _, c := range cells {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cell := SafeCell(s)
		if got := readBack(cell); got != safe.Visible(s) {
			t.Errorf("%q: read back, %q is %q", s, cell, got)
		}
		for i, part := range strings.FieldsFunc("."+cell, func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) }) {
			if i == 0 {
				part = part[1:]
			}
			if strings.IndexAny(strings.TrimLeft(part, " "), "=+-@＝＋－＠") == 0 {
				t.Errorf("%q: %q begins with a formula in %q", s, part, cell)
			}
		}
		if strings.IndexAny(cell, "=+-@\t\r") == 0 {
			t.Errorf("%q: the cell is %q", s, cell)
		}
		if !utf8.ValidString(cell) || strings.ContainsFunc(cell, func(r rune) bool { return safe.Rune(r) != r && r != '\r' }) {
			t.Errorf("%q: %q has what does not show", s, cell)
		}
		rows := slices.Values([][]Cell{{WholeCell(-5), Text(s), Text("end")}})
		for _, raw := range []bool{false, true} {
			var b bytes.Buffer
			want := []string{"-5", cell, "end"}
			if out := Raw(&b); raw {
				want[1] = s
				must.Do(WriteCSV(out, []string{"n", s, ""}, rows))
			} else if err := WriteCSV(&b, []string{"n", s, ""}, rows); err != nil {
				t.Fatal(err)
			}
			records := must.Have(csv.NewReader(&b).ReadAll())
			want[1] = strings.ReplaceAll(want[1], "\r\n", "\n") // the reader takes it for the end of a line
			if len(records) != 2 || records[0][1] != want[1] || !slices.Equal(records[1], want) {
				t.Errorf("%q, raw %v: %q", s, raw, records)
			}
		}
	})
}
