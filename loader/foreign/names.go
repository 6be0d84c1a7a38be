package foreign

import "profstation/model/lang"

// The names of the forms, as the Format of a profile's header has them.
const (
	CollapsedName  = "collapsed stacks"
	SpeedscopeName = "speedscope"
	FirefoxName    = "Firefox Profiler"
	OTLPName       = "OpenTelemetry profiles"
	PerfName       = "perf script"
	V8Name         = "V8 CPU profile"
)

// The names of sample types that the Firefox Profiler has no name for.
const (
	nativeAllocations = "native allocations"
	jsAllocations     = "js allocations"
	cpuCycles         = "cpu cycles"
)

// eventsComment begins the comment that names the events of a recording of perf, beside perf's own.
const eventsComment = "events: "

// file is a file of a form, within a sentence.
func file(form string) string {
	switch form {
	case CollapsedName:
		return lang.L("a file of collapsed stacks")
	case SpeedscopeName:
		return lang.L("a speedscope file")
	case FirefoxName:
		return lang.L("a Firefox Profiler file")
	case OTLPName:
		return lang.L("a file of OpenTelemetry profiles")
	case V8Name:
		return lang.L("a CPU profile of V8")
	}
	return lang.L("output of perf script")
}
