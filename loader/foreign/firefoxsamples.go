package foreign

import (
	"profstation/model"
)

// firefoxSamples are a thread's samples, or its allocations, which are in tables like theirs.
type firefoxSamples struct {
	of            model.ValueType // the sample type, for allocations
	stack         []int32
	times, deltas []float64 // ms; only one is there
	weights, cpu  []float64
	unit          string
}

// readSamples reads one table in a thread by its name.
func (f *firefox) readSamples(table string, of model.ValueType) firefoxSamples {
	c, s := &f.c, firefoxSamples{of: of}
	c.members(members{
		"stack": &s.stack, "time": &s.times, "timeDeltas": &s.deltas, "weight": &s.weights, "threadCPUDelta": &s.cpu,
		"weightType": &s.unit,
	}, func(key string) { f.other(c, f.place+"."+table, key) })
	f.kept += int64(2*len(s.stack) + 4*(len(s.times)+len(s.deltas)+len(s.weights)+len(s.cpu)))
	return s
}

func (f *firefox) thread() {
	c := &f.c
	var tables []firefoxSamples
	var name, process, processName, pid, tid string
	known := members{"name": &name, "processName": &processName, "processType": &process, "pid": &pid, "tid": &tid}
	t := f.readTables(func(key string) bool {
		switch key {
		case "samples":
			tables = append(tables, f.readSamples(key, model.ValueType{}))
		case "nativeAllocations":
			tables = append(tables, f.readSamples(key, model.ValueType{Type: "native allocations", Unit: "bytes"}))
		case "jsAllocations":
			tables = append(tables, f.readSamples(key, model.ValueType{Type: "js allocations", Unit: "bytes"}))
		case "libs": // in each thread, before version 41
			f.libs = nil
			f.readLibs()
		default:
			return c.member(key, known)
		}
		return true
	}).or(f.shared)
	if c.err != nil {
		return
	}
	if processName == "" && process != "default" {
		processName = process
	}
	set := f.set(f.texts("process", processName, "pid", pid, "thread", name, "tid", tid))
	for _, s := range tables {
		c.stop(f.add(t, s, set))
	}
}

// sampleType returns the column for a sample type that is not about allocations.
func (f *firefox) sampleType(t model.ValueType) int {
	n := len(f.values)
	i := f.column(t)
	if i == n {
		f.shown = t.Type
	}
	return i
}

// weight returns the column for weights, and how many of its units the file's unit is.
func (f *firefox) weight(s *firefoxSamples) (column int, units float64) {
	switch {
	case s.of.Type != "":
		return f.column(s.of), 1
	case s.unit == "tracing-ms":
		return f.sampleType(model.ValueType{Type: "time", Unit: "nanoseconds"}), 1e6
	case s.unit == "bytes":
		return f.sampleType(model.ValueType{Type: "size", Unit: "bytes"}), 1
	case s.unit != "samples" && s.unit != "":
		f.unit(f.place+".samples.weightType", s.unit)
	}
	return f.sampleType(samplesType), 1
}

// cpu returns the column for CPU time, and how many of its units the file's unit is; −1 if there is none. Where the
// processor counts cycles, the column has these.
func (f *firefox) cpu(s *firefoxSamples) (column int, units float64) {
	if len(s.cpu) == 0 {
		return -1, 0
	}
	switch f.meta.cpu {
	case "":
		return -1, 0
	case "ns":
		return f.sampleType(model.ValueType{Type: "cpu", Unit: "nanoseconds"}), 1
	case "µs", "μs", "us":
		return f.sampleType(model.ValueType{Type: "cpu", Unit: "nanoseconds"}), 1e3
	case "variable CPU cycles":
	default:
		f.unit("threadCPUDelta", f.meta.cpu)
	}
	return f.sampleType(model.ValueType{Type: "cpu cycles", Unit: "count"}), 1
}

// time returns when a sample was taken. now is the sum so far, if the file has differences.
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

// add adds a thread's samples. One without a stack says that none was taken and counts for nothing, as in the
// profiler.
func (f *firefox) add(t *firefoxTables, s firefoxSamples, labels model.LabelSetID) error {
	if len(s.stack) == 0 {
		return nil
	}
	weight, units := f.weight(&s)
	cpu, cpuUnits := f.cpu(&s)
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
			f.values[cpu], _ = roundCPU.of(s.cpu[i] * cpuUnits)
		}
		if s.of.Type != "" {
			f.allocated++
		}
		if err := f.sample(f.time(&s, i, now), stack, labels); err != nil {
			return err
		}
	}
	return nil
}
