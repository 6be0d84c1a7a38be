package explain

import (
	"fmt"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// Facts that others look for.
const (
	BinaryFact  = "Binary"
	BuildIDFact = "Build ID"
)

// Facts returns a report's head in pprof's order (pprof: internal/report/report.go, ProfileLabels), in
// pprof's words if the voice is English. The total is in a unit, "auto" for the best one, followed by a CPU
// profile's utilization. Texts are safe for a screen.
func Facts(r *query.Result, say lang.Voice, unit string) []model.Fact {
	p := r.Profile
	var facts []model.Fact
	add := func(name, line, text string) {
		text = safe.Text(text)
		facts = append(facts, model.Fact{ID: name, Name: say(name), Text: text, Line: say(line, lang.With{"Value": text})})
	}
	file, id := binaryOf(p)
	if file != "" {
		add(lang.Later(BinaryFact), lang.Later("File: {{.Value}}"), file)
	}
	if id != "" {
		add(lang.Later(BuildIDFact), lang.Later("Build ID: {{.Value}}"), id)
	}
	for _, c := range p.Comments {
		if !strings.HasPrefix(c, "#") {
			facts = append(facts, model.Fact{Text: safe.Text(c)})
		}
	}
	if r.Type.Type != "" {
		add(lang.Later("Type"), lang.Later("Type: {{.Value}}"), r.TypeName())
	}
	if p.DocURL != "" {
		add(lang.Later("Doc"), lang.Later("Doc: {{.Value}}"), p.DocURL)
	}
	if !p.Time.IsZero() {
		add(lang.Later("Time"), lang.Later("Time: {{.Value}}"), p.Time.Local().Format("2006-01-02 15:04:05 MST"))
	}
	if d := r.Duration(); d != 0 {
		total, share := r.MeanRecorded(), ""
		if ns, u := units.Scale(total, r.Type.Unit, "nanoseconds"); u == "ns" && ns != 0 && !p.Pooled {
			share = "(" + units.Percent(int64(ns), int64(d)) + ")"
		}
		add(lang.Later("Duration"), lang.Later("Duration: {{.Value}}"), say("{{.Time}}, Total samples = {{.Total}} {{.Share}}", lang.With{
			"Time": durationOf(r, say, units.Format), "Total": r.Format(total, unit), "Share": share}))
	}
	switch {
	case p.Pooled && p.Covered == 0:
		facts = append(facts, model.Fact{Name: say("Covered"), Text: say("not known"), Line: say("Covered: not known")})
	case p.Pooled:
		add(lang.Later("Covered"), lang.Later("Covered: {{.Value}}"), covers(&p.Header, say))
	}
	if p.Moments {
		facts = append(facts,
			model.Fact{Name: say("Values"), Text: say("added up over all profiles of that time"),
				Line: say("Values: added up over all profiles of that time")})
	}
	if u, ok := r.RecordedUtilization(); ok && p.Kind == model.CPU {
		add(lang.Later("Utilization"), lang.Later("Utilization: {{.Value}}"), cores(say, u))
	}
	return facts
}

func cores(say lang.Voice, percent float64) string {
	return say("{{.Cores}} cores", lang.With{"Cores": fmt.Sprintf("%.2f", percent/100)})
}

// durationOf writes how long was recorded and, if the query chooses a time, out of how much.
func durationOf(r *query.Result, say lang.Voice, format func(v int64, unit, in string) string) string {
	whole, part := r.Profile.Duration, r.Duration()
	s := format(int64(part), "nanoseconds", "auto")
	if part == whole {
		return s
	}
	return say("{{.Part}} of {{.Whole}}", lang.With{"Part": s, "Whole": format(int64(whole), "nanoseconds", "auto")})
}

// Headline returns one line about a result: the sample type, how long was recorded, how much was found, and
// how many of the nodes left by the filters the query's limits leave.
func Headline(r *query.Result) string {
	parts := []string{safe.Text(r.TypeName())}
	switch {
	case r.Duration() <= 0:
	case !r.ChoosesTime() && r.Profile.Pooled:
		parts = append(parts, span(&r.Profile.Header))
	default:
		parts = append(parts, durationOf(r, lang.L, units.FormatShort))
	}
	t := r.Limits()
	shown, all := t.Nodes, t.Nodes+t.Dropped
	if limit := r.Query.NodeCount; limit > 0 {
		shown = min(shown, limit)
	}
	nodes := lang.N(all, "1 node", "{{.N}} nodes", nil)
	if all > 1 && shown < all {
		nodes = lang.N(all, "{{.Shown}} of 1 node", "{{.Shown}} of {{.N}} nodes", lang.With{"Shown": units.Count(int64(shown))})
	}
	return strings.Join(append(parts, amountOf(r), nodes), " · ")
}

// amountOf writes what was found and, if filters left less, out of how much. The utilization refers to
// everything that was recorded in the time that the query chooses.
func amountOf(r *query.Result) string {
	p := r.Profile
	s := r.Short(r.Total)
	if p.BaseSets() != nil {
		change := r.Short(r.PassedNet())
		if !strings.HasPrefix(change, "-") {
			change = "+" + change
		}
		return lang.L("{{.Change}} on a base of {{.Base}}", lang.With{"Change": change, "Base": s})
	}
	if left := r.Passed(); left != r.Total {
		s = lang.L("{{.Part}} of {{.Whole}}", lang.With{"Part": r.Short(left), "Whole": s})
	}
	if p.Moments {
		return lang.L("{{.Amount}} added up over all profiles of that time", lang.With{"Amount": s})
	}
	if p.Kind != model.CPU {
		return lang.L("{{.Amount}} total", lang.With{"Amount": s})
	}
	s = lang.L("{{.Time}} samples", lang.With{"Time": s})
	if u, ok := r.Utilization(); ok {
		s = lang.L("{{.Samples}} ({{.Share}}, {{.Cores}})", lang.With{"Samples": s, "Share": units.ShortPercent(u), "Cores": cores(lang.L, u)})
	}
	return s
}

// Summary returns the lines above a table, in pprof's words if the voice is English: what the table accounts
// for, what was dropped, and how many rows were left out (pprof: internal/report/report.go, reportLabels).
// format writes values as the table does.
func Summary(r *query.Result, say lang.Voice, t *query.Table, format func(v int64) string) []string {
	total, part := r.MeanTotal(), t.Flat
	if r.Divisors() != nil && r.Total != 0 { // of the mean, which the rows' own do not add up to
		part = int64(float64(t.Flat) / float64(r.Total) * float64(total))
	}
	return Showing(say, format(part), units.Percent(t.Flat, r.Total), format(total), total, len(t.Rows), t.Nodes,
		DroppedNodes(say, t.Dropped, false, format(query.Cutoff(total, r.Query.NodeFraction))))
}

// Showing says, in pprof's words if the voice is English, for what part of the total the nodes shown account,
// what was dropped, and how many of the others are shown (internal/report/report.go, reportLabels). part and whole are
// in words; whole is total.
func Showing(say lang.Voice, part, share, whole string, total int64, nodes, of int, dropped ...string) []string {
	lines := []string{say("Showing nodes accounting for {{.Part}}, {{.Share}} of {{.Whole}} total",
		lang.With{"Part": part, "Share": share, "Whole": whole})}
	if total == 0 {
		return lines
	}
	lines = append(lines, slices.DeleteFunc(dropped, func(s string) bool { return s == "" })...)
	if nodes > 0 && nodes < of {
		lines = append(lines, say("Showing top {{.Shown}} nodes out of {{.All}}", lang.With{"Shown": nodes, "All": of}))
	}
	return lines
}

// DroppedNodes returns the line about n nodes, or at least n, whose cum is no more than a limit. It returns
// "" if n is 0.
func DroppedNodes(say lang.Voice, n int, atLeast bool, limit string) string {
	with := lang.With{"N": n, "Limit": limit}
	switch {
	case n == 0:
		return ""
	case atLeast:
		return say.N(n, "Dropped at least 1 node (cum <= {{.Limit}})", "Dropped at least {{.N}} nodes (cum <= {{.Limit}})", with)
	}
	return say.N(n, "Dropped 1 node (cum <= {{.Limit}})", "Dropped {{.N}} nodes (cum <= {{.Limit}})", with)
}

// DroppedEdges is DroppedNodes for edges.
func DroppedEdges(say lang.Voice, n int, atLeast bool, limit string) string {
	with := lang.With{"N": n, "Limit": limit}
	switch {
	case n == 0:
		return ""
	case atLeast:
		return say.N(n, "Dropped at least 1 edge (freq <= {{.Limit}})", "Dropped at least {{.N}} edges (freq <= {{.Limit}})", with)
	}
	return say.N(n, "Dropped 1 edge (freq <= {{.Limit}})", "Dropped {{.N}} edges (freq <= {{.Limit}})", with)
}
