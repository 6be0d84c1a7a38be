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
