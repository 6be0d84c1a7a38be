package foreign

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

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
	wantRows(t, p,
		"main;work w.go:7 1 1000000 profile=T1 @100000000", "main 1 1500000 profile=T1 @101000000", " 1 250000 profile=T1 @102500000",
		"main;work w.go:7;wait 1 500000 profile=T1 @102750000",
		"main;work w.go:7 0 500000000 profile=T2 @1000000000", "main 0 500000000 profile=T2 @1500000000",
		"main;wait 0 250000000 profile=T2 @2000000000", "main 0 750000000 profile=T2 @2250000000", "wait 0 500000000 profile=T2 @3500000000")
	if len(p.Warnings) != 2 || !strings.Contains(p.Warnings[0], "1 sample is left out") || !strings.Contains(p.Warnings[1], "1 frame is never closed") {
		t.Errorf("%q", p.Warnings)
	}
	if p.Format != SpeedscopeName || len(p.Comments) != 1 || p.Comments[0] != "a run" {
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
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
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
	data, err := os.ReadFile("../../testdata/cpu.speedscope.json")
	if err != nil {
		t.Fatal(err)
	}
	want := slowScope(t, data)
	p := speedscope(t, string(data))
	got := map[string]int64{}
	columns := p.Samples.Values
	for i, row := range rowsOf(p) {
		end := strings.LastIndex(row, " profile=")
		stack := row[:end]
		for range 3 {
			stack = stack[:strings.LastIndex(stack, " ")]
		}
		if strings.Contains(row, " profile=calls") {
			got["1"+stack] += columns[p.ColumnOf("time")][i] / 1e6
		} else {
			got["0"+stack] += columns[p.ColumnOf("weight")][i]
		}
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
