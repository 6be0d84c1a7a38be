package loader

import (
	"bytes"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/trace"
)

const (
	// CPULimitEnding is that of a control group's file beside a trace: run.cpu.max beside run.trace says how much CPU the
	// process may use.
	CPULimitEnding = ".cpu.max"

	mostOfCPULimit = 4 << 10
	mostMicros     = 1 << 40 // twelve days: more is nonsense
)

// cpuLimit reads the line of cpu.max: how many microseconds of CPU time all processes of the group together may use in
// each period, "max" for no limit, and how long a period is (Linux, Documentation/admin-guide/cgroup-v2.rst).
func cpuLimit(data []byte) (trace.CPULimit, error) {
	quota, period, two := strings.Cut(string(bytes.TrimSpace(data)), " ")
	if quota == "max" {
		return trace.CPULimit{}, nil
	}
	micros := func(text string) trace.Time {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n > mostMicros {
			return 0
		}
		return trace.Time(n) * 1000
	}
	l := trace.CPULimit{Quota: micros(quota), Period: micros(period)}
	if !two || l.Quota <= 0 || l.Period <= 0 {
		return trace.CPULimit{}, input.Damaged(lang.L("{{.Text}} where cpu.max has two numbers of microseconds, as in 200000 100000",
			lang.With{"Text": strconv.Quote(input.Bounded(string(data), 40))}), nil)
	}
	return l, nil
}

// findCPULimit adds the limit that was recorded beside a trace.
func findCPULimit(t *trace.Trace, path string) {
	left := input.Beside(path, CPULimitEnding, mostOfCPULimit, func(_ string, data []byte) (err error) {
		t.CPULimit, err = cpuLimit(data)
		return err
	})
	if left != "" {
		t.Warnings = append(t.Warnings, left)
	}
}
