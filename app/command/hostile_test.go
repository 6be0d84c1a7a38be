package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// hostileNames are names that could lead a writer of CSV, XML or JSON astray.
var hostileNames = []string{
	`<&>"'`, "]]>", "<![CDATA[x", "<!--", "--><script>alert(1)</script>", "</title></g></svg>",
	"\x00\x01\x08\x0b\x1f\x7f", "a\r\nb\tc", "\xff\xfe\xc0\x80", "\xed\xa0\x80", "\ufffe\uffff",
	"abc\u202edef\u2066ghi\u200f", strings.Repeat("long", 2500), strings.Repeat("世", 3000),
	"", "=1+1", "-2+3|x", "@SUM(1)", "\t=1", `"];x[URL="javascript:`, "a,b;c\"\"d", "&#0;&amp;&nosuch;", "\u2028\u2029\ufeff",
	"pkg.F[go.shape.map[string]int]", "ns::f<a, b>(int)",
}

// hostile writes a profile whose names are all hostile: of functions, files,
// sample types, labels and comments.
func hostile(t *testing.T) string {
	t.Helper()
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: `ty"<&>pe`, Unit: "u\x01<"}},
		Comments:   []string{hostileNames[0], hostileNames[6]},
	}
	var stack []*profile.Location
	for i, name := range hostileNames {
		id := uint64(i + 1)
		fn := &profile.Function{ID: id, Name: name, SystemName: name, Filename: name}
		loc := &profile.Location{ID: id, Address: id, Line: []profile.Line{{Function: fn, Line: int64(i)}}}
		p.Function, p.Location = append(p.Function, fn), append(p.Location, loc)
		stack = append([]*profile.Location{loc}, stack...)
		p.Sample = append(p.Sample, &profile.Sample{
			Location: append([]*profile.Location{}, stack...), Value: []int64{int64(10 + i)},
			Label: map[string][]string{name: {name}},
		})
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), `host"<&>ile.pprof`)
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
