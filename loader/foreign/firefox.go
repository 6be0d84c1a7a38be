package foreign

import (
	"bytes"
	"math"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// IsFirefox reports whether a text begins as a profile of the Firefox Profiler does.
func IsFirefox(data []byte, _ *model.Steps) bool {
	if !isJSON(data) {
		return false
	}
	head := data[:min(len(data), headSize)]
	has := func(text string) bool { return bytes.Contains(head, []byte(text)) }
	return has(`"preprocessedProfileVersion"`) ||
		has(`"meta"`) && (has(`"categories"`) || has(`"markerSchema"`) || has(`"processType"`) || has(`"sampleUnits"`)) ||
		has(`"stackTable"`) && has(`"frameTable"`)
}

// firefox makes a profile of the Firefox Profiler's processed format (src/types/profile.js of
// firefox-devtools/profiler; samply and others write it). Tables stand in each thread, or, in newer
// versions, in a part that all threads share. As tables refer to each other in no order, a thread is
// gone through once to find where each of them is.
type firefox struct {
	*making
	c      cursor
	meta   firefoxMeta
	libs   []firefoxLib
	shared *firefoxTables
	left   int // samples whose stacks are not in the file
	span   timeSpan

	shown     string // the last sample type that is of no allocations
	allocated int64  // samples that are allocations
}

type firefoxMeta struct {
	start     float64 // ms since 1970
	from, end float64 // ms, of the recording; 0: not known
	interval  float64 // ms
	product   string
	cpuUnit   float64 // ns in one of threadCPUDelta; 0: no time
	offsets   bool    // what stands for times are places in a file, in bytes
}

type firefoxLib struct {
	name, id string
	made     bool
	mapping  model.MappingID
}

// firefoxTables are the tables that samples refer to.
type firefoxTables struct {
	strings                          []string
	prefix, frame                    []int32 // of stacks
	funcs, lines, columns            []int32 // of frames
	addresses                        []int64
	names, files, sources, resources []int32       // of functions
	libs                             []int32       // of resources
	sourceFiles                      []int32       // of sources
	locations                        []model.LocID // of frames, made when they are needed: place in the table + 1
}

// Firefox decodes a processed profile of the Firefox Profiler.
func Firefox(data []byte, d Decoding) (*model.Profile, error) {
	f := &firefox{making: d.begin(len(data))}
	f.c = cursor{data: withoutMark(data), tick: f.at}
	c := &f.c
	shared, threads := 0, 0
	processed := false
	c.object(func(key string) {
		switch key {
		case "meta":
			processed = f.readMeta() || processed
		case "libs":
			f.readLibs()
		case "shared":
			shared = c.at
		case "threads":
			threads = c.at
		}
	})
	if c.err == nil && threads > 0 && !processed {
		return nil, &input.Error{Found: lang.L("a profile as Firefox records it, not yet processed by the Firefox Profiler"), Advice: lang.L("open it on profiler.firefox.com and save it from there")}
	}
	if c.err == nil && shared > 0 {
		c.at = shared
		f.shared = f.readTables(nil)
	}
	f.sampleType(samplesType)
	if c.err == nil && threads > 0 {
		c.at = threads
		c.array(func(int) { f.thread() })
	}
	if err := c.fault(FirefoxName); err != nil {
		return nil, err
	}
	if f.samples == 0 {
		return nil, nothing(FirefoxName, nil)
	}
	return f.finish(f.header())
}

func (f *firefox) header() model.Header {
	h := model.Header{Format: FirefoxName}
	if at := f.meta.start * 1e6; at > 0 && at < math.MaxInt64/2 {
		h.Time = time.UnixMicro(int64(math.Round(f.meta.start * 1e3)))
	}
	if d := (f.meta.end - f.meta.from) * 1e6; d > 0 && d < math.MaxInt64/2 {
		h.Duration = time.Duration(math.Round(d))
	} else if interval := nanoseconds(f.meta.interval * 1e6); f.span.known && interval > 0 { // the last sample stands for its interval
		h.Duration = time.Duration(min(f.span.end-f.span.first, math.MaxInt64/2) + interval)
	}
	if d := f.meta.interval * 1e6; d >= 1 && d < math.MaxInt64/2 && !f.meta.offsets {
		h.Period, h.PeriodType = int64(math.Round(d)), model.ValueType{Type: "time", Unit: "nanoseconds"}
	}
	if f.allocated > 0 && f.allocated < f.made.samples {
		h.DefaultSampleType = f.shown
	}
	if f.meta.product != "" {
		h.Comments = []string{f.meta.product}
	}
	if f.left > 0 {
		h.Warnings = []string{lang.N(f.left, "1 sample is left out, because its stack is not in the file", "{{.N}} samples are left out, because their stacks are not in the file", nil)}
	}
	return h
}

func (f *firefox) readMeta() (processed bool) {
	c := &f.c
	c.object(func(key string) {
		switch key {
		case "preprocessedProfileVersion":
			processed = true
		case "startTime":
			f.meta.start = c.float()
		case "profilingStartTime":
			f.meta.from = c.float()
		case "profilingEndTime":
			f.meta.end = c.float()
		case "interval":
			f.meta.interval = c.float()
		case "product":
			f.meta.product = c.string()
		case "sampleUnits":
			c.object(func(key string) {
				switch key {
				case "time":
					f.meta.offsets = c.string() == "bytes"
				case "threadCPUDelta":
					switch c.string() {
					case "ns":
						f.meta.cpuUnit = 1
					case "µs", "μs", "us":
						f.meta.cpuUnit = 1e3
					}
				}
			})
		}
	})
	return processed
}

func (f *firefox) readLibs() {
	c := &f.c
	c.array(func(int) {
		var l firefoxLib
		path := ""
		c.object(func(key string) {
			switch key {
			case "name":
				l.name = c.string()
			case "path":
				path = c.string()
			case "codeId":
				l.id = c.string()
			}
		})
		if path != "" {
			l.name = path
		}
		f.kept += int64(100 + len(l.name))
		f.libs = append(f.libs, l)
	})
}

// readTables reads the tables of a thread, or those that all share. Members that are none are given to
// other, which may be nil.
func (f *firefox) readTables(other func(key string)) *firefoxTables {
	c, t := &f.c, &firefoxTables{}
	table := func(columns map[string]*[]int32) {
		c.object(func(key string) {
			if to := columns[key]; to != nil {
				*to = c.indices()
				f.kept += int64(2 * len(*to))
			}
		})
	}
	c.object(func(key string) {
		switch key {
		case "stringArray", "stringTable":
			c.array(func(int) {
				s := c.string()
				t.strings = append(t.strings, s)
				f.kept += int64(len(s) + 16)
			})
		case "stackTable":
			table(map[string]*[]int32{"prefix": &t.prefix, "frame": &t.frame})
		case "frameTable":
			c.object(func(key string) {
				switch key {
				case "address":
					c.array(func(int) { t.addresses = append(t.addresses, c.int()) })
					f.kept += int64(4 * len(t.addresses))
				case "func":
					t.funcs = c.indices()
				case "line":
					t.lines = c.indices()
				case "column":
					t.columns = c.indices()
				}
			})
			f.kept += int64(10 * len(t.funcs))
		case "funcTable":
			table(map[string]*[]int32{"name": &t.names, "fileName": &t.files, "source": &t.sources, "resource": &t.resources})
		case "resourceTable":
			table(map[string]*[]int32{"lib": &t.libs})
		case "sources":
			table(map[string]*[]int32{"filename": &t.sourceFiles})
		default:
			if other != nil {
				other(key)
			}
		}
	})
	t.locations = make([]model.LocID, len(t.frame))
	return t
}

// cell is an entry of a column, −1 where there is none.
func cell(column []int32, i int32) int32 {
	if i < 0 || int(i) >= len(column) {
		return -1
	}
	return column[i]
}

func (t *firefoxTables) string(i int32) string {
	if i < 0 || int(i) >= len(t.strings) {
		return ""
	}
	return t.strings[i]
}

// or takes the tables that are shared where a thread has none of its own.
func (t *firefoxTables) or(shared *firefoxTables) *firefoxTables {
	if shared == nil {
		return t
	}
	if len(t.frame) == 0 {
		return shared
	}
	if len(t.strings) == 0 { // the texts were shared first
		t.strings = shared.strings
	}
	if len(t.sourceFiles) == 0 {
		t.sourceFiles = shared.sourceFiles
	}
	return t
}

// location is the code of a frame. Symbols that are not known have their address as a name.
func (f *firefox) location(t *firefoxTables, frame int32) model.LocID {
	fn := cell(t.funcs, frame)
	name := t.string(cell(t.names, fn))
	in := model.NoMapping
	if lib := cell(t.libs, cell(t.resources, fn)); lib >= 0 && int(lib) < len(f.libs) {
		l := &f.libs[lib]
		if !l.made {
			l.mapping, l.made = f.mapping(l.name, l.id), true
		}
		in = l.mapping
	}
	var address uint64
	if frame >= 0 && int(frame) < len(t.addresses) && t.addresses[frame] >= 0 {
		address = uint64(t.addresses[frame])
	}
	if digits, ok := strings.CutPrefix(name, "0x"); ok && isHex([]byte(digits)) && in != model.NoMapping {
		return f.making.location(in, address, nil)
	}
	file := t.string(cell(t.files, fn))
	if file == "" {
		file = t.string(cell(t.sourceFiles, cell(t.sources, fn)))
	}
	f.line[0] = model.Line{Func: f.function(name, file, 0), Line: int64(max(0, cell(t.lines, frame))), Column: int64(max(0, cell(t.columns, frame)))}
	return f.making.location(in, address, f.line[:])
}

// firefoxSamples are the samples of a thread, or its allocations, which stand in tables like theirs.
type firefoxSamples struct {
	of            string // the sample type of allocations
	stack         []int32
	times, deltas []float64 // ms; one of both
	weights, cpu  []float64
	unit          string
}

func (f *firefox) readSamples(of string) firefoxSamples {
	c, s := &f.c, firefoxSamples{of: of}
	floats := func() (all []float64) {
		c.array(func(int) { all = append(all, c.float()) })
		f.kept += int64(4 * len(all))
		return all
	}
	c.object(func(key string) {
		switch key {
		case "stack":
			s.stack = c.indices()
			f.kept += int64(2 * len(s.stack))
		case "time":
			s.times = floats()
		case "timeDeltas":
			s.deltas = floats()
		case "weight":
			s.weights = floats()
		case "threadCPUDelta":
			s.cpu = floats()
		case "weightType":
			s.unit = c.string()
		}
	})
	return s
}

func (f *firefox) thread() {
	c := &f.c
	var tables []firefoxSamples
	var name, process, processName, pid, tid string
	t := f.readTables(func(key string) {
		switch key {
		case "samples":
			tables = append(tables, f.readSamples(""))
		case "nativeAllocations":
			tables = append(tables, f.readSamples(nativeAllocations))
		case "jsAllocations":
			tables = append(tables, f.readSamples(jsAllocations))
		case "name":
			name = c.string()
		case "processName":
			processName = c.string()
		case "processType":
			process = c.string()
		case "pid":
			pid = c.string()
		case "tid":
			tid = c.string()
		}
	}).or(f.shared)
	if c.err != nil {
		return
	}
	var labels []model.Label
	for _, l := range [...][2]string{{"process", processName}, {"pid", pid}, {"thread", name}, {"tid", tid}} {
		if l[0] == "process" && l[1] == "" && process != "default" {
			l[1] = process
		}
		if l[1] != "" {
			labels = append(labels, f.text(l[0], l[1]))
		}
	}
	set := f.set(labels)
	for _, s := range tables {
		c.stop(f.add(t, s, set))
	}
}

// sampleType is the column of a sample type that is of no allocations.
func (f *firefox) sampleType(t model.ValueType) int {
	n := len(f.values)
	i := f.column(t)
	if i == n {
		f.shown = t.Type
	}
	return i
}

// weight is the column of what samples weigh, and how many units of it their unit is.
func (f *firefox) weight(s *firefoxSamples) (column int, units float64) {
	switch {
	case s.of != "":
		return f.column(model.ValueType{Type: s.of, Unit: "bytes"}), 1
	case s.unit == "tracing-ms":
		return f.sampleType(model.ValueType{Type: "time", Unit: "nanoseconds"}), 1e6
	case s.unit == "bytes":
		return f.sampleType(model.ValueType{Type: "size", Unit: "bytes"}), 1
	}
	return f.sampleType(samplesType), 1
}

// time is when a sample was taken; now is the sum of the differences of times.
func (f *firefox) time(s *firefoxSamples, i int, now float64) int64 {
	at := int64(model.NoTime)
	switch {
	case f.meta.offsets:
		return at
	case i < len(s.times):
		at = nanoseconds(s.times[i] * 1e6)
	case i < len(s.deltas):
		at = nanoseconds(now * 1e6)
	}
	if at != model.NoTime {
		f.span.add(at)
	}
	return at
}

// add adds the samples of a thread. One without a stack says that none was taken, and counts for nothing, as
// in the profiler.
func (f *firefox) add(t *firefoxTables, s firefoxSamples, labels model.LabelSetID) error {
	if len(s.stack) == 0 {
		return nil
	}
	weight, units := f.weight(&s)
	cpu := -1
	if f.meta.cpuUnit > 0 && len(s.cpu) > 0 {
		cpu = f.sampleType(model.ValueType{Type: "cpu", Unit: "nanoseconds"})
	}
	var round, roundCPU rounding
	var stack []model.LocID
	now := 0.0
	for i, id := range s.stack {
		if i < len(s.deltas) {
			now += s.deltas[i]
		}
		if id < 0 {
			continue
		}
		var ok bool
		if stack, ok = f.stack(t, id, stack[:0]); !ok {
			f.left++
			continue
		}
		clear(f.values)
		w := 1.0
		if i < len(s.weights) {
			w = s.weights[i]
		}
		if f.values[weight], ok = round.of(w * units); !ok {
			f.left++
			continue
		}
		if cpu >= 0 && i < len(s.cpu) {
			f.values[cpu], _ = roundCPU.of(s.cpu[i] * f.meta.cpuUnit)
		}
		if s.of != "" {
			f.allocated++
		}
		if err := f.sample(f.time(&s, i, now), stack, labels); err != nil {
			return err
		}
	}
	return nil
}

// stack follows a stack from its leaf to the root. An entry stands behind the one that it continues.
func (f *firefox) stack(t *firefoxTables, id int32, to []model.LocID) ([]model.LocID, bool) {
	for id >= 0 {
		if int(id) >= len(t.frame) {
			return to, false
		}
		if t.locations[id] == 0 {
			t.locations[id] = f.location(t, t.frame[id]) + 1
		}
		to = append(to, t.locations[id]-1)
		before := cell(t.prefix, id)
		if before >= id {
			return to, false
		}
		id = before
	}
	return to, true
}
