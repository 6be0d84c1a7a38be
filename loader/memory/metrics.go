package memory

import (
	"bytes"
	"regexp"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// Names in runtime/metrics.
const (
	classesMark = "/memory/classes/"
	totalMark   = "/memory/classes/total:bytes"
	liveMark    = "/gc/heap/live:bytes"
	goalMark    = "/gc/heap/goal:bytes"
	limitMark   = "/gc/gomemlimit:bytes"
)

// What Prometheus puts before the names.
const (
	statsPrefixMark = "go_memstats_"
	exporterMark    = "process_resident_memory_bytes"
)

// figures are what a file says: metrics by their names in runtime/metrics, and fields in MemStats.
type figures struct {
	metrics, stats map[string]int64
	resident       int64 // 0: not known
}

func newFigures() *figures { return &figures{metrics: map[string]int64{}, stats: map[string]int64{}} }

// put keeps a figure. A file that has one twice with different values is about several processes.
func put(of map[string]int64, name, value string) error {
	n, err := number(value)
	if err != nil {
		return err
	}
	if before, twice := of[name]; twice && before != n {
		return twoProcesses(name)
	}
	of[name] = n
	return nil
}

func twoProcesses(name string) error {
	return &input.Error{Found: lang.L("several values of {{.Name}}", lang.With{"Name": name}), Advice: lang.L("an account is of one process at one moment: leave the others out")}
}

// known are the metrics that are kept, by their names and by the names that Prometheus gives them.
var known = func() map[string]string {
	all := map[string]string{}
	add := func(name string) {
		all[name] = name
		all["go_"+strings.NewReplacer("/", "_", ":", "_", "-", "_").Replace(name[1:])] = name
	}
	for _, c := range classes {
		for _, m := range c.metrics {
			add(classesMark + m + ":bytes")
		}
	}
	for _, name := range []string{totalMark, liveMark, goalMark, limitMark} {
		add(name)
	}
	return all
}()

// exportedStats are fields in MemStats by their names in Prometheus.
var exportedStats = func() map[string]string {
	all := map[string]string{}
	for _, s := range stats {
		if s.exported != "" {
			all[statsPrefixMark+s.exported] = s.name
		}
	}
	return all
}()

// metricLine matches a name and its value, as in "/gc/heap/live:bytes: 4096", "/gc/heap/live:bytes=4096" and
// "go_gc_heap_live_bytes{job="x"} 4.096e+03 1700000000".
var metricLine = regexp.MustCompile(`^\s*"?(/[a-z0-9/_-]+:[a-z0-9*-]+|[a-z][a-z0-9_]*)"?(?:\{[^}]*\})?[\s:=,]+([0-9][0-9.eE+]*)[\s,]*(?:[0-9]+\s*)?$`)

// hasMetrics reports whether a text has lines with metrics that are kept.
func hasMetrics(data []byte) bool {
	for _, mark := range []string{classesMark, liveMark, goalMark, limitMark, "go_memory_classes_", statsPrefixMark, exporterMark} {
		if i := bytes.Index(data, []byte(mark)); i >= 0 && (i == 0 || bytes.IndexByte([]byte("\n \t\""), data[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// readMetrics reads lines with a metric in each: what a program prints from runtime/metrics, or Prometheus'
// text.
func readMetrics(data []byte) (*figures, error) {
	f := newFigures()
	for line := range bytes.Lines(data) {
		if len(line) > 4096 {
			continue
		}
		m := metricLine.FindSubmatch(line)
		if m == nil {
			continue
		}
		if err := f.metric(string(m[1]), string(m[2])); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// isKept reports whether the account needs a metric.
func isKept(name string) bool {
	return known[name] != "" || exportedStats[name] != "" || name == exporterMark
}

// metric keeps a metric if the account needs it.
func (f *figures) metric(name, value string) error {
	switch {
	case known[name] != "":
		return put(f.metrics, known[name], value)
	case exportedStats[name] != "":
		return put(f.stats, exportedStats[name], value)
	case name == exporterMark:
		n, err := amount(name, value)
		if err == nil && f.resident != 0 && f.resident != n {
			err = twoProcesses(name)
		}
		f.resident = n
		return err
	}
	return nil
}

// addFigures reads metrics, as text or as JSON.
func addFigures(s *memory.Sources, from memory.Source, data []byte) error {
	read := readMetrics
	if isJSON(data) {
		read = readJSON
	}
	f, err := read(data)
	if err != nil {
		return err
	}
	r, err := f.runtime()
	if err != nil {
		return err
	}
	if f.resident > 0 {
		s.Resident = append(s.Resident, memory.Resident{Source: from, Bytes: f.resident, Areas: []memory.Figure{
			{Kind: memory.Undivided, Bytes: f.resident, How: exporterMark},
		}})
	}
	if r == nil && f.resident == 0 {
		return &input.Error{
			Found:  lang.L("no metric of the memory of a process"),
			Advice: lang.L("save all of /memory/classes of runtime/metrics, or /debug/vars"),
		}
	}
	if r != nil {
		r.Source = from
		s.Runtime = append(s.Runtime, *r)
	}
	return nil
}

// runtime returns what the figures say about the Go runtime; nil: nothing.
func (f *figures) runtime() (*memory.Runtime, error) {
	for _, of := range []map[string]int64{f.metrics, f.stats} {
		for name, n := range of {
			if name != limitMark && name != goalMark && name != goalStatMark { // which may be without a limit
				if err := plausible(name, n); err != nil {
					return nil, err
				}
			}
		}
	}
	var r *memory.Runtime
	var err error
	switch {
	case len(f.metrics) == 0 && len(f.stats) == 0:
		return nil, nil
	case f.metrics[totalMark] == 0 && len(f.stats) > 0:
		r, err = fromStats(f.stats)
	default:
		r, err = f.classes()
	}
	if err != nil {
		return nil, err
	}
	r.Live = f.metrics[liveMark]
	if limit := f.metrics[limitMark]; limit < mostBytes {
		r.Limit = limit
	}
	if goal := f.metrics[goalMark]; goal > 0 && goal < mostBytes {
		r.Goal = goal
	}
	return r, nil
}

// classes divides what the runtime has by /memory/classes. If the total is missing, the file has no parts either.
func (f *figures) classes() (*memory.Runtime, error) {
	r := &memory.Runtime{System: f.metrics[totalMark]}
	if r.System == 0 {
		return r, nil
	}
	var sum int64
	for _, c := range classes {
		part := memory.Figure{Kind: c.kind}
		for i, name := range c.metrics {
			name = classesMark + name + ":bytes"
			part.Bytes += f.metrics[name]
			if i > 0 {
				part.How += " + "
			}
			part.How += name
		}
		sum += part.Bytes
		r.Parts = append(r.Parts, part)
	}
	return r, checkSum(r, sum)
}
