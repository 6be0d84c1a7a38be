package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
)

// threaded is a profile of two sample types with samples of n threads, each later than the one before it, in the
// order from the last to the first. Every fifth sample has no time, every seventh no thread.
func threaded(samples, threads int, key string) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}})
	loc := func(name string) model.LocID {
		return b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String(name)})}})
	}
	locs := []model.LocID{loc("main"), loc("a"), loc("b"), loc("c")}
	for i := samples - 1; i >= 0; i-- {
		labels := []model.Label{{Key: b.String(key), IsNum: true, Num: int64(i % threads)}, {Key: b.String("other"), Str: b.String("x")}}
		if key != "goid" {
			labels[0] = model.Label{Key: b.String(key), Str: b.String(fmt.Sprint("T", i%threads))}
		}
		if i%7 == 0 {
			labels = labels[1:]
		}
		at := int64(i) * 1000
		if i%5 == 0 {
			at = model.NoTime
		}
		cpu := int64(i)
		if i%3 == 0 {
			cpu = 0
		}
		stack := []model.LocID{locs[1+i%3], locs[0]}
		if at == model.NoTime {
			b.Sample(stack, b.LabelSet(labels), []int64{1, cpu})
		} else {
			b.SampleAt(at, stack, b.LabelSet(labels), []int64{1, cpu})
		}
	}
	return b.Profile(model.Header{})
}

// scopeOf writes what a query leaves of a profile, and reads it.
func scopeOf(t *testing.T, p *model.Profile, q query.Query) (text []byte, again *model.Profile) {
	t.Helper()
	var b bytes.Buffer
	must.Do(WriteSpeedscope(t.Context(), &b, must.Have(query.Evaluate(t.Context(), p, q))))
	if !json.Valid(b.Bytes()) {
		t.Fatalf("%.300s", b.Bytes())
	}
	return b.Bytes(), speedscope(t, b.String())
}

// Times and threads come back, and a profile of each thread has its samples in the order of time.
func TestSpeedscopeInTime(t *testing.T) {
	for _, c := range []struct {
		samples, threads int
		key              string
	}{{2, 1, "tid"}, {50, 3, "tid"}, {50, 3, "goid"}, {300, 100, "tid"}, {300, 100, "goid"}} {
		p := threaded(c.samples, c.threads, c.key)
		text, again := scopeOf(t, p, query.Query{SampleIndex: "cpu"})
		for column, typ := range p.Types {
			of := func(p *model.Profile) (rows []string) {
				k := p.ColumnOf(typ.Type)
				for i, row := range rowsOf(p) {
					if v := p.Samples.Values[k][i]; v != 0 {
						stack, _, _ := strings.Cut(row, " ")
						_, label, _ := strings.Cut(row, c.key+"=")
						label, _, _ = strings.Cut(label, " ")
						if c.threads > maxThreads { // the light ones have none any more
							label = ""
						}
						_, at, _ := strings.Cut(row, "@")
						rows = append(rows, fmt.Sprintln(stack, v, label, at))
					}
				}
				slices.Sort(rows)
				return rows
			}
			if got, want := of(again), of(p); !slices.Equal(got, want) {
				t.Errorf("%+v, %s, column %d: %d rows, not %d:\n%q, not\n%q", c, typ.Type, column, len(got), len(want), got[:min(9, len(got))], want[:min(9, len(want))])
			}
		}
		var f struct {
			ActiveProfileIndex int
			Profiles           []struct {
				Name, SampleType string
				StartValue       int64
				EndValue         int64
				Weights          []int64
				Times            []*int64
				Samples          [][]int
			}
		}
		must.Do(json.Unmarshal(text, &f))
		if n := len(f.Profiles); n > 2*(maxThreads+1) || f.Profiles[f.ActiveProfileIndex].SampleType != "cpu" {
			t.Errorf("%+v: %d profiles, %d is shown", c, n, f.ActiveProfileIndex)
		}
		for _, q := range f.Profiles {
			sum, last := int64(0), int64(-1)
			for i, w := range q.Weights {
				sum += w
				if at := q.Times[i]; at == nil {
					last = 1 << 62
				} else if *at < last {
					t.Errorf("%+v, %s: %d follows %d", c, q.Name, *at, last)
				} else {
					last = *at
				}
			}
			if q.StartValue != 0 || q.EndValue != sum || len(q.Samples) != len(q.Weights) || len(q.Times) != len(q.Weights) || !strings.HasPrefix(q.Name, q.SampleType) {
				t.Errorf("%+v: %s of %s from %d to %d, %d samples that weigh %d", c, q.Name, q.SampleType, q.StartValue, q.EndValue, len(q.Samples), sum)
			}
		}
	}
	// A label that is hidden is not written.
	if text, _ := scopeOf(t, threaded(50, 3, "tid"), query.Query{TagHide: "tid"}); bytes.Contains(text, []byte("T1")) || bytes.Contains(text, []byte("tid 1")) {
		t.Errorf("a hidden label is in %s", text)
	}
	// Without times it is a profile for each type.
	sums := collapsed(t, "main;a 3\nmain;b 4\n")
	text, again := scopeOf(t, sums, query.Query{})
	wantRows(t, again, "main;a 3", "main;b 4")
	if bytes.Contains(text, []byte("times")) || !bytes.Contains(text, []byte(`"name":"samples","unit":"none","startValue":0,"endValue":7,"samples":[[0,1],[0,2]],"weights":[3,4]}]}`)) {
		t.Errorf("%s", text)
	}
}

// Four times the samples take no more than four times the steps and the bytes, and a context that has ended ends it.
func TestSpeedscopeGrowth(t *testing.T) {
	write := func(n int) (looks, size int) {
		r := must.Have(query.Evaluate(t.Context(), threaded(n, 200, "tid"), query.Query{}))
		ctx := must.Count()
		var b bytes.Buffer
		must.Do(WriteSpeedscope(ctx, &b, r))
		return ctx.Asked(), b.Len()
	}
	looks, size := write(20_000)
	manyLooks, manySize := write(80_000)
	if looks == 0 || float64(manyLooks) > 5*float64(looks) || float64(manySize) > 5*float64(size) {
		t.Errorf("%d looks and %d bytes for 20,000 samples, %d and %d for four times as many", looks, size, manyLooks, manySize)
	}
	r := must.Have(query.Evaluate(t.Context(), threaded(80_000, 200, "tid"), query.Query{}))
	for at := 1; at < manyLooks; at += max(1, manyLooks/20) {
		if err := WriteSpeedscope(must.Ask(at), &bytes.Buffer{}, r); err == nil {
			t.Errorf("it is written after the context ended at look %d of %d", at, manyLooks)
		}
	}
}
