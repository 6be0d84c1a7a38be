package foreign

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
)

// foxFrame is a frame of the profile that is written in each version; −1 and "" where there is none.
type foxFrame struct {
	name, file         string
	line, lib, address int
}

// foxStack continues another one of its thread, or none, by a frame.
type foxStack struct{ prefix, frame int }

type foxThread struct {
	name   string
	stacks []foxStack
	// of samples: their stacks, times in ms, weights and microseconds of CPU time
	of          []int
	times       []float64
	weights     []int
	cpu         []int
	differences bool // times are differences
	allocated   int  // bytes of one allocation at the first stack
}

var foxFrames = []foxFrame{
	{"main", "/src/main.rs", 10, 0, 4096},
	{"work", "/src/work.rs", 20, 0, 8192},
	{"0x1f40", "", -1, 1, 8000},
	{"onClick", "https://host/app.js", 3, -1, -1},
}

var foxThreads = []foxThread{
	{name: "one", stacks: []foxStack{{-1, 0}, {0, 1}, {1, 2}, {0, 3}}, of: []int{2, 3, 1, 0}, times: []float64{1, 2, 3.5,
		4}, weights: []int{1, 2, 1, 1}, cpu: []int{0, 900, 1000, 7}},
	{name: "two", stacks: []foxStack{{-1, 3}, {0, 1}}, of: []int{1, 0}, times: []float64{5, 0.5}, weights: []int{3, -1},
		cpu: []int{4, 5}, differences: true, allocated: 64},
}

// foxRows is that profile, in the order in which it is read.
var foxRows = []string{
	"main /src/main.rs:10;work /src/work.rs:20;0x1f40[/lib/c.so] 1 0 0 pid=7 thread=one tid=9 @1000000",
	"main /src/main.rs:10;onClick https://host/app.js:3 2 900000 0 pid=7 thread=one tid=9 @2000000",
	"main /src/main.rs:10;work /src/work.rs:20 1 1000000 0 pid=7 thread=one tid=9 @3500000",
	"main /src/main.rs:10 1 7000 0 pid=7 thread=one tid=9 @4000000",
	"onClick https://host/app.js:3 0 0 64 pid=7 thread=two tid=9 @6000000",
	// members are written in the order of their names
	"onClick https://host/app.js:3;work /src/work.rs:20 3 4000 0 pid=7 thread=two tid=9 @5000000",
	"onClick https://host/app.js:3 -1 5000 0 pid=7 thread=two tid=9 @5500000",
}

type object = map[string]any

// foxWriter writes the profile as a version of the format has it.
type foxWriter struct {
	version int
	slabs   *slabWriter // nil: it is written as JSON
	texts   []string
}

// text is the place of a text, nil for "".
func (w *foxWriter) text(s string) any {
	if s == "" {
		return nil
	}
	i := slices.Index(w.texts, s)
	if i < 0 {
		i = len(w.texts)
		w.texts = append(w.texts, s)
	}
	return i
}

// column is a column, which containers have as numbers from a version on.
func (w *foxWriter) column(since int, of slabType, values []any) any {
	if w.slabs == nil || w.version < since {
		return values
	}
	return w.slabs.column(of, values)
}

// split is a value that has a slab of its own in containers.
func (w *foxWriter) split(v any) any {
	if w.slabs == nil {
		return v
	}
	return w.slabs.json(v)
}

func orNull(i int) any {
	if i < 0 {
		return nil
	}
	return i
}

const (
	byteSlab  slabType = 1
	int32Slab slabType = 4
	floatSlab slabType = 7
)

// tables are those of a thread, or of all.
func (w *foxWriter) tables(stacks []foxStack) object {
	var names, resources, files, lines, libs, addresses, fns, depths, origins []any
	var libNames, libTypes, resourceLibs []any
	var sources []string
	for i, f := range foxFrames {
		names, fns = append(names, w.text(f.name)), append(fns, i)
		lines, depths = append(lines, orNull(f.line)), append(depths, 0)
		libs, addresses, origins = append(libs, f.lib), append(addresses, f.address), append(origins, nil)
		resources = append(resources, f.lib) // as many resources as libraries
		if w.version < 58 || f.file == "" {
			files = append(files, w.text(f.file))
		} else {
			files = append(files, len(sources))
			sources = append(sources, f.file)
		}
	}
	for i, name := range []string{"app", "c.so"} {
		libNames, libTypes, resourceLibs = append(libNames, w.text(name)), append(libTypes, 1), append(resourceLibs, i)
	}
	var prefixes, offsets, frames []any
	for i, s := range stacks {
		frames, prefixes = append(frames, s.frame), append(prefixes, orNull(s.prefix))
		if s.prefix < 0 {
			offsets = append(offsets, 0)
		} else {
			offsets = append(offsets, i-s.prefix)
		}
	}
	stackTable := object{"length": len(stacks), "frame": w.column(65, int32Slab, frames)}
	frameTable := object{
		"length": len(fns), "func": w.column(67, int32Slab, fns), "address": w.column(67, int32Slab, addresses),
		"inlineDepth": w.column(67, byteSlab, depths),
		"line":        lines, "column": slices.Repeat([]any{nil}, len(fns)), "category": fns, "subcategory": fns,
		"innerWindowID": fns, "nativeSymbol": fns,
	}
	funcTable := object{"length": len(names), "name": names, "resource": resources, "isJS": names, "relevantForJS": names,
		"lineNumber": origins, "columnNumber": origins}
	resourceTable := object{"length": len(libNames), "name": libNames, "host": libTypes, "type": libTypes}
	if w.version >= 66 {
		stackTable["prefixOffset"] = w.column(66, int32Slab, offsets)
	} else {
		stackTable["prefix"] = prefixes
	}
	if w.version >= 70 {
		frameTable["lib"] = w.column(70, int32Slab, libs)
	} else {
		resourceTable["lib"] = resourceLibs
	}
	if w.version >= 64 {
		frameTable["originalLocation"], funcTable["originalLocation"] = origins, origins
	}
	if w.version >= 58 {
		funcTable["source"] = files
	} else {
		funcTable["fileName"] = files
	}
	return object{
		"stackTable": stackTable, "frameTable": w.split(frameTable), "funcTable": w.split(funcTable),
		"resourceTable": resourceTable,
		"nativeSymbols": object{"length": 0, "libIndex": []any{}, "address": []any{}, "name": []any{},
			"functionSize": []any{}},
	}
}

// shared are the members of the shared part that have tables of their own.
func (w *foxWriter) shared() object {
	shared := object{}
	if w.version >= 58 {
		var names, ones []any
		for _, f := range foxFrames {
			if f.file != "" {
				names, ones = append(names, w.text(f.file)), append(ones, 1)
			}
		}
		nulls := slices.Repeat([]any{nil}, len(names))
		sources := object{"length": len(names), "filename": names, "uuid": nulls}
		if w.version >= 61 {
			delete(sources, "uuid")
			sources["id"], sources["startLine"], sources["startColumn"], sources["sourceMapURL"] = nulls, ones, ones, nulls
		}
		if w.version >= 64 {
			sources["content"] = nulls
			shared["sourceLocationTable"] = object{"length": 0, "source": []any{}, "line": []any{}, "column": []any{}}
		}
		shared["sources"] = sources
	}
	return shared
}

// thread writes a thread whose stacks begin so far behind in their table.
func (w *foxWriter) thread(t foxThread, from int) object {
	var of, times, weights, cpu []any
	for i, id := range t.of {
		of, times = append(of, id+from), append(times, t.times[i])
		weights, cpu = append(weights, t.weights[i]), append(cpu, t.cpu[i])
	}
	samples := object{"length": len(of), "stack": of, "weight": weights, "weightType": "samples", "threadCPUDelta": cpu,
		"eventDelay": cpu}
	if t.differences {
		samples["timeDeltas"] = w.column(67, floatSlab, times)
	} else {
		samples["time"] = w.column(67, floatSlab, times)
	}
	th := object{
		"name": t.name, "pid": "7", "tid": 9, "processType": "default", "isMainThread": true, "pausedRanges": []any{},
		"samples": samples,
		"markers": object{
			"length": 1, "data": []any{nil}, "name": []any{0}, "phase": []any{0}, "category": []any{0},
			"startTime": w.column(68, floatSlab, []any{1.5}), "endTime": w.column(68, floatSlab, []any{0.0}),
		},
	}
	if t.allocated != 0 {
		th["nativeAllocations"] = object{
			"length": 1, "stack": []any{from}, "weight": []any{t.allocated}, "weightType": "bytes",
			"time": w.column(67, floatSlab, []any{6.0}), "memoryAddress": []any{1}, "threadId": []any{9},
		}
	}
	if w.version >= 59 {
		th["usedInnerWindowIDs"] = []any{1}
	}
	return th
}

func (w *foxWriter) profile() object {
	var stacks []foxStack
	var threads []any
	shared := w.shared()
	for _, t := range foxThreads {
		th := w.thread(t, len(stacks))
		if w.version < 60 {
			th = w.thread(t, 0)
			for k, v := range w.tables(t.stacks) {
				th[k] = v
			}
		}
		threads = append(threads, th)
		from := len(stacks)
		for _, s := range t.stacks {
			if s.prefix >= 0 {
				s.prefix += from
			}
			stacks = append(stacks, s)
		}
	}
	if w.version >= 60 {
		for k, v := range w.tables(stacks) {
			shared[k] = v
		}
	}
	shared["stringArray"] = w.split(w.texts)
	counter := object{"name": "malloc", "category": "Memory", "description": "", "pid": "7", "mainThreadIndex": 0,
		"samples": object{"length": 1, "time": []any{1}, "count": []any{5}}}
	if w.version >= 62 {
		counter["display"] = object{"graphType": "line-accumulated", "tooltipRows": []any{}}
	}
	return object{
		"meta": object{
			"preprocessedProfileVersion": w.version, "version": 32, "interval": 1, "startTime": 1700000000000.0,
			"processType": 0, "product": "app",
			"categories":   []any{object{"name": "Other", "color": "grey", "subcategories": []any{"Other"}}},
			"markerSchema": []any{},
			"sampleUnits":  object{"time": "ms", "eventDelay": "ms", "threadCPUDelta": "µs"},
		},
		"libs": []any{object{"name": "app", "path": "/bin/app", "codeId": "abc"}, object{"name": "c.so",
			"path": "/lib/c.so", "codeId": nil}},
		"pages":   []any{object{"innerWindowID": 1}},
		"shared":  shared,
		"threads": w.split(threads), "counters": []any{counter},
	}
}

// foxFile writes the profile in a version, as JSON or in a container.
func foxFile(t testing.TB, version int, container bool) []byte {
	t.Helper()
	w := &foxWriter{version: version}
	if container {
		w.slabs = &slabWriter{t: t}
	}
	p := w.profile()
	if container {
		return w.slabs.file(p)
	}
	return marshalled(t, p)
}

func marshalled(t testing.TB, v any) []byte {
	t.Helper()
	data := must.Have(json.Marshal(v))
	return data
}

// slabWriter writes a JsonSlabs container.
type slabWriter struct {
	t     testing.TB
	types []slabType
	data  [][]byte
}

func (w *slabWriter) add(of slabType, data []byte) object {
	w.types, w.data = append(w.types, of), append(w.data, data)
	return object{"$s": len(w.data) - 1}
}

func (w *slabWriter) json(v any) object { return w.add(jsonSlab, marshalled(w.t, v)) }

func (w *slabWriter) column(of slabType, values []any) object {
	var data []byte
	for _, v := range values {
		switch of {
		case byteSlab:
			data = append(data, byte(v.(int)))
		case int32Slab:
			data = binary.LittleEndian.AppendUint32(data, uint32(v.(int)))
		case floatSlab:
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v.(float64)))
		default:
			w.t.Fatalf("slab type %d", of)
		}
	}
	return w.add(of, data)
}

// file writes the container with its outermost JSON as the last slab.
func (w *slabWriter) file(root any) []byte {
	w.json(root)
	out := append([]byte{}, slabsMark...)
	for _, n := range []int{slabsVersion, len(w.data), len(w.data) - 1} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	at := len(out) + 12*len(w.data)
	var body []byte
	for i, data := range w.data {
		for (at+len(body))%8 != 0 {
			body = append(body, 0)
		}
		for _, n := range []int{int(w.types[i]), at + len(body), len(data)} {
			out = binary.LittleEndian.AppendUint32(out, uint32(n))
		}
		body = append(body, data...)
	}
	return append(out, body...)
}

// One profile is the same in every version, as JSON and in a container, and none of them warns.
func TestFirefoxVersions(t *testing.T) {
	for version := 57; version <= newestFirefox; version++ {
		for _, container := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d, container %v", version, container), func(t *testing.T) {
				p := firefoxProfile(t, string(foxFile(t, version, container)))
				wantRows(t, p, foxRows...)
				if len(p.Warnings) > 0 {
					t.Errorf("it warns %q", p.Warnings)
				}
			})
		}
	}
}

// A source map says where code comes from, from version 64 on.
func TestFirefoxOrigins(t *testing.T) {
	text := string(foxFile(t, 70, false))
	for _, change := range [][2]string{
		{`"sourceLocationTable":{"column":[],"length":0,"line":[],"source":[]}`,
			`"sourceLocationTable":{"column":[8],"length":1,"line":[77],"source":[0]}`},
		{`"originalLocation":[null,null,null,null]`, `"originalLocation":[null,null,null,0]`},
	} {
		if !strings.Contains(text, change[0]) {
			t.Fatalf("there is no %s in %s", change[0], text)
		}
		text = strings.ReplaceAll(text, change[0], change[1])
	}
	var want []string
	for _, row := range foxRows {
		want = append(want, strings.ReplaceAll(row, "onClick https://host/app.js:3", "onClick /src/main.rs:77"))
	}
	wantRows(t, firefoxProfile(t, text), want...)
}

// How far a stack stands behind the one that it continues is never more than there are, and not negative.
func TestFirefoxOffsets(t *testing.T) {
	for _, offsets := range []string{`[1,1]`, `[-1,1]`, `[0,2]`} {
		text := fmt.Sprintf(`{%s,"threads":[{"stackTable":{"prefixOffset":%s,"frame":[0,0]},"samples":{"stack":[1,1]}}]}`,
			firefoxMetaText, offsets)
		if p, err := Firefox([]byte(text), decoding(t)); err == nil {
			t.Errorf("%s is read: %q", text, rowsOf(p))
		}
	}
}

// TestSlabs reads columns of each type, and slabs within slabs.
func TestSlabs(t *testing.T) {
	w := &slabWriter{t: t}
	bits := make([]byte, 8)
	binary.LittleEndian.PutUint64(bits, math.Float64bits(-2.5))
	list := []any{"a text with \"$s\" and {\"$s\":1}", object{"$s": 1, "more": 2}, object{"$s": "1"}}
	for of := range jsonSlab {
		list = append(list, w.add(of, bits))
	}
	list = append(list, w.json([]any{w.json(object{"inner": []any{}}), 5}), w.add(floatSlab, nil))
	nan := binary.LittleEndian.AppendUint64(nil, math.Float64bits(math.NaN()))
	list = append(list, w.add(floatSlab, nan))
	got := must.Have(decoding(t).begin(FirefoxForm, 0).joined(w.file(list)))
	want := `["a text with \"$s\" and {\"$s\":1}",{"$s":1,"more":2},{"$s":"1"},` +
		`[0,0,0,0,0,0,4,-64],[0,0,0,0,0,0,4,192],[0,0,0,-16380],[0,0,0,49156],` +
		`[0,-1073479680],[0,3221487616],[0,-2.0625],[-2.5],[-4610560118520545280],[13836183955189006336],` +
		`[{"inner":[]},5],[],[null]]`
	if string(got) != want {
		t.Errorf("got\n%s, not\n%s", got, want)
	}
}

// What a container says wrongly of itself is an error that says so, and ends soon.
func TestSlabsDamaged(t *testing.T) {
	whole := foxFile(t, 70, true)
	for _, n := range []int{len(slabsMark), 19, 20, 40, len(whole) / 2, len(whole) - 1} {
		_, err := Firefox(whole[:n], decoding(t))
		if e, ok := err.(*input.Error); !ok || !e.Cut {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	newer := slices.Clone(whole)
	newer[8] = 2
	if _, err := Firefox(newer, decoding(t)); err == nil || !strings.Contains(err.Error(), "version 2") {
		t.Errorf("a newer container: %v", err)
	}
	self, twice, none := &slabWriter{t: t}, &slabWriter{t: t}, &slabWriter{t: t}
	twice.add(jsonSlab, nil)
	for i := range 30 { // each one needs twice the work of the one before
		twice.add(jsonSlab, fmt.Appendf(nil, `{"$s":%d}{"$s":%d}`, i, i))
	}
	for name, data := range map[string][]byte{
		"itself": self.file(object{"threads": object{"$s": 0}}), "doubling": twice.file(object{"threads": object{"$s": 30}}),
		"of none": none.file(object{"threads": object{"$s": 9}}),
	} {
		if _, err := Firefox(data, decoding(t)); err == nil || !strings.Contains(err.Error(), "slab") {
			t.Errorf("%s: %v", name, err)
		}
	}
	rest := &slabWriter{t: t}
	large := rest.add(floatSlab, make([]byte, 8<<20)) // it takes three times as much as text, ten times
	if _, err := Firefox(rest.file(slices.Repeat([]any{large}, 10)),
		decoding(t)); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("too much: %v", err)
	}
}

func FuzzSlabs(f *testing.F) {
	f.Add(foxFile(f, 70, true))
	f.Add(foxFile(f, 57, true))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Firefox(append(slices.Clone(slabsMark), data...), decoding(t)); err == nil {
			rowsOf(p)
		}
		if p, err := Firefox(data, decoding(t)); err == nil {
			rowsOf(p)
		}
	})
}
