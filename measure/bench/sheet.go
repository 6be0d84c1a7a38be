package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model/units"
)

//go:embed introduction.md
var introduction string

// sizes are the table's columns.
var sizes = [3]string{"n", "4n", "16n"}

// sheet is the table, with facts about how it was made.
type sheet struct {
	rows   []*row
	inputs []*source
	rounds int
	load   float64 // the load average at the beginning
	others float64 // how many processors worked for other programs meanwhile
	begin  time.Time
	took   time.Duration
}

// write writes the sheet as Markdown.
func (s *sheet) write(w io.Writer) {
	fmt.Fprintln(w, introduction)
	fmt.Fprintf(w, "## The machine\n\n%s. Measured on %s in %s: %s. The load average was %.1f at the beginning.\n%s\n", machine(),
		s.begin.Format(time.DateOnly), s.took.Round(time.Second), units.Plural(s.rounds, "round"), s.load, largePages())
	if s.others > quietOthers {
		fmt.Fprintf(w, "\n**The machine was not quiet**: the load average was %.1f at the beginning, and other processes kept\n"+
			"%.1f processors busy. Times are too long, the wall times most, and ratios are rough.\n", s.load, s.others)
	}
	s.tables(w)
}

// tables writes the inputs and the figures.
func (s *sheet) tables(w io.Writer) {
	fmt.Fprint(w, "\n## The inputs\n\n")
	lines := [][]string{{"input", "unit", "n", "4n", "16n"}}
	for _, in := range s.inputs {
		line := []string{in.name, in.unit}
		for i, n := range in.counts {
			line = append(line, fmt.Sprintf("%s (%s)", units.Count(int64(n)), input.Size(in.bytes[i])))
		}
		lines = append(lines, line)
	}
	writeTable(w, lines)
	fmt.Fprint(w, "\n## The table\n\n")
	lines = [][]string{{"work", "input", "n", "4n", "16n", "growth", "system", "faults", "memory", "allocated", "compared with"}}
	var faults []string
	for _, r := range s.rows {
		line := []string{r.name, r.of}
		for i := range sizes {
			line = append(line, r.cell(i))
			if err := r.fault[i]; err != nil && (i == 0 || r.fault[i-1] == nil) && !errors.Is(err, context.DeadlineExceeded) {
				faults = append(faults, fmt.Sprintf("- %s, from %s on: %v", r.name, sizes[i], err))
			}
		}
		lines = append(lines, append(line, r.growth(s.input(r.of)),
			r.quantity(func(f figure) int64 { return int64(f.Used.System) }, func(n int64) string { return short(time.Duration(n)) }),
			r.quantity(func(f figure) int64 { return f.Used.Faults }, units.Count),
			r.quantity(func(f figure) int64 { return f.Peak }, input.Size),
			r.quantity(func(f figure) int64 { return f.Allocated }, input.Size), s.ratios(r)))
	}
	writeTable(w, lines)
	if len(faults) > 0 {
		fmt.Fprintf(w, "\nNot measured:\n\n%s\n", strings.Join(faults, "\n"))
	}
}

// writeTable writes lines of cells. The first line is the heading.
func writeTable(w io.Writer, lines [][]string) {
	for i, line := range lines {
		fmt.Fprintf(w, "| %s |\n", strings.Join(line, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(line)))
		}
	}
}

const none = "–"

// cell returns the times for a size: wall, and CPU in brackets.
func (r *row) cell(size int) string {
	switch err := r.fault[size]; {
	case errors.Is(err, context.DeadlineExceeded):
		return "> " + short(limit)
	case err != nil, len(r.figures[size]) == 0:
		return none
	}
	f := median(r.figures[size])
	if f.Used.cpu() == 0 {
		return short(f.Wall)
	}
	return fmt.Sprintf("%s (%s)", short(f.Wall), short(f.Used.cpu()))
}

// growth returns, for each size, how many times as much CPU it takes as the size before, calculated for
// four times the input.
func (r *row) growth(in *source) string {
	var all []string
	for i := 1; i <= r.largest(); i++ {
		if before, after := median(r.figures[i-1]).Used.cpu(), median(r.figures[i]).Used.cpu(); before > 0 {
			all = append(all, fmt.Sprintf("×%.1f", float64(after)/float64(before)*4/in.times(i)))
		}
	}
	if len(all) == 0 {
		return none
	}
	return strings.Join(all, " ")
}

// quantity returns a quantity for the largest size that was measured.
func (r *row) quantity(of func(figure) int64, written func(int64) string) string {
	if i := r.largest(); i >= 0 {
		if n := of(median(r.figures[i])); n > 0 {
			return written(n)
		}
	}
	return none
}

// largest returns the index of the largest size that was measured, −1 if none was.
func (r *row) largest() int {
	i := len(sizes) - 1
	for i >= 0 && len(r.figures[i]) == 0 {
		i--
	}
	return i
}

// ratios returns a row's times divided by those for the works it is compared with.
func (s *sheet) ratios(r *row) string {
	var all []string
	for _, name := range r.against {
		at := slices.IndexFunc(s.rows, func(r *row) bool { return r.name == name })
		if at < 0 {
			continue
		}
		other := s.rows[at]
		i := min(r.largest(), other.largest())
		if i < 0 || len(r.figures[i]) == 0 {
			continue
		}
		mine, theirs := median(r.figures[i]), median(other.figures[i])
		of := name
		if i < len(sizes)-1 {
			of += " at " + sizes[i]
		}
		all = append(all, fmt.Sprintf("%.2f (%.2f) of %s", ratio(mine.Wall, theirs.Wall), ratio(mine.Used.cpu(), theirs.Used.cpu()), of))
	}
	if len(all) == 0 {
		return none
	}
	return strings.Join(all, "; ")
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// short writes a time with three digits.
func short(d time.Duration) string { return units.FormatShort(int64(d), "ns", "auto") }
