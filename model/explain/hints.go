package explain

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Hints returns warnings about what may mislead in this particular profile, one line each with its reason.
// Losses are not included: they are in Header.Warnings. The only error is the context's.
func Hints(ctx context.Context, p *model.Profile) ([]string, error) {
	return hintsOf.Of(ctx, p)
}

var hintsOf = model.Derive(hints)

func hints(ctx context.Context, p *model.Profile) ([]string, error) {
	var w []string
	add := func(hint string) { w = append(w, hint) }
	if p.Samples.Len() == 0 {
		add(lang.L("there are no samples: {{.Cause}}", lang.With{"Cause": whyEmpty(p)}))
	}
	if n := count(p.Samples.Stack, func(s model.StackID) bool { return p.Stacks.Depth(s) == 0 }); n > 0 {
		add(lang.N(n, "1 record has no stack: it is part of the total, but no function shows it",
			"{{.N}} records have no stack: it is part of the total, but no function shows it", nil))
	}
	if bare := count(p.Locations, func(l model.Location) bool { return l.FirstLine == l.EndLine }); bare*2 > len(p.Locations) {
		add(lang.L("{{.Part}} of {{.All}} program counters have no function name: the binary was stripped, or the profile was never symbolised",
			lang.With{"Part": units.Count(int64(bare)), "All": units.Count(int64(len(p.Locations)))}))
	}
	switch {
	case !p.Pooled || p.Recorded() > 0 || p.Samples.Len() == 0:
	case p.Covered == 0:
		add(lang.L("how much of the time asked for has profiles is not known, so there are no rates: the store did not say"))
	default:
		add(lang.L("a part of the time asked for has profiles, {{.Times}}: how long they are is not known, so there are no rates",
			lang.With{"Times": Covers(&p.Header)}))
	}
	if p.Kind == model.Other && len(p.Types) > 1 && p.DefaultSampleType == "" {
		add(lang.L("the file names no default sample type: its last, {{.SampleType}}, is shown first",
			lang.With{"SampleType": safe.Text(p.Types[p.Default].Type)}))
	}
	if p.BaseSets() != nil {
		add(lang.L("this is a difference (pprof -diff_base): percentages are of the base, and negative values are decreases"))
	} else if p.Delta() && hasNegative(p) {
		add(lang.L("this is the change within {{.Time}}, not a state: negative values are normal, they are decreases",
			lang.With{"Time": units.FormatShort(int64(p.Duration), "ns", "auto")}))
	} else if hasNegative(p) {
		add(lang.L("there are negative values: this seems to be a difference of two profiles"))
	}
	w = append(w, unitHints(p)...)
	n, limit, err := cutStacks(ctx, p)
	if err != nil {
		return nil, err
	}
	if n > 0 {
		add(lang.N(n, "1 record has been cut at {{.Most}} frames, the most that Go recorded here: the outermost callers are missing",
			"{{.N}} records have been cut at {{.Most}} frames, the most that Go recorded here: the outermost callers are missing",
			lang.With{"Most": limit}))
	}
	measured, err := p.Measurement(ctx, p.Default)
	if err != nil {
		return nil, err
	}
	w = append(w, periodWarning(p, measured)...)
	if p.Foreign {
		return w, nil
	}
	if p.Kind == model.CPU {
		w = append(w, cpuWarnings(p, measured)...)
	}
	if !names.OfGo(p) {
		return w, nil
	}
	switch p.Kind {
	case model.Goroutine:
		w = append(w, leakHints(p)...)
	case model.ThreadCreate:
		add(lang.L("thread creation profiles have been broken since 2013 (golang.org/issue/6104): hardly a stack is recorded"))
	case model.Block, model.Waits:
		if share := idleShare(p); share > 50 {
			add(lang.L("{{.Share}} of the delay is in select and channel receives: workers that wait for work look like this too",
				lang.With{"Share": fmt.Sprintf("%.0f%%", share)}))
		}
	}
	return w, nil
}

// WhyBlank says, in a line or two, why no function in a profile has a value for any sample type. It returns
// "" if one may have.
func WhyBlank(p *model.Profile) string {
	switch {
	case p.Samples.Len() == 0:
		return lang.L("There are no samples.\nThe reason: {{.Cause}}.", lang.With{"Cause": whyEmpty(p)})
	case !slices.ContainsFunc(p.Samples.Stack, func(s model.StackID) bool { return p.Stacks.Depth(s) > 0 }):
		return lang.L("No record has a stack, so no function is known.\nOverview has the totals, and Labels what else is known.")
	}
	return ""
}

func whyEmpty(p *model.Profile) string {
	if p.Kind == model.CPU {
		return whyNoCPU(p)
	}
	if !names.OfGo(p) {
		return lang.L("nothing was recorded")
	}
	switch p.Kind {
	case model.Waits:
		return lang.L("nothing had to wait")
	case model.Block, model.Contention, model.Mutex:
		return lang.L("nothing had to wait, or the rate was not set (runtime.SetBlockProfileRate, SetMutexProfileFraction)")
	case model.GoroutineLeak:
		return lang.L("no goroutine was found that nothing can wake")
	case model.Heap, model.Allocs:
		return lang.L("too little was allocated to be sampled, or MemProfileRate is 0")
	}
	return lang.L("nothing was recorded")
}

func count[T any](all []T, so func(T) bool) int {
	n := 0
	for _, x := range all {
		if so(x) {
			n++
		}
	}
	return n
}

func hasNegative(p *model.Profile) bool {
	return slices.ContainsFunc(p.Samples.Values, func(column []int64) bool {
		return slices.ContainsFunc(column, func(v int64) bool { return v < 0 })
	})
}

// periodWarning warns if a sample differs from what the file says, or is not known.
func periodWarning(p *model.Profile, m model.Measurement) []string {
	if p.Samples.Len() == 0 {
		return nil
	}
	switch {
	case m.Found && m.Recorded > 0:
		t := p.Types[p.Default]
		return []string{lang.L("one sample is {{.Size}}, not the recorded period of {{.Period}}: all values are multiples of that",
			lang.With{"Size": units.Format(m.Size, t.Unit, "auto"), "Period": units.Format(m.Recorded, t.Unit, "auto")})}
	case !m.Known() && (p.Kind == model.CPU || p.Kind == model.Wall):
		return []string{lang.L("the number of samples is unknown: nothing counts them, and the values are not multiples of a plausible period")}
	}
	return nil
}

// cpuWarnings warns about questions that a CPU profile cannot answer.
func cpuWarnings(p *model.Profile, m model.Measurement) []string {
	var w []string
	if u, ok := p.Utilization(p.ColumnOf("cpu")); ok && !p.Pooled && p.Samples.Len() > 0 && u < 20 {
		w = append(w, lang.L("only {{.Share}} of one core was busy: CPU time is probably not what makes this program slow",
			lang.With{"Share": units.ShortPercent(u)}))
	}
	if n := m.Total; n > 0 && n < 100 {
		advice := lang.L("record longer")
		if p.Pooled {
			advice = lang.L("choose a longer time")
		}
		w = append(w, lang.N(int(n), "only 1 sample: even the total is only accurate to about ±{{.Share}} (1/√n); {{.Advice}}",
			"only {{.N}} samples: even the total is only accurate to about ±{{.Share}} (1/√n); {{.Advice}}",
			lang.With{"Share": fmt.Sprintf("%.0f%%", 100/math.Sqrt(float64(n))), "Advice": advice}))
	}
	return w
}

// idleShare returns the share of selects and channel receives in the default type, in per cent.
func idleShare(p *model.Profile) float64 {
	values := p.Samples.Values[p.Default]
	var idle int64
	for i, s := range p.Samples.Stack {
		switch p.LeafName(s) {
		case "runtime.selectgo", "runtime.chanrecv1", "runtime.chanrecv2":
			idle += units.Magnitude(values[i])
		}
	}
	return units.Share(idle, units.Magnitudes(values))
}

// cutStacks counts the records whose stacks were cut by Go's profilers, and returns how many frames those
// have. The limit is 64 in CPU profiles (runtime/cpuprof.go, maxCPUProfStack). In the others it is 32, and
// 128 since Go 1.23. Inlined frames can add a few.
//
// A stack may have that many frames by chance. A cut stack begins at a function from the middle, so only
// those stacks count whose first function is not the first in any clearly shorter stack, and not one with
// which goroutines begin. Allocation profiles drop the runtime's own frames after the cut, so slightly fewer
// frames count as well.
func cutStacks(ctx context.Context, p *model.Profile) (records, limit int, err error) {
	var limits []int
	if !names.OfGo(p) {
		return 0, 0, nil
	}
	switch p.Kind {
	case model.CPU:
		limits = []int{64}
	case model.Heap, model.Allocs, model.Block, model.Mutex:
		limits = []int{32, 128}
	default:
		return 0, 0, nil
	}
	frames, deepest, err := frameCounts(ctx, p)
	if err != nil {
		return 0, 0, err
	}
	const inlined = 3
	for _, l := range limits {
		if deepest >= l && deepest <= l+inlined {
			limit = l
		}
	}
	if limit == 0 || !slices.ContainsFunc(p.Functions, func(f model.Function) bool { return names.OfGoRuntime(p, f) }) {
		return 0, 0, nil
	}
	roots := map[model.StringID]bool{}
	root := func(s model.StackID) model.StringID {
		loc := &p.Locations[p.Stacks.At(s, 0)]
		if loc.FirstLine == loc.EndLine {
			return 0
		}
		return p.Functions[p.Lines[loc.EndLine-1].Func].Name
	}
	long := limit
	if p.Kind == model.Heap || p.Kind == model.Allocs {
		long -= limit / 16
	}
	for s, n := range frames {
		if n > 0 && int(n) < limit*3/4 {
			roots[root(model.StackID(s))] = true
		}
	}
	for _, s := range p.Samples.Stack {
		if int(frames[s]) >= long && !roots[root(s)] && !beginsGoroutine(p.Strings.Raw(root(s))) {
			records++
		}
	}
	return records, limit, nil
}

// beginsGoroutine reports whether a function is at the root of complete stacks: a runtime function, or one in
// which the compiler wraps a go statement.
func beginsGoroutine(name string) bool {
	return strings.HasPrefix(name, "runtime.") || strings.Contains(name, ".gowrap")
}

// frameCounts returns the number of frames in each stack, including inlined ones, and the largest number.
func frameCounts(ctx context.Context, p *model.Profile) (frames []int32, deepest int, err error) {
	count, read := work.StepsUntil(ctx), p.Stacks.Reader()
	frames = make([]int32, p.Stacks.Len())
	upTo := []int32{0} // the number of frames in the current stack's first d locations
	for s := range frames {
		common := int32(p.Stacks.Common(model.StackID(s)))
		entered := read.From(model.StackID(s), common)
		if count.Over(1 + len(entered)) {
			return nil, 0, ctx.Err()
		}
		upTo = upTo[:common+1]
		n := upTo[common]
		for _, l := range entered {
			n += max(1, p.Locations[l].EndLine-p.Locations[l].FirstLine)
			upTo = append(upTo, n)
		}
		frames[s] = n
		deepest = max(deepest, int(n))
	}
	return frames, deepest, nil
}

// unitHints warns about keys whose numbers have several units. pprof uses the first unit for all
// (internal/driver/driver_focus.go and report.go).
func unitHints(p *model.Profile) []string {
	var w []string
	other, first := p.OtherUnits(), p.LabelUnits()
	for _, key := range slices.Sorted(maps.Keys(other)) {
		if len(w) == maxUnitHints {
			break
		}
		w = append(w, lang.L("the label {{.Key}} has numbers in {{.Unit}}, but also in {{.Others}}: filters and sorting take them all for {{.Unit}}, as pprof does",
			lang.With{"Key": safe.Text(key), "Unit": safe.Text(first[key]), "Others": safe.Text(strings.Join(other[key], ", "))}))
	}
	return w
}

const maxUnitHints = 8

// wasmHosts are the binaries that run WebAssembly programs.
var wasmHosts = []string{"node", "nodejs", "deno", "bun", "wasmtime", "wasmer", "wazero", "wasmedge", "chrome", "chromium", "firefox"}

// wasm reports whether a Go profile comes from a WebAssembly program, because its mappings are those of a
// program that runs WebAssembly.
func wasm(p *model.Profile) bool {
	if len(p.Mappings) == 0 {
		return false
	}
	name := path.Base(p.Strings.Raw(p.Mappings[0].File))
	return slices.Contains(wasmHosts, strings.TrimSuffix(strings.ToLower(name), ".exe"))
}

// whyNoCPU says why a CPU profile has no samples. runtime/pprof writes mappings only if /proc/self/maps
// exists, so profiles from WebAssembly in a browser and from some systems have none.
func whyNoCPU(p *model.Profile) string {
	switch {
	case !names.OfGo(p):
		return lang.L("nothing was recorded")
	case wasm(p):
		return lang.L("the program ran in {{.Program}} as WebAssembly, where Go records no CPU profiles",
			lang.With{"Program": safe.Text(path.Base(p.Strings.Raw(p.Mappings[0].File)))})
	case !slices.ContainsFunc(p.Mappings, func(m model.Mapping) bool { return p.Strings.Raw(m.File) != "" }):
		return lang.L("the program did not run while it was recorded, or it ran as WebAssembly, where Go records no CPU profiles")
	}
	return lang.L("the program did not run while it was recorded")
}
