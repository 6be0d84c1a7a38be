package foreign

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/model"
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
	if p.Format != CollapsedName || len(p.Warnings) != 1 || p.Warnings[0] != "4 lines are left out that are not of this form, the first is line 6 (“no number”)" {
		t.Errorf("%s %q", p.Format, p.Warnings)
	}
	wantRows(t, collapsed(t, "a;b 0.4\na;b 0.4\na;b 0.4\na;c 0.8"), "a;b 0", "a;b 1", "a;b 0", "a;c 1")
}

func TestIsCollapsed(t *testing.T) {
	for text, want := range map[string]bool{
		"a;b 1":                        true,
		"a;b 1\n":                      true,
		"# x\n\n<module>;b 1\nc 2":     true,
		"a;b 1\nbad\nb;c 2\n":          true,
		"a 1\nb 2\n":                   false,
		"a;b\nc;d\n":                   false,
		"a;b 1\nbad\nworse\n":          false,
		"<html><body a=\"b;c\"> 1\n":   false,
		`{"a":"b;c 1", "d": 12` + "\n": false,
		"":                             false,
		"a;b 1\x00":                    false,
	} {
		if got := IsCollapsed([]byte(text), model.StepsUntil(t.Context())); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	long := strings.Repeat("x", 3000)
	if text := "a;" + long + " 1\na;" + long + " 2"; !IsCollapsed([]byte(text), model.StepsUntil(t.Context())) {
		t.Error("long lines")
	}
}

var collapsedRow = regexp.MustCompile(`^([^ \t].*?)[ \t]+(-?\d+)[ \t]*$`)

// slowCollapsed reads whole numbers in the obvious way.
func slowCollapsed(text string) (rows []string, sum int64) {
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.Trim(strings.TrimRight(line, "\r"), " \t")
		m := collapsedRow.FindStringSubmatch(line)
		if strings.HasPrefix(line, "#") || m == nil {
			continue
		}
		n, err := strconv.ParseInt(m[2], 10, 64)
		if err != nil {
			continue
		}
		frames := strings.Split(strings.Trim(m[1], " \t"), ";")
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

func TestCollapsedRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b c", ";", ";", " ", "\t", "7", "12", "-3", "\n", "\r\n", "#", "(x)", "é"}
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

func FuzzCollapsed(f *testing.F) {
	for _, s := range []string{"a;b 1\n", "a;b 1.5\r\nc 2\n", "\ufeffa;;b 3\nbad\n# x\n", "_ZN1aE;b -7"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		IsCollapsed(data, model.StepsUntil(t.Context()))
		p, err := Collapsed(data, decoding(t))
		if err != nil {
			return
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
