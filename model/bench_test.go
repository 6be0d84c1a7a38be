package model

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/testdata/record/synthetic"
)

// builder fills a Builder with a profile.
func builder(p *profile.Profile) *Builder {
	var types []ValueType
	for _, t := range p.SampleType {
		types = append(types, ValueType{t.Type, t.Unit})
	}
	b := NewBuilder(types)
	functions := map[*profile.Function]FuncID{}
	for _, f := range p.Function {
		functions[f] = b.Function(Function{Name: b.String(f.Name), File: b.String(f.Filename)})
	}
	locations := map[*profile.Location]LocID{}
	for _, l := range p.Location {
		var lines []Line
		for _, line := range l.Line {
			lines = append(lines, Line{Func: functions[line.Function], Line: line.Line})
		}
		locations[l] = b.Location(NoMapping, l.Address, lines)
	}
	for _, s := range p.Sample {
		var stack []LocID
		for _, l := range s.Location {
			stack = append(stack, locations[l])
		}
		b.Sample(stack, 0, s.Value)
	}
	return b
}

// onLarge runs a benchmark on each of the large profiles.
func onLarge(b *testing.B, f func(b *testing.B, p *Profile)) {
	for _, name := range []string{"service", "random"} {
		b.Run(name, func(b *testing.B) {
			p := builder(synthetic.Huge[name]()).Profile(Header{})
			evaluate(b, p, DefaultQuery()) // makes the tables that queries share
			b.ResetTimer()
			b.ReportAllocs()
			f(b, p)
		})
	}
}

func BenchmarkEvaluateFocus(b *testing.B) {
	onLarge(b, func(b *testing.B, p *Profile) {
		for i := 0; b.Loop(); i++ {
			q := DefaultQuery()
			q.Focus = fmt.Sprintf("(?i)F%d|encod|p%d/", i%10, i%7)
			evaluate(b, p, q)
		}
	})
}

func BenchmarkSums(b *testing.B) {
	onLarge(b, func(b *testing.B, p *Profile) {
		r := evaluate(b, p, DefaultQuery())
		for b.Loop() {
			must.Have(r.SumsBy(context.Background(), nil, r.Nodes.Len()))
		}
	})
}

func BenchmarkCallTree(b *testing.B) {
	onLarge(b, func(b *testing.B, p *Profile) {
		r := evaluate(b, p, DefaultQuery())
		for b.Loop() {
			if _, err := r.CallTree(context.Background(), TreeOptions{Pivot: NoNode, Least: r.Total / 1600}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRefine is what happens when somebody types a focus: a new answer
// and the flame graph of it.
func BenchmarkRefine(b *testing.B) {
	onLarge(b, func(b *testing.B, p *Profile) {
		for i := 0; b.Loop(); i++ {
			q := DefaultQuery()
			q.Focus = fmt.Sprintf("(?i)F%d|encod|p%d/", i%10, i%7)
			r := evaluate(b, p, q)
			if _, err := r.CallTree(context.Background(), TreeOptions{Pivot: NoNode, Least: r.Total / 3200}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
