package foreign

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
)

func firefoxProfile(t testing.TB, text string) *model.Profile {
	t.Helper()
	if !IsFirefox([]byte(text), nil) {
		t.Fatalf("%.200q does not look like one", text)
	}
	p, err := Firefox([]byte(text), decoding(t))
	if err != nil {
		t.Fatalf("%.200q: %v", text, err)
	}
	return p
}

const (
	firefoxTablesText = `"stringArray":["main","0x1f40","work","w.rs","lib"],"stackTable":{"prefix":[null,0,1,0],"frame":[0,1,2,2],"length":4},
		"frameTable":{"func":[0,1,2],"line":[null,null,7],"address":[-1,8000,16],"length":3},
		"funcTable":{"name":[0,1,2],"resource":[-1,0,0],"fileName":[null,null,3],"length":3},"resourceTable":{"lib":[0],"name":[4]}`
	firefoxMetaText = `"meta":{"preprocessedProfileVersion":50,"interval":1,"startTime":1700000000000.5,"product":"app","sampleUnits":{"threadCPUDelta":"µs"}}`
	firefoxLibsText = `"libs":[{"name":"app","path":"/bin/app","codeId":"abc"}]`
)

func TestFirefox(t *testing.T) {
	samples := `"samples":{"stack":[2,null,3,0,9],"time":[1,2,3.5,4,5],"weight":[1,1,2,1,1],"weightType":"samples","threadCPUDelta":[5,0,1.5,null,3]}`
	thread := `"name":"T","pid":"12","tid":13,"processName":"app"`
	want := []string{
		"main;0x1f40[/bin/app];work w.rs:7 1 5000 process=app pid=12 thread=T tid=13 @1000000",
		"main;work w.rs:7 2 1500 process=app pid=12 thread=T tid=13 @3500000",
		"main 1 0 process=app pid=12 thread=T tid=13 @4000000",
	}
	for name, text := range map[string]string{
		"tables of a thread": fmt.Sprintf(`{%s,%s,"threads":[{%s,%s,%s}]}`, firefoxMetaText, firefoxLibsText, samples, thread, firefoxTablesText),
		"shared tables":      fmt.Sprintf(`{%s,"threads":[{%s,%s}],"shared":{%s},%s}`, firefoxMetaText, samples, thread, firefoxTablesText, firefoxLibsText),
		"shared texts and sources": fmt.Sprintf(`{%s,"threads":[{%s,%s,%s}],"shared":{"stringArray":["main","0x1f40","work","w.rs","lib"],"sources":{"filename":[3]}},%s}`, firefoxMetaText, samples, thread,
			strings.NewReplacer(`"stringArray":["main","0x1f40","work","w.rs","lib"],`, "", `"fileName":[null,null,3]`, `"source":[null,null,0]`).Replace(firefoxTablesText), firefoxLibsText),
		"differences of times": fmt.Sprintf(`{%s,%s,"threads":[{%s,%s,%s}]}`, firefoxMetaText, firefoxLibsText, strings.Replace(samples, `"time":[1,2,3.5,4,5]`, `"timeDeltas":[1,1,1.5,0.5,1]`, 1), thread, firefoxTablesText),
	} {
		t.Run(name, func(t *testing.T) {
			p := firefoxProfile(t, text)
			wantRows(t, p, want...)
			if len(p.Warnings) != 1 || !strings.HasPrefix(p.Warnings[0], "1 sample is left out") || p.Time != time.UnixMicro(1700000000000500) || p.Period != 1e6 || p.Duration != 4*time.Millisecond {
				t.Errorf("%+v", p.Header)
			}
		})
	}
	bytes := firefoxProfile(t, fmt.Sprintf(`{%s,"threads":[{"samples":{"stack":[0],"weight":[-64],"weightType":"bytes"},%s}]}`, firefoxMetaText, firefoxTablesText))
	wantRows(t, bytes, "main 0 -64")
	for _, loop := range []string{`"prefix":[1,0]`, `"prefix":[0,0]`} {
		text := fmt.Sprintf(`{%s,"threads":[{"stackTable":{%s,"frame":[0,0]},"samples":{"stack":[1,0]}}]}`, firefoxMetaText, loop)
		if p, err := Firefox([]byte(text), decoding(t)); err == nil {
			t.Errorf("%s is read: %q", text, rowsOf(p))
		}
	}
	if _, err := Firefox([]byte(`{"meta":{"interval":1},"threads":[]}`), decoding(t)); err == nil || !strings.Contains(err.Error(), "not yet processed") {
		t.Error(err)
	}
}

// Allocations are samples of types of their own. What is shown first stays as it is without them.
func TestFirefoxAllocations(t *testing.T) {
	const allocations = `"nativeAllocations":{"stack":[2,0,null],"time":[3,4,5],"weight":[64,-8,1],"weightType":"bytes"},"jsAllocations":{"stack":[0],"time":[6],"weight":[32],"weightType":"bytes"}`
	native := model.ValueType{Type: "native allocations", Unit: "bytes"}
	js := model.ValueType{Type: "js allocations", Unit: "bytes"}
	p := firefoxProfile(t, fmt.Sprintf(`{%s,%s,"threads":[{"samples":{"length":0,"stack":[]},%s,%s}]}`, firefoxMetaText, firefoxLibsText, allocations, firefoxTablesText))
	wantRows(t, p, "main;0x1f40[/bin/app];work w.rs:7 0 64 0 @3000000", "main 0 -8 0 @4000000", "main 0 0 32 @6000000")
	if want := []model.ValueType{samplesType, native, js}; !slices.Equal(p.Types, want) || p.Types[p.Default] != js {
		t.Errorf("%v, first %d", p.Types, p.Default)
	}
	p = firefoxProfile(t, fmt.Sprintf(`{%s,%s,"threads":[{"samples":{"stack":[0],"time":[1],"threadCPUDelta":[5]},%s,%s}]}`, firefoxMetaText, firefoxLibsText, allocations, firefoxTablesText))
	if p.Samples.Len() != 4 || p.Types[p.Default].Type != "cpu" || len(p.Types) != 4 {
		t.Errorf("%v, first %d", p.Types, p.Default)
	}
}

// Where a file counts bytes, what stands for times are places in another file.
func TestFirefoxBytes(t *testing.T) {
	meta := strings.Replace(firefoxMetaText, `"sampleUnits":{`, `"sampleUnits":{"time":"bytes",`, 1)
	p := firefoxProfile(t, fmt.Sprintf(`{%s,%s,"threads":[{"samples":{"stack":[0,0],"time":[100,200],"weight":[7,8],"weightType":"bytes"},%s}]}`, meta, firefoxLibsText, firefoxTablesText))
	wantRows(t, p, "main 0 7", "main 0 8")
	if p.Duration != 0 || p.Period != 0 {
		t.Errorf("%v, %d", p.Duration, p.Period)
	}
}

// TestFirefoxRecording reads the recording with encoding/json, and follows each stack by itself. In a container, it is
// the same.
func TestFirefoxRecording(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/cpu.firefox.json"))
	var f struct {
		Threads []struct {
			Samples struct {
				Stack, Weight, ThreadCPUDelta []int
				Time                          []float64
			}
			StackTable struct {
				Prefix []*int
				Frame  []int
			}
			FrameTable  struct{ Func, Line, Address []int }
			FuncTable   struct{ Name, FileName []int }
			StringArray []string
		}
	}
	must.Do(json.Unmarshal(data, &f))
	var want []string
	for _, th := range f.Threads {
		for i, id := range th.Samples.Stack {
			var frames []string
			for at := &id; at != nil; at = th.StackTable.Prefix[*at] {
				frame := th.StackTable.Frame[*at]
				fn := th.FrameTable.Func[frame]
				name := th.StringArray[th.FuncTable.Name[fn]]
				if strings.HasPrefix(name, "0x") {
					name += "[/bin/record]"
				} else {
					name += fmt.Sprintf(" %s:%d", th.StringArray[th.FuncTable.FileName[fn]], th.FrameTable.Line[frame])
				}
				frames = append([]string{name}, frames...)
			}
			want = append(want, fmt.Sprintf("%s %d %d process=record pid=4001 thread=record tid=4001 @%d", strings.Join(frames, ";"),
				th.Samples.Weight[i], 1000*th.Samples.ThreadCPUDelta[i], int(th.Samples.Time[i]*1e6)))
		}
	}
	if len(want) < 30 {
		t.Fatalf("%d samples", len(want))
	}
	wantRows(t, firefoxProfile(t, string(data)), want...)
	container := must.Have(os.ReadFile("../../testdata/cpu.firefox.jslb"))
	wantRows(t, firefoxProfile(t, string(container)), want...)
}

func FuzzFirefox(f *testing.F) {
	f.Add([]byte(fmt.Sprintf(`{%s,%s,"threads":[{"samples":{"stack":[2,null,0],"timeDeltas":[1,2,3]},"name":"T",%s}]}`, firefoxMetaText, firefoxLibsText, firefoxTablesText)))
	f.Add([]byte(fmt.Sprintf(`{%s,"threads":[{"samples":{"stack":[2],"weight":[3],"weightType":"bytes"}}],"shared":{%s}}`, firefoxMetaText, firefoxTablesText)))
	f.Add([]byte(fmt.Sprintf(`{%s,"threads":[{"nativeAllocations":{"stack":[2,0],"time":[3,4],"weight":[64,-8]},%s}]}`, firefoxMetaText, firefoxTablesText)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Firefox(data, decoding(t)); err == nil {
			rowsOf(p)
		}
	})
}
