package foreign

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// FirefoxForm is the Firefox Profiler's JSON, which may be in a container.
var FirefoxForm = Form{Name: "Firefox Profiler", called: lang.Later("a Firefox Profiler file")}

// productMark begins the comment that names the recorded program.
const productMark = "product: "

// IsFirefox reports whether a text begins like a Firefox Profiler profile.
func IsFirefox(data []byte, _ *work.Steps) bool {
	if isSlabs(data) { // what stands in it is found behind its first bytes
		return true
	}
	has := jsonHead(data)
	return has != nil && (has(`"preprocessedProfileVersion"`) ||
		has(`"meta"`) && (has(`"categories"`) || has(`"markerSchema"`) || has(`"processType"`) || has(`"sampleUnits"`)) ||
		has(`"stackTable"`) && has(`"frameTable"`))
}

// The newest known versions: the processed format's and Firefox' own (docs-developer/CHANGELOG-formats.md in
// firefox-devtools/profiler).
const (
	newestFirefox = 70
	newestGecko   = 36
)

// firefox decodes the Firefox Profiler's processed format (src/types/profile.ts in firefox-devtools/profiler; samply
// and others write it). Tables are in each thread or, from version 60 on, in a part that all threads share. As tables
// refer to each other in no order, a thread is walked once to find where each is.
type firefox struct {
	*builder
	c      cursor
	meta   firefoxMeta
	libs   []firefoxLib
	shared *firefoxTables
	place  string // where the current tables are, for people
	left   int    // samples whose stacks are not in the file
	span   timeSpan

	shown     string // the last sample type that is not about allocations
	allocated int64  // samples that are allocations
}

type firefoxMeta struct {
	processed bool
	version   int64   // the processed format's
	gecko     int64   // the format's that it was processed from
	start     float64 // ms since 1970
	from, end float64 // ms, start and end; 0: not known
	interval  float64 // ms
	product   string
	cpu       string // unit for threadCPUDelta
	offsets   bool   // what stands for times are places in a file, in bytes
}

type firefoxLib struct {
	name, id string
	made     bool
	mapping  model.MappingID
}

// Firefox decodes a processed Firefox Profiler profile.
func Firefox(data []byte, d Decoding) (*model.Profile, error) {
	f := &firefox{builder: d.begin(FirefoxForm, len(data))}
	c := &f.c
	c.data = withoutMark(data)
	if isSlabs(data) {
		if err := f.join(); err != nil {
			return nil, err
		}
	}
	c.tick = f.at
	shared, threads := 0, 0
	c.members(members{"meta": f.readMeta, "libs": f.readLibs, "shared": &shared, "threads": &threads},
		func(key string) { f.other(c, "", key) })
	if c.err == nil && threads > 0 && !f.meta.processed {
		return nil, &input.Error{Found: lang.L("a profile as Firefox records it, not yet processed by the Firefox Profiler"),
			Advice: lang.L("open it on profiler.firefox.com and save it from there")}
	}
	if c.err == nil && shared > 0 {
		c.at, f.place = shared, "shared"
		f.shared = f.readTables(nil)
	}
	f.sampleType(samplesType)
	if c.err == nil && threads > 0 {
		c.at = threads
		c.array(func(i int) {
			f.place = fmt.Sprintf("threads[%d]", i)
			if fault := c.attempt(f.thread); fault != nil {
				f.damaged(f.place, fault)
			}
		})
	}
	if err := f.whole(c); err != nil {
		return nil, err
	}
	return f.finish(f.header())
}

// join turns a container into JSON.
func (f *firefox) join() error {
	container := f.c.data
	text, err := f.joined(container)
	switch {
	case errors.Is(err, errCut):
		return f.cutOff(len(container))
	case f.Progress.Cancelled() != nil || errors.As(err, new(*input.Error)):
		return err
	case err != nil:
		return f.broken(err)
	}
	f.c.data, f.size = text, len(text)
	f.kept += int64(len(container)) / 2
	return nil
}

// firefoxPassed are members that are left out on purpose, sorted: their data is not about samples and stacks, but
// about how these are shown, or about what else happened.
var firefoxPassed = []string{
	"addonId", "argumentValues", "category", "className", "coarseType", "columnNumber", "content", "counters",
	"eTLD+1", "eventDelay", "functionSize", "host", "icon", "id", "implementation", "inNursery", "inlineDepth",
	"innerWindowID", "isJS", "jsTracer", "lineNumber", "markers", "memoryAddress", "name", "nativeSymbol",
	"nativeSymbols", "optimizations", "originalLocation", "pages", "pausedRanges", "profileGatheringLog",
	"profilerOverhead", "profilingLog", "relevantForJS", "responsiveness", "rss", "sourceMapURL", "startColumn",
	"startLine", "subcategory", "tasktracer", "threadId", "tracedObjectShapes", "type", "typeName",
	"usedInnerWindowIDs", "uss", "uuid",
}

// other counts a member that is not known.
func (f *firefox) other(c *cursor, place, key string) {
	if _, ok := slices.BinarySearch(firefoxPassed, key); !ok {
		f.builder.other(c, place, key)
	}
}

func (f *firefox) header() model.Header {
	var h model.Header
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
		h.Comments = []string{productMark + f.meta.product}
	}
	if v := f.meta.version; v > newestFirefox {
		h.Warnings = append(h.Warnings, input.Newer(f.file(), strconv.FormatInt(v, 10), strconv.Itoa(newestFirefox)))
	}
	if v := f.meta.gecko; v > newestGecko {
		h.Warnings = append(h.Warnings, input.Newer(lang.L("a recording of Firefox"), strconv.FormatInt(v, 10),
			strconv.Itoa(newestGecko)))
	}
	if f.left > 0 {
		h.Warnings = append(h.Warnings, leftOut(f.left))
	}
	return h
}

func (f *firefox) readMeta() {
	c, m := &f.c, &f.meta
	known := members{
		"version": &m.gecko, "startTime": &m.start, "profilingStartTime": &m.from, "profilingEndTime": &m.end,
		"interval": &m.interval, "product": &m.product, "sampleUnits": f.readUnits,
		"preprocessedProfileVersion": func() { m.processed, m.version = true, c.int() },
	}
	c.object(func(key string) {
		if fault := c.attempt(func() { c.member(key, known) }); fault != nil {
			f.damaged("meta."+key, fault)
		}
	})
}

func (f *firefox) readUnits() {
	c := &f.c
	c.object(func(key string) {
		switch key {
		case "time":
			unit := c.string()
			if f.meta.offsets = unit != "ms"; f.meta.offsets && unit != "bytes" {
				f.unit("time", unit)
			}
		case "threadCPUDelta":
			f.meta.cpu = c.string()
		}
	})
}

func (f *firefox) readLibs() {
	c := &f.c
	var l firefoxLib
	var path string
	known := members{"name": &l.name, "path": &path, "codeId": &l.id}
	c.array(func(i int) {
		l, path = firefoxLib{}, ""
		fault := c.attempt(func() { c.members(known, func(string) {}) })
		if fault != nil {
			f.damaged(fmt.Sprintf("libs[%d]", i), fault)
		}
		if path != "" {
			l.name = path
		}
		f.kept += int64(100 + len(l.name))
		f.libs = append(f.libs, l)
	})
}
