package foreign

import "profstation/model/lang"

// The forms' names, as a profile's header has them in Format.
const (
	CollapsedName  = "collapsed stacks"
	SpeedscopeName = "speedscope"
	FirefoxName    = "Firefox Profiler"
	OTLPName       = "OpenTelemetry profiles"
	PerfName       = "perf script"
	V8Name         = "V8 CPU profile"
)

// Names for sample types that have none in the Firefox Profiler.
const (
	nativeAllocations = "native allocations"
	jsAllocations     = "js allocations"
	cpuCycles         = "cpu cycles"
)

// eventsComment begins the comment that names a perf recording's events, beside perf's own.
const eventsComment = "events: "

// file describes a file by its form, within a sentence.
func file(form string) string { return lang.L(files[form]) }

var files = map[string]string{
	CollapsedName:  lang.Later("a file of collapsed stacks"),
	SpeedscopeName: lang.Later("a speedscope file"),
	FirefoxName:    lang.Later("a Firefox Profiler file"),
	OTLPName:       lang.Later("a file of OpenTelemetry profiles"),
	V8Name:         lang.Later("a CPU profile of V8"),
	PerfName:       lang.Later("output of perf script"),
}
