package model

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// parseStacks makes a profile of typed stacks, one sample a line, root first:
//
//	A B+C D 100 -3 user=bob bytes:=64
//
// B+C is one location: C was inlined into B. Whole numbers are the values;
// key=text and key:=number are labels, a number may have a unit (64kb).
// A@a.go:7 gives a function a file and a line. Sample types are v0, v1 …, in
// counts.
func parseStacks(t testing.TB, text string) *Profile {
	t.Helper()
	return parseStacksOf(t, text, nil, Header{})
}

// fuzzed has what is rare in profiles: inlined calls, labels of all kinds, negative values, a sample without a stack.
const fuzzed = `A B+C D 100 -3 user=bob bytes:=64
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

// parseStacksOf is parseStacks with sample types and a header.
func parseStacksOf(t testing.TB, text string, types []ValueType, h Header) *Profile {
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
			types = append(types, ValueType{fmt.Sprint("v", i), "count"})
		}
	}
	b := NewBuilder(types)
	functions := map[string]FuncID{}
	locations := map[string]LocID{}
	lineOf := func(typed string) Line {
		name, place, _ := strings.Cut(typed, "@")
		file, number, _ := strings.Cut(place, ":")
		key := name + "@" + file
		if _, ok := functions[key]; !ok {
			functions[key] = b.Function(Function{Name: b.String(name), File: b.String(file)})
		}
		line, _ := strconv.ParseInt(number, 10, 64)
		return Line{Func: functions[key], Line: line}
	}
	for _, s := range samples {
		var stack []LocID // leaf first
		for i := len(s.frames) - 1; i >= 0; i-- {
			if _, ok := locations[s.frames[i]]; !ok {
				var lines []Line // innermost first
				for _, typed := range strings.Split(s.frames[i], "+") {
					lines = append([]Line{lineOf(typed)}, lines...)
				}
				locations[s.frames[i]] = b.Location(NoMapping, uint64(len(locations)+1), lines)
			}
			stack = append(stack, locations[s.frames[i]])
		}
		var labels []Label
		for _, l := range s.labels {
			if m := typedNum.FindStringSubmatch(l); m != nil {
				n, err := strconv.ParseInt(m[2], 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				labels = append(labels, Label{Key: b.String(m[1]), Num: n, Unit: b.String(m[3]), IsNum: true})
			} else if m := typedLabel.FindStringSubmatch(l); m != nil {
				labels = append(labels, Label{Key: b.String(m[1]), Str: b.String(m[2])})
			} else {
				t.Fatalf("no label: %q", l)
			}
		}
		b.Sample(stack, b.LabelSet(labels), s.values)
	}
	return b.Profile(h)
}

// evaluate answers a query that must be right.
func evaluate(t testing.TB, p *Profile, q Query) *Result {
	t.Helper()
	r, err := p.Evaluate(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// node finds a node by its name.
func node(t testing.TB, r *Result, name string) NodeID {
	t.Helper()
	for i := range r.Nodes.Len() {
		if r.Nodes.Node(NodeID(i)).Name == name {
			return NodeID(i)
		}
	}
	t.Fatalf("no node %q", name)
	return NoNode
}

// columns makes sample types out of "cpu/nanoseconds samples/count".
func columns(text string) []ValueType {
	var types []ValueType
	for _, f := range strings.Fields(text) {
		name, unit, _ := strings.Cut(f, "/")
		types = append(types, ValueType{name, unit})
	}
	return types
}
