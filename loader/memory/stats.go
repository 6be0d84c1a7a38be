package memory

import (
	"bytes"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// statsMark begins the MemStats in a heap profile with debug=1 (writeHeapInternal in Go's runtime/pprof/pprof.go).
const statsMark = "# runtime.MemStats"

// beforeStats is how far from a profile's end the MemStats may begin: their last lines are two lists with 256 numbers each.
const beforeStats = 64 << 10

// Fields in MemStats: all that the runtime has, the heap's size at which the next collection ends, and beside
// them the largest resident size.
const (
	systemMark   = "Sys"
	goalStatMark = "NextGC"
	peakMark     = "MaxRSS"
)

// Stats reads the MemStats at the end of a heap profile with debug=1. It returns nil if there are none, or some
// lack: such a profile is still a profile.
func Stats(text []byte) (*memory.Runtime, error) {
	at := bytes.LastIndex(text[max(0, len(text)-beforeStats):], []byte(statsMark))
	if at < 0 {
		return nil, nil
	}
	of := map[string]int64{}
	for line := range bytes.Lines(text[max(0, len(text)-beforeStats)+at:]) {
		name, value, ok := strings.Cut(strings.TrimSpace(strings.TrimPrefix(string(line), "#")), " = ")
		if !ok || !isStat(name) {
			continue
		}
		if used, system, two := strings.Cut(value, " / "); two {
			n, err := amount(name, used)
			if err != nil {
				return nil, err
			}
			of[inUseAndSystem[name]+"Inuse"] = n
			name, value = inUseAndSystem[name]+systemMark, system
		}
		n, err := number(value)
		if err == nil && name != goalStatMark { // which has no limit while the collector is off
			err = plausible(name, n)
		}
		if err != nil {
			return nil, err
		}
		of[name] = n
	}
	if lacks(of) != "" {
		return nil, nil
	}
	r, err := fromStats(of)
	if err == nil {
		r.Form = memory.Stats
	}
	return r, err
}

// isStat reports whether a field in MemStats is a number that the account needs.
func isStat(name string) bool {
	for _, s := range stats {
		if s.name == name {
			return true
		}
	}
	return inUseAndSystem[name] != ""
}

// lacks returns the first field that is needed and is not there, or "".
func lacks(of map[string]int64) string {
	for _, s := range stats {
		if _, ok := of[s.name]; !ok && s.needed {
			return s.name
		}
	}
	return ""
}

// fromStats divides MemStats into parts, as runtime/metrics does.
func fromStats(of map[string]int64) (*memory.Runtime, error) {
	if name := lacks(of); name != "" {
		return nil, nonsense(lang.L("MemStats without {{.Name}}", lang.With{"Name": name}))
	}
	r := &memory.Runtime{System: of[systemMark], Peak: of[peakMark]}
	if goal := of[goalStatMark]; goal < mostBytes {
		r.Goal = goal
	}
	var sum int64
	for _, c := range classes {
		n := of[c.stat] - of[c.less]
		if n < 0 {
			return nil, nonsense(lang.L("MemStats in which {{.Less}} is larger than {{.Stat}}", lang.With{"Less": c.less, "Stat": c.stat}))
		}
		how := c.stat
		if c.less != "" {
			how += " − " + c.less
		}
		sum += n
		r.Parts = append(r.Parts, memory.Figure{Kind: c.kind, Bytes: n, How: how})
	}
	return r, checkSum(r, sum)
}

// checkSum refuses parts that are more than the whole.
func checkSum(r *memory.Runtime, sum int64) error {
	if sum <= r.System {
		return nil
	}
	return nonsense(lang.L("parts of {{.Sum}} in a Go runtime that has {{.System}} from the system", lang.With{"Sum": input.Size(sum), "System": input.Size(r.System)}))
}
