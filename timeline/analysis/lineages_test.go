package analysis

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	xtrace "golang.org/x/exp/trace"

	"profstation/internal/pproftool"
	"profstation/model"
	"profstation/model/lineage"
	"profstation/model/query"
	"profstation/model/trace"
)

// slowBirth is how a goroutine was started, as a reader says it event by event.
type slowBirth struct {
	by    xtrace.GoID
	stack []string // root first
}

func slowBirths(t *testing.T, file string) map[xtrace.GoID]slowBirth {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := xtrace.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	all := map[xtrace.GoID]slowBirth{}
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind() != xtrace.EventStateTransition || e.StateTransition().Resource.Kind != xtrace.ResourceGoroutine {
			continue
		}
		from, to := e.StateTransition().Goroutine()
		if from != xtrace.GoNotExist || to == xtrace.GoNotExist || e.Goroutine() == xtrace.NoGoroutine {
			continue
		}
		b := slowBirth{by: e.Goroutine()}
		for x := range e.Stack().Frames() {
			b.stack = append(b.stack, fmt.Sprintf("%s:%d", x.Func, x.Line))
		}
		slices.Reverse(b.stack)
		all[e.StateTransition().Resource.Goroutine()] = b
	}
}

// Every goroutine whose creation is in a trace has its creator's stack there, and so on, as a walk over the trace event by
// event finds them.
func TestLineages(t *testing.T) {
	for _, file := range pproftool.Recordings(t, "../../testdata/trace.trace") {
		tr, births := load(t, file), slowBirths(t, file)
		a := New(tr)
		born, err := lineagesOf(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		with := 0
		for g := range tr.Goroutines {
			want := slowLineage(tr, births, tr.Goroutines[g].ID)
			b := newProfileBuilder(tr, tr.Whole(), &What{})
			set := b.b.LabelSetOf(nil, b.lineage(born, born.of(trace.GoIndex(g))))
			b.b.Sample(nil, set, []int64{1, 1})
			p := b.b.Profile(model.Header{})
			if got := lineageNames(p, 0); !slices.Equal(got, want) {
				t.Fatalf("%s: goroutine %d:\n%s\nwant\n%s", file, tr.Goroutines[g].ID, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if len(want) > 0 {
				with++
			}
		}
		if with == 0 {
			t.Errorf("%s: no goroutine was started in it", file)
		}
	}
}

func slowLineage(tr *trace.Trace, births map[xtrace.GoID]slowBirth, id int64) (lines []string) {
	for {
		b := births[xtrace.GoID(id)]
		g, ok := tr.GoByID(id)
		if !ok || len(b.stack) == 0 {
			return lines
		}
		lines = slices.Concat(b.stack, []string{lineage.Border(tr.Strings.Raw(tr.Goroutines[g].Func)) + ":0"}, lines)
		id = int64(b.by)
	}
}

func lineageNames(p *model.Profile, sample int) (lines []string) {
	for _, l := range p.Labels.Lineage(p.Labels.LineageOf(p.Samples.LabelSet(sample))) {
		x := p.Lines[p.Locations[l].FirstLine]
		lines = append(lines, fmt.Sprintf("%s:%d", p.Strings.Raw(p.Functions[x.Func].Name), x.Line))
	}
	return lines
}

// A profile that goes on to creators has the same samples with the same values. Each stack is what it was, below the
// lineage.
func TestContinued(t *testing.T) {
	for _, file := range pproftool.Recordings(t, "../../testdata/trace.trace") {
		a := New(load(t, file))
		for _, kind := range ProfileKinds {
			p, err := a.Profile(t.Context(), What{Kind: kind, Waits: AllWaits})
			if err != nil {
				t.Fatal(err)
			}
			c, err := model.Continued.Of(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			read, whole, longer := p.Stacks.Reader(), c.Stacks.Reader(), 0
			for i := range p.Samples.Stack {
				lineage := p.Labels.Lineage(p.Labels.LineageOf(p.Samples.LabelSet(i)))
				want := slices.Concat(lineage, read.Locs(p.Samples.Stack[i]))
				if got := whole.Locs(c.Samples.Stack[i]); !slices.Equal(got, want) {
					t.Fatalf("%s, %v, sample %d: %v, want %v", file, kind, i, got, want)
				}
				if len(lineage) > 0 {
					longer++
				}
			}
			if longer == 0 && p.Samples.Len() > 0 && kind != NetProfile {
				t.Errorf("%s, %v: no stack of %d samples goes on", file, kind, p.Samples.Len())
			}
			for column := range p.Samples.Values {
				if !slices.Equal(p.Samples.Values[column], c.Samples.Values[column]) {
					t.Errorf("%s, %v: the values differ", file, kind)
				}
			}
		}
	}
}

// Samples that only lineages set apart are one record: a stack with its labels stands once in lists and files.
func TestRecordsOfLineages(t *testing.T) {
	several := false
	for _, file := range pproftool.Recordings(t, "../../testdata/trace.trace") {
		a := New(load(t, file))
		for _, kind := range ProfileKinds {
			if kind == CPUProfile {
				continue // each sample is a record, with its time
			}
			p, err := a.Profile(t.Context(), What{Kind: kind, Waits: AllWaits})
			if err != nil {
				t.Fatal(err)
			}
			want, sum := map[string]int64{}, int64(0)
			for i, s := range p.Samples.Stack {
				want[fmt.Sprint(s, p.Labels.Set(p.Samples.LabelSet(i)))] += p.Samples.Values[1][i]
				sum += p.Samples.Values[1][i]
			}
			r, err := query.Evaluate(t.Context(), p, query.Default())
			if err != nil {
				t.Fatal(err)
			}
			got, frames := map[string]int64{}, 0
			err = r.EachKept(t.Context(), func(k query.KeptSample) {
				key := fmt.Sprint(k.Locs, p.Labels.Set(k.Set))
				if _, twice := got[key]; twice {
					t.Errorf("%s, %v: a record stands twice", file, kind)
				}
				got[key] = k.Values[1]
				sum -= k.Values[1]
				if len(k.Locs) > 0 {
					frames++
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			listed, err := r.StackTraces(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(want) || p.Records() != len(want) || len(listed) != frames {
				t.Errorf("%s, %v: %d records, %d kept, want %d; %d with a stack listed, want %d", file, kind, p.Records(), len(got), len(want), len(listed), frames)
			}
			if sum != 0 {
				t.Errorf("%s, %v: %d is left out", file, kind, sum)
			}
			several = several || p.Samples.Len() > len(want)
		}
	}
	if !several {
		t.Error("no record has several lineages")
	}
}
