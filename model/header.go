package model

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Fact is one line of a profile's description of itself.
type Fact struct {
	Name string // "" for a comment
	Text string
}

// String is the line as pprof prints it.
func (f Fact) String() string {
	if f.Name == "" {
		return f.Text
	}
	return f.Name + ": " + f.Text
}

// Facts returns the head of a report in pprof's order and words (pprof:
// internal/report/report.go, ProfileLabels), the total in a unit, "auto" for its
// best, and after it the utilization of a CPU profile. Texts are safe for a screen.
func (r *Result) Facts(unit string) []Fact {
	p := r.Profile
	var facts []Fact
	add := func(name, text string) { facts = append(facts, Fact{name, Sanitise(text)}) }
	if len(p.Mappings) > 0 && !p.Unmapped {
		m := p.Mappings[0]
		if m.File != 0 {
			add("File", filepath.Base(p.Strings.Raw(m.File)))
		}
		if m.BuildID != 0 {
			add("Build ID", p.Strings.Raw(m.BuildID))
		}
	}
	for _, c := range p.Comments {
		if !strings.HasPrefix(c, "#") {
			add("", c)
		}
	}
	if r.Type.Type != "" {
		add("Type", r.TypeName())
	}
	if p.DocURL != "" {
		add("Doc", p.DocURL)
	}
	if !p.Time.IsZero() {
		add("Time", p.Time.Local().Format("2006-01-02 15:04:05 MST"))
	}
	if p.Duration != 0 {
		share := ""
		if ns, u := Scale(r.MeanTotal(), r.Type.Unit, "nanoseconds"); u == "ns" && ns != 0 {
			share = "(" + Percent(int64(ns), int64(p.Duration)) + ")"
		}
		add("Duration", fmt.Sprintf("%s, Total samples = %s %s",
			Format(int64(p.Duration), "nanoseconds", "auto"), r.Format(r.MeanTotal(), unit), share))
	}
	if u, ok := p.Utilization(r.Column); ok && p.Kind == CPU {
		add("Utilization", cores(u))
	}
	return facts
}

func cores(percent float64) string { return fmt.Sprintf("%.2f cores", percent/100) }

// Headline is one line about a result: the sample type, how long was recorded, how much was found,
// how many nodes the limits of the query leave of those that the filters leave.
func (r *Result) Headline() string {
	p := r.Profile
	parts := []string{Sanitise(r.TypeName())}
	if p.Duration > 0 {
		parts = append(parts, FormatShort(int64(p.Duration/time.Nanosecond), "ns", "auto"))
	}
	t := r.limits()
	shown, all := t.Nodes, t.Nodes+t.Dropped
	if most := r.Query.NodeCount; most > 0 {
		shown = min(shown, most)
	}
	nodes := Plural(all, "node")
	if all > 1 && shown < all {
		nodes = Count(int64(shown)) + " of " + nodes
	}
	return strings.Join(append(parts, r.amount(), nodes), " · ")
}

// amount writes what was found, and of how much where filters left less.
func (r *Result) amount() string {
	p := r.Profile
	s := r.Short(r.Total)
	if p.baseSets() != nil {
		change := r.Short(r.net[len(r.net)-1])
		if !strings.HasPrefix(change, "-") {
			change = "+" + change
		}
		return change + " on a base of " + s
	}
	if left := r.abs[len(r.abs)-1]; left != r.Total {
		s = r.Short(left) + " of " + s
	}
	if p.Kind != CPU {
		return s + " total"
	}
	s += " samples"
	if u, ok := p.utilization(r.Column, r.Total); ok {
		s += " (" + percent(u) + ", " + cores(u) + ")"
	}
	return s
}

// Summary returns what pprof prints above a table: what it accounts for, what
// was dropped, how many rows were left out (pprof: internal/report/report.go,
// reportLabels). Values are in the table's unit.
func (r *Result) Summary(t *Table) []string {
	unit := r.TableUnit(t.Rows)
	format := func(v int64) string { return r.Format(v, unit) }
	return Showing(t.Flat, r.Total, format, len(t.Rows), t.Nodes,
		Dropped(t.Dropped, false, "node", "cum", format(Cutoff(r.Total, r.Query.NodeFraction))))
}

// Showing says in pprof's words what part of the total the nodes shown account for, what was
// [Dropped], and how many of the others are shown (internal/report/report.go, reportLabels).
func Showing(flat, total int64, format func(int64) string, nodes, of int, dropped ...string) []string {
	lines := []string{fmt.Sprintf("Showing nodes accounting for %s, %s of %s total", format(flat), Percent(flat, total), format(total))}
	if total == 0 {
		return lines
	}
	lines = append(lines, slices.DeleteFunc(dropped, func(s string) bool { return s == "" })...)
	if nodes > 0 && nodes < of {
		lines = append(lines, fmt.Sprintf("Showing top %d nodes out of %d", nodes, of))
	}
	return lines
}

// Dropped is the line about n nodes or edges, or at least so many, whose figure is no more than a
// limit; "" if n is 0.
func Dropped(n int, atLeast bool, what, by, limit string) string {
	if n == 0 {
		return ""
	}
	if n > 1 {
		what += "s"
	}
	least := ""
	if atLeast {
		least = "at least "
	}
	return fmt.Sprintf("Dropped %s%d %s (%s <= %s)", least, n, what, by, limit)
}

// TypeName is the name of the sample type, as a report says it.
func (r *Result) TypeName() string {
	if r.Query.Mean {
		return "mean_" + r.Type.Type
	}
	return r.Type.Type
}

// MeanTotal is the mean of all values that [Result.Total] is the sum of, Total itself where no mean
// was asked for (pprof: internal/report/report.go, computeTotal).
func (r *Result) MeanTotal() int64 {
	if r.counts == nil {
		return r.Total
	}
	base := r.Profile.baseSets()
	var all, ofBase int64
	for i, v := range r.Profile.Samples.Values[0] {
		if r.Query.RelativePercentages && !r.passes(i) {
			continue
		}
		all += v
		if base != nil && base[r.Profile.Samples.LabelSet(i)] {
			ofBase += v
		}
	}
	return Mean(r.Total, cmp.Or(ofBase, all))
}
