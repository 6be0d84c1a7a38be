package model

import "strings"

// eventOf is the event of perf that a sample type is of, without what perf writes around its name: modifiers
// ("cycles:u", "cycles:ppp"), the unit of the processor ("cpu_core/cycles/P") and, where samples are counted apart from
// what they weigh, _sample or _event. Other names stay as they are.
func eventOf(sampleType string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(sampleType, "_sample"), "_event")
	if at := strings.LastIndexByte(name, ':'); at > 0 && isModifiers(name[at+1:]) {
		name = name[:at]
	}
	if parts := strings.Split(name, "/"); len(parts) == 3 && isModifiers(parts[2]) {
		name, _, _ = strings.Cut(parts[1], ",") // what follows are terms, as in cpu/cycles,period=1000/
	}
	if name == "cpu-cycles" {
		return "cycles"
	}
	return name
}

// isModifiers reports whether a text is of letters that say when perf counts an event, and how exactly.
func isModifiers(s string) bool { return strings.Trim(s, "ukhIGHpPSDWebR") == "" }
