// Package typed makes profiles for tests from a few lines of text.
package typed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/model"
)

// Builder fills a model.Builder with a profile.
func Builder(p *profile.Profile) *model.Builder {
	var types []model.ValueType
	for _, t := range p.SampleType {
		types = append(types, model.ValueType{Type: t.Type, Unit: t.Unit})
	}
	b := model.NewBuilder(types)
	functions := map[*profile.Function]model.FuncID{}
	for _, f := range p.Function {
		functions[f] = b.Function(model.Function{Name: b.String(f.Name), File: b.String(f.Filename)})
	}
	locations := map[*profile.Location]model.LocID{}
	for _, l := range p.Location {
		var lines []model.Line
		for _, line := range l.Line {
			lines = append(lines, model.Line{Func: functions[line.Function], Line: line.Line})
		}
		locations[l] = b.Location(model.NoMapping, l.Address, lines)
	}
	for _, s := range p.Sample {
		var stack []model.LocID
		for _, l := range s.Location {
			stack = append(stack, locations[l])
		}
		b.Sample(stack, 0, s.Value)
	}
	return b
}

// Profile makes a profile from typed stacks, one sample per line, root first:
//
//	A B+C D 100 -3 user=bob bytes:=64
//
// B+C is one location: C was inlined into B. Whole numbers are the values;
// key=text and key:=number are labels; a number may have a unit (64kb).
// A@a.go:7 gives a function a file and a line. Sample types are v0, v1 …, in
// counts.
func Profile(t testing.TB, text string) *model.Profile {
	t.Helper()
	return ProfileOf(t, text, nil, model.Header{})
}

// Odd has what is rare in profiles: inlined calls, all kinds of labels, negative values, a sample without a stack.
const Odd = `A B+C D 100 -3 user=bob bytes:=64
A B+C A 50 1 user=alice bytes:=64kb
A@a.go:3 0 5
E@b.go:9+F@c.go B 7 -7 requests:=3
12 12
`

var (
	typedNumber = regexp.MustCompile(`^-?[0-9]+$`)
	typedLabel  = regexp.MustCompile(`^([^=]+)=(.*)$`)
	typedNum    = regexp.MustCompile(`^([^=:]+):=(-?[0-9]+)([a-z]*)$`)
)

// ProfileOf is like Profile, but also takes sample types and a header.
func ProfileOf(t testing.TB, text string, types []model.ValueType, h model.Header) *model.Profile {
	t.Helper()
	type sample struct {
		frames []string
		values []int64
		labels []string
	}
	var samples []sample
	for line := range strings.Lines(text) {
		var s sample
		for _, w := range strings.Fields(line) {
			switch {
			case typedNumber.MatchString(w):
				v, err := strconv.ParseInt(w, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				s.values = append(s.values, v)
			case strings.Contains(w, "="):
				s.labels = append(s.labels, w)
			default:
				s.frames = append(s.frames, w)
			}
		}
		if len(s.values) > 0 {
			samples = append(samples, s)
		}
	}
	if types == nil && len(samples) > 0 {
		for i := range samples[0].values {
			types = append(types, model.ValueType{Type: fmt.Sprint("v", i), Unit: "count"})
		}
	}
	b := model.NewBuilder(types)
	functions := map[string]model.FuncID{}
	locations := map[string]model.LocID{}
	lineOf := func(typed string) model.Line {
		name, place, _ := strings.Cut(typed, "@")
		file, number, _ := strings.Cut(place, ":")
		key := name + "@" + file
		if _, ok := functions[key]; !ok {
			functions[key] = b.Function(model.Function{Name: b.String(name), File: b.String(file)})
		}
		line, _ := strconv.ParseInt(number, 10, 64)
		return model.Line{Func: functions[key], Line: line}
	}
	for _, s := range samples {
		var stack []model.LocID // leaf first
		for i := len(s.frames) - 1; i >= 0; i-- {
			if _, ok := locations[s.frames[i]]; !ok {
				var lines []model.Line // innermost first
				for _, typed := range strings.Split(s.frames[i], "+") {
					lines = append([]model.Line{lineOf(typed)}, lines...)
				}
				locations[s.frames[i]] = b.Location(model.NoMapping, uint64(len(locations)+1), lines)
			}
			stack = append(stack, locations[s.frames[i]])
		}
		var labels []model.Label
		for _, l := range s.labels {
			if m := typedNum.FindStringSubmatch(l); m != nil {
				n, err := strconv.ParseInt(m[2], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				labels = append(labels, model.Label{Key: b.String(m[1]), Num: n, Unit: b.String(m[3]), IsNum: true})
			} else if m := typedLabel.FindStringSubmatch(l); m != nil {
				labels = append(labels, model.Label{Key: b.String(m[1]), Str: b.String(m[2])})
			} else {
				t.Fatalf("no label: %q", l)
			}
		}
		b.Sample(stack, b.LabelSet(labels), s.values)
	}
	return b.Profile(h)
}

// Types makes sample types from a text such as "cpu/nanoseconds samples/count".
func Types(text string) []model.ValueType {
	var types []model.ValueType
	for _, f := range strings.Fields(text) {
		name, unit, _ := strings.Cut(f, "/")
		types = append(types, model.ValueType{Type: name, Unit: unit})
	}
	return types
}

// Hostile has texts that a filter could mistake for something else.
var Hostile = []string{
	"bob", "bobby", "a,b", "a=b", "=", ",", "^$", "a|b", "(", "a\nb", "a\r", "\x00", "", " ", "3", "1kb:2kb", "key:value", ":",
	"99999999999999999999", "1234567890123456789012345678901234567890:x", "trace-00000000000000000000000000000001",
	"世界", "\u2028", "\ufffd", `a\`, `\`, "[x]", "{}", "$1", "-5:5", "it's", "x\\x{2c}y", strings.Repeat("long,", 400),
}
