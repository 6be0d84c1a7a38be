package foreign

// The names of the forms, as the Format of a profile's header has them.
const (
	CollapsedName  = "collapsed stacks"
	SpeedscopeName = "speedscope"
	FirefoxName    = "Firefox Profiler"
	OTLPName       = "OpenTelemetry profiles"
	PerfName       = "perf script"
)
