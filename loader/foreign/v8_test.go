package foreign

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
)

// v8Nodes are the calls main, which calls a and b, and a, which calls b; and nodes that go round.
const v8Nodes = `"nodes":[{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"hitCount":0,"children":[2,6]},
	{"id":2,"callFrame":{"functionName":"main","url":"/m.js","lineNumber":0,"columnNumber":10},"hitCount":1,"children":[3,
		5]},
	{"id":3,"callFrame":{"functionName":"a","url":"/m.js","lineNumber":4,"columnNumber":2},"children":[4],
		"positionTicks":[{"line":5,"ticks":1}]},
	{"id":4,"callFrame":{"functionName":"","url":"/m.js","lineNumber":7,"columnNumber":0},"hitCount":2},
	{"id":5,"callFrame":{"functionName":"b","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":1},
	{"id":6,"callFrame":{"functionName":"(program)","url":""}},
	{"id":7,"callFrame":{"functionName":"x","url":""},"hitCount":1,"children":[8]},{"id":8,"callFrame":{"functionName":"y",
		"url":""},"children":[7]}]`

// v8Samples are samples of them. The clock goes back before the fourth one.
const v8Samples = `,"startTime":1000,"endTime":1100,"samples":[1,4,4,2,99,7,5,6],"timeDeltas":[5,10,10,-4,4,10,10,10]`

func v8Profile(t testing.TB, text string) *model.Profile {
	t.Helper()
	if !IsV8([]byte(text), nil) {
		t.Fatalf("%.200q does not look like one", text)
	}
	p, err := V8([]byte(text), decoding(t))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return p
}

func TestV8(t *testing.T) {
	// The last one lasts until the end.
	p := v8Profile(t,
		`{`+v8Nodes+v8Samples+`,"$vscode":{"locations":[{"id":1}]}}`)
	wantRows(t, p,
		"(root) 1 10000 @5000",
		"main /m.js:1;a /m.js:5;(anonymous) /m.js:8 1 10000 @15000",
		"main /m.js:1;a /m.js:5;(anonymous) /m.js:8 1 0 @25000",
		"main /m.js:1 1 0 @25000",
		"main /m.js:1;b 1 10000 @45000",
		"(program) 1 45000 @55000")
	want := "2 samples are left out, because their stacks are not in the file"
	if len(p.Warnings) != 1 || p.Warnings[0] != want {
		t.Errorf("%q", p.Warnings)
	}
	if p.Duration != 100*time.Microsecond || p.Kind != model.Wall || p.Types[p.Default] != timeType {
		t.Errorf("%+v, %s", p.Header, p.Kind)
	}
	p = v8Profile(t, `{`+v8Nodes+`}`)
	wantRows(t, p, "main /m.js:1 1", "main /m.js:1;a /m.js:5;(anonymous) /m.js:8 2", "main /m.js:1;b 1")
	for text, want := range map[string]string{
		`{"nodes":[{"id":1,"callFrame":{}}],"samples":[]}`:                   "a CPU profile of V8 without a sample",
		`{"nodes":[{"id":1,"callFrame":{}}],"samples":[2],"timeDeltas":[1]}`: "without a sample",
		`{"nodes":[{"id":1,"callFrame":{}}],"samples":[1`:                    "cut off",
		`{"nodes":[{"id":1,"callFrame":[]}],"samples":[1]}`:                  "'[' where a object is expected",
	} {
		if _, err := V8([]byte(text), decoding(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}

// TestV8Recording reads the recording with encoding/json, and follows each sample by itself.
func TestV8Recording(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/cpu.cpuprofile"))
	var f struct {
		Nodes []struct {
			ID        int
			CallFrame struct {
				FunctionName, URL string
				LineNumber        int
			}
			Children []int
		}
		StartTime, EndTime  int
		Samples, TimeDeltas []int
	}
	must.Do(json.Unmarshal(data, &f))
	names, callers := map[int]string{}, map[int]int{}
	for _, n := range f.Nodes {
		names[n.ID] = fmt.Sprintf("%s %s:%d", n.CallFrame.FunctionName, n.CallFrame.URL, n.CallFrame.LineNumber+1)
		for _, child := range n.Children {
			callers[child] = n.ID
		}
	}
	var want []string
	at := 0
	for i, id := range f.Samples {
		var stack []string
		for ; id != 1; id = callers[id] {
			stack = append([]string{names[id]}, stack...)
		}
		at += f.TimeDeltas[i]
		lasted := f.EndTime - f.StartTime - at
		if i+1 < len(f.Samples) {
			lasted = f.TimeDeltas[i+1]
		}
		want = append(want, fmt.Sprintf("%s 1 %d @%d", strings.Join(stack, ";"), lasted*1000, at*1000))
	}
	if len(want) < 30 {
		t.Fatalf("%d samples", len(want))
	}
	wantRows(t, v8Profile(t, string(data)), want...)
}

func FuzzV8(f *testing.F) {
	f.Add([]byte(`{` + v8Nodes + v8Samples + `}`))
	f.Add([]byte(`{` + v8Nodes + `}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := V8(data, decoding(t)); err == nil {
			rowsOf(p)
		}
	})
}
