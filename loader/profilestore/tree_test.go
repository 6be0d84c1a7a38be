package profilestore

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
)

// treeText writes what was made of a tree, a stack on a line, "none" of nothing.
func treeText(t *testing.T, tree string) string {
	data, err := pprofOfTree([]byte(tree), "process_cpu:cpu:nanoseconds:cpu:ns")
	if err != nil {
		return err.Error()
	}
	if data == nil {
		return "none"
	}
	p := must.Have(profile.ParseData(data))
	if p.SampleType[0].Type != "cpu" || p.SampleType[0].Unit != "nanoseconds" || p.PeriodType.Type != "cpu" || p.PeriodType.Unit != "ns" {
		t.Errorf("types %v of %v", p.SampleType[0], p.PeriodType)
	}
	var all []string
	for _, s := range p.Sample {
		names := []string{}
		for _, l := range slices.Backward(s.Location) {
			names = append(names, l.Line[0].Function.Name)
		}
		all = append(all, strings.Join(names, ";")+" "+strings.Repeat("|", int(min(s.Value[0], 9))))
	}
	return strings.Join(all, "\n")
}

func TestTree(t *testing.T) {
	const wrong = "the bytes are no tree of functions"
	for tree, want := range map[string]string{
		"":                          "none",
		"\x00\x00\x00":              "none",
		"\x00\x00\x01\x01a\x02\x00": "a ||",
		"\x00\x00\x02\x01a\x01\x02\x01b\x00\x01\x01a\x03\x00\x01c\x02\x00\x01d\x01\x00": "a |\na;b;a |||\na;c ||\nd |",
		"\x00\x00\x01\x01a\x00\x00":                                     "none",
		"\x00\x00\x01\x01a\x02":                                         wrong,
		"\x00\x00\x02\x01a\x02\x00":                                     wrong,
		"\x00\x00\x01\x09a\x02\x00":                                     wrong,
		"\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x01a\x02\x00":     wrong,
		"\x00\x00\x01\x01a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00": wrong,
		"\x00\x00\x01" + strings.Repeat("\x00\x01\x01", 10_000):         wrong, // 50 million frames of 30 kB
	} {
		if got := treeText(t, tree); got != want {
			t.Errorf("%.40q: %.100s, expected %s", tree, got, want)
		}
	}
}

// FuzzTree makes a profile of any bytes: it is whole, and of no more than there was.
func FuzzTree(f *testing.F) {
	f.Add([]byte("\x00\x00\x02\x01a\x01\x02\x01b\x00\x01\x01a\x03\x00\x01c\x02\x00\x01d\x01\x00"))
	f.Add([]byte("\x00\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, tree []byte) {
		data, err := pprofOfTree(tree, "a:b")
		if err != nil || data == nil {
			return
		}
		p, err := profile.ParseData(data)
		if err != nil || p.CheckValid() != nil {
			t.Fatal(err, p.CheckValid())
		}
		for _, s := range p.Sample {
			if s.Value[0] <= 0 || len(s.Location) == 0 || len(s.Location) > len(tree)/3 {
				t.Errorf("%v", s)
			}
		}
	})
}
