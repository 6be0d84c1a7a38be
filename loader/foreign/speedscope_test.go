package foreign

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
)

func speedscope(t testing.TB, text string) *model.Profile {
	t.Helper()
	if !IsSpeedscope([]byte(text), nil) {
		t.Fatalf("%.200q does not look like one", text)
	}
	p, err := Speedscope([]byte(text), decoding(t))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return p
}

// scopeText is a file of the form with the lists of its profiles. They come before the frames, as in files
// that are sorted by key.
func scopeText(profiles ...string) string {
	return `{"profiles":[` + strings.Join(profiles, ",") + `],"name":"a run","$schema":"https://www.speedscope.app/file-format-schema.json",
		"shared":{"frames":[{"name":"main"},{"name":"work","file":"w.go","line":7},{"col":2,"name":"wait"}]}}`
}

func TestSpeedscope(t *testing.T) {
	sampled := `{"type":"sampled","name":"T1","unit":"milliseconds","startValue":100,"endValue":103.5,"samples":[[0,1],[0],[],[0,1,2],[9]],"weights":[1,1.5,0.25,0.5,1]}`
	evented := `{"type":"evented","name":"T2","unit":"seconds","startValue":0.5,"endValue":4,"events":[
		{"type":"O","frame":0,"at":1},{"type":"O","frame":1,"at":1},{"type":"C","frame":1,"at":1.5},{"at":2,"type":"O","frame":2},
		{"type":"C","frame":2,"at":2.25},{"type":"C","frame":0,"at":3}, {"type":"O","frame":2,"at":3.5}]}`
	p := speedscope(t, scopeText(sampled, evented))
	wantWhole(t, p,
		"main;work w.go:7 1 1000000 profile=T1 @100000000", "main 1 1500000 profile=T1 @101000000", " 1 250000 profile=T1 @102500000",
		"main;work w.go:7;wait 1 500000 profile=T1 @102750000",
		"main;work w.go:7 0 500000000 profile=T2 @1000000000", "main 0 500000000 profile=T2 @1500000000",
		"main;wait 0 250000000 profile=T2 @2000000000", "main 0 750000000 profile=T2 @2250000000", "wait 0 500000000 profile=T2 @3500000000")
	if len(p.Warnings) != 2 || !strings.Contains(p.Warnings[0], "1 sample is left out") || !strings.Contains(p.Warnings[1], "1 frame is never closed") {
		t.Errorf("%q", p.Warnings)
	}
	if p.Format != SpeedscopeForm.Name || len(p.Comments) != 1 || p.Comments[0] != "a run" {
		t.Errorf("%+v", p.Header)
	}
	p = speedscope(t, scopeText(`{"type":"sampled","unit":"none","samples":[[0],[1]]}`, `{"type":"sampled","unit":"bytes","samples":[[0]],"weights":[4096]}`))
	wantRows(t, p, "main 1 1 0", "work w.go:7 1 1 0", "main 1 0 4096")
	p = speedscope(t, scopeText(`{"type":"evented","unit":"none","events":[{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":0},{"type":"C","frame":2,"at":4},{"type":"C","frame":0,"at":5}]}`))
	wantRows(t, p, "main;work w.go:7 4", "main;work w.go:7 1")
	if len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "2 frames close in another order") {
		t.Errorf("%q", p.Warnings)
	}
}

// wantWhole compares a profile with what is expected. Pieces of a sample, which follow each other at once, count as one.
func wantWhole(t *testing.T, p *model.Profile, want ...string) {
	t.Helper()
	s, last := &p.Samples, -1 // the first piece of the sample before
	column := s.Values[p.ColumnOf("time")]
	samples := s.Values[p.ColumnOf("samples")]
	end := int64(model.NoTime)
	var kept []int
	for i, at := range s.Times {
		long := column[i]
		if last >= 0 && at == end && at != model.NoTime && s.Stack[i] == s.Stack[last] && s.LabelSet(i) == s.LabelSet(last) && samples[i] == 0 {
			column[last] += long
		} else {
			last = i
			kept = append(kept, i)
		}
		end = at + long
	}
	rows := rowsOf(p)
	var got []string
	for _, i := range kept {
		got = append(got, rows[i])
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What lasts long is cut into pieces of a thousandth of the recording, which add up to it, and there are no more of
// them than that, whatever a file says of its length.
func TestSpeedscopePieces(t *testing.T) {
	for name, c := range map[string]struct {
		text     string
		sum      int64
		samples  int // at most
		at       int // of them
		longest  int64
		lastEnds int64
	}{
		"evented": {`{"type":"evented","unit":"milliseconds","startValue":0,"endValue":100,"events":[{"type":"O","frame":0,"at":0},
			{"type":"O","frame":1,"at":10},{"type":"C","frame":1,"at":40},{"type":"C","frame":0,"at":100}]}`, 100e6, 3 + 1000, 1000, 100e3, 100e6},
		"sampled":    {`{"type":"sampled","unit":"nanoseconds","startValue":5,"endValue":1002,"samples":[[0],[0,1],[0]],"weights":[333,331,333]}`, 997, 997, 997, 1, 1002},
		"uneven":     {`{"type":"sampled","unit":"nanoseconds","startValue":0,"endValue":10007,"samples":[[0],[0,1]],"weights":[10000,7]}`, 10007, 1002, 900, 11, 10007},
		"lying":      {`{"type":"sampled","unit":"seconds","startValue":0,"endValue":0.000001,"samples":[[0],[0,1],[0]],"weights":[1,1,1]}`, 3e9, 3 + 1000, 1000, 1e9, 3e9},
		"no length":  {`{"type":"sampled","unit":"seconds","samples":[[0],[0,1]],"weights":[1,1]}`, 2e9, 2, 2, 1e9, 2e9},
		"backwards":  {`{"type":"sampled","unit":"seconds","startValue":0,"endValue":3,"samples":[[0],[0,1]],"weights":[1,-1]}`, 0, 1001, 300, 3e6, 0},
		"no time":    {`{"type":"sampled","unit":"none","startValue":0,"endValue":3,"samples":[[0],[0,1]],"weights":[1,2]}`, 3, 2, 2, 2, 0},
		"one moment": {`{"type":"sampled","unit":"seconds","startValue":1,"endValue":1,"samples":[[0]],"weights":[0]}`, 0, 1, 1, 0, 1e9},
	} {
		p := speedscope(t, scopeText(c.text))
		sum, longest, ends := int64(0), int64(0), int64(0)
		values := p.Samples.Values[len(p.Types)-1]
		for i, v := range values {
			sum += v
			longest = max(longest, v)
			if p.Samples.Times != nil {
				ends = p.Samples.Times[i] + v
			}
		}
		if sum != c.sum || len(values) > c.samples || len(values) < c.at || longest > c.longest || ends != c.lastEnds {
			t.Errorf("%s: %d samples, %d together, the longest %d, the last until %d", name, len(values), sum, longest, ends)
		}
	}
	var many []string
	for range 2000 {
		many = append(many, `{"type":"sampled","unit":"seconds","startValue":0,"endValue":1,"samples":[[0]],"weights":[1]}`)
	}
	if n := speedscope(t, scopeText(many...)).Samples.Len(); n < 2000 || n > 2000+piecesOfFile {
		t.Errorf("%d samples of 2000 profiles", n)
	}
}

// The profile that the file says is active has the sample type that is shown first.
func TestSpeedscopeActive(t *testing.T) {
	lists := scopeText(`{"type":"sampled","unit":"seconds","samples":[[0]],"weights":[1]}`, `{"type":"sampled","unit":"bytes","samples":[[0]],"weights":[1]}`)
	for active, want := range map[string]model.Kind{"0": model.Wall, "1": model.Other, "7": model.Wall, "null": model.Wall} {
		if p := speedscope(t, strings.Replace(lists, `"name":"a run"`, `"activeProfileIndex":`+active, 1)); p.Kind != want {
			t.Errorf("%s: %s, shown first %v", active, p.Kind, p.Types[p.Default])
		}
	}
}

// slowScope reads a file of whole weights with encoding/json, and sums the weights of stacks.
func slowScope(t *testing.T, data []byte) (stacks map[string]int64) {
	var f struct {
		Shared struct {
			Frames []struct {
				Name, File string
				Line       int
			}
		}
		Profiles []struct {
			Samples [][]int
			Weights []int64
			Events  []struct {
				Type  string
				At    int64
				Frame int
			}
		}
	}
	must.Do(json.Unmarshal(data, &f))
	stacks = map[string]int64{}
	name := func(profile int, stack []int) string {
		var names []string
		for _, i := range stack {
			fr := f.Shared.Frames[i]
			names = append(names, fmt.Sprintf("%s %s:%d", fr.Name, fr.File, fr.Line))
		}
		return fmt.Sprint(profile, strings.Join(names, ";"))
	}
	for i, p := range f.Profiles {
		for j, s := range p.Samples {
			stacks[name(i, s)] += p.Weights[j]
		}
		var open []int
		last := int64(0)
		for _, e := range p.Events {
			if len(open) > 0 && e.At > last {
				stacks[name(i, open)] += e.At - last
			}
			if last = e.At; e.Type == "O" {
				open = append(open, e.Frame)
			} else {
				open = open[:len(open)-1]
			}
		}
	}
	return stacks
}

func TestSpeedscopeRecording(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/cpu.speedscope.json"))
	want := slowScope(t, data)
	p := speedscope(t, string(data))
	got, nanoseconds := map[string]int64{}, map[string]int64{}
	columns := p.Samples.Values
	for i, row := range rowsOf(p) {
		end := strings.LastIndex(row, " profile=")
		stack := row[:end]
		for range 3 {
			stack = stack[:strings.LastIndex(stack, " ")]
		}
		if strings.Contains(row, " profile=calls") {
			nanoseconds["1"+stack] += columns[p.ColumnOf("time")][i]
		} else {
			got["0"+stack] += columns[p.ColumnOf("weight")][i]
		}
	}
	for stack, sum := range nanoseconds {
		got[stack] = sum / 1e6
	}
	if len(want) < 20 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, not\n%v", got, want)
	}
}

func FuzzSpeedscope(f *testing.F) {
	f.Add([]byte(scopeText(`{"type":"sampled","name":"a","unit":"milliseconds","samples":[[0,1],[0]],"weights":[1,1.5]}`)))
	f.Add([]byte(scopeText(`{"type":"evented","unit":"none","events":[{"type":"O","frame":0,"at":0},{"type":"C","frame":0,"at":4}]}`)))
	f.Add([]byte(`{"exporter":"profstation",` + scopeText(`{"type":"sampled","name":"cpu, tid 7","unit":"none","sampleType":"cpu","label":{"key":"tid","number":7,"unit":"x"},"samples":[[0,1],[0]],"weights":[1,2],"times":[5,null]}`)[1:]))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Speedscope(data, decoding(t))
		if err != nil {
			return
		}
		rowsOf(p)
		for _, column := range p.Samples.Values {
			for _, v := range column {
				if v == math.MinInt64 {
					t.Error("a value that is no number")
				}
			}
		}
	})
}
