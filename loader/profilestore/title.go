package profilestore

import "profstation/model/lang"

// titles has plain words for profile types, by the names of the profile and of the sample type.
var titles = map[[2]string]string{
	{"process_cpu", "cpu"}:         lang.Later("CPU time"),
	{"process_cpu", "samples"}:     lang.Later("CPU samples"),
	{"process_cpu", "lock_time"}:   lang.Later("Time waiting for locks"),
	{"process_cpu", "lock_count"}:  lang.Later("Waits for locks"),
	{"memory", "inuse_space"}:      lang.Later("Heap in use"),
	{"memory", "inuse_objects"}:    lang.Later("Objects in use"),
	{"memory", "alloc_space"}:      lang.Later("Allocated bytes"),
	{"memory", "alloc_objects"}:    lang.Later("Allocated objects"),
	{"mutex", "delay"}:             lang.Later("Mutex: time others waited"),
	{"mutex", "contentions"}:       lang.Later("Mutex: contentions"),
	{"block", "delay"}:             lang.Later("Blocking: time waited"),
	{"block", "contentions"}:       lang.Later("Blocking: waits"),
	{"goroutine", "goroutine"}:     lang.Later("Goroutines"),
	{"goroutines", "goroutine"}:    lang.Later("Goroutines"),
	{"wall", "wall"}:               lang.Later("Wall-clock time"),
	{"parca_agent_cpu", "samples"}: lang.Later("CPU samples (whole machine)"),
	{"parca_agent", "samples"}:     lang.Later("CPU samples (whole machine)"),
	{"parca_agent", "wallclock"}:   lang.Later("Wall-clock time (whole machine)"),
}

// Title returns plain words for a type, or the store's words if there are none.
func (t Type) Title() string {
	if words := titles[[2]string{t.Name, t.SampleType}]; words != "" {
		return lang.L(words)
	}
	return Question{Type: t.ID}.What()
}
