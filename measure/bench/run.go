package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// limit is how long one figure may take. A work that takes longer, or fails, is not measured with larger
// inputs.
const limit = time.Minute

// row is a work with its figures for each size.
type row struct {
	*work
	figures [3][]figure
	fault   [3]error // why a size has no figures
}

// measureAll makes the inputs in a temporary folder and measures the wanted works. Each
// round measures every work once: what disturbs the machine for a while disturbs all works.
func measureAll(ctx context.Context, o options, only *regexp.Regexp) (*sheet, error) {
	s := &sheet{rounds: o.rounds, load: load(), begin: time.Now()}
	fmt.Fprintf(os.Stderr, prefix+"the load average is %.2f\n", s.load)
	if s.load > quietLoad {
		fmt.Fprintln(os.Stderr, prefix+"others use this machine: times will be too long")
	}
	for i := range works {
		if works[i].wanted(only) {
			s.rows = append(s.rows, &row{work: &works[i]})
		}
	}
	if len(s.rows) == 0 {
		return nil, fmt.Errorf("no name of a work matches %q", only)
	}
	t, err := findTools(ctx, o.program)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "profstation-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintln(os.Stderr, prefix+"the inputs are made")
	m, err := newMaker(ctx, dir)
	if err != nil {
		return nil, err
	}
	if err := s.fill(m, o.scale); err != nil {
		return nil, err
	}
	if err := m.warm(t); err != nil {
		return nil, err
	}
	measuring := time.Now()
	spentBefore, busyBefore := spent(), busy()
	for round := range o.rounds {
		for size := range 3 {
			fmt.Fprintf(os.Stderr, prefix+"round %d of %d, %s\n", round+1, o.rounds, sizes[size])
			for _, r := range s.rows {
				if err := r.measure(ctx, size, t, s.input(r.of)); err != nil {
					return nil, err
				}
			}
		}
	}
	s.took = time.Since(s.begin)
	s.others = max(0, float64((busy()-busyBefore)-spent().since(spentBefore).cpu())/float64(time.Since(measuring)))
	return s, nil
}

// warm gives all later processes the same start: their own settings, and the machine
// code for graphviz, which the very first layout compiles.
func (m *maker) warm(t tools) error {
	file, err := m.file("warm", "-stacks", "100", "-large")
	if err != nil {
		return err
	}
	home := filepath.Join(m.dir, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "PPROF_TMPDIR", "PPROF_BINARY_PATH"} {
		os.Setenv(name, home)
	}
	os.Setenv("BROWSER", "true") // go tool trace opens one
	return quiet(exec.CommandContext(m.ctx, t.profstation, "export", "--view", "graph", "--format", "svg", "-o", "-", file[0]))
}

// fill makes the inputs that the works need.
func (s *sheet) fill(m *maker, scale float64) error {
	for _, in := range inputs() {
		if slices.ContainsFunc(s.rows, func(r *row) bool { return r.of == in.name }) {
			if err := in.fill(m, scale); err != nil {
				return err
			}
			s.inputs = append(s.inputs, in)
		}
	}
	return nil
}

func (s *sheet) input(name string) *source {
	return s.inputs[slices.IndexFunc(s.inputs, func(in *source) bool { return in.name == name })]
}

// measure adds a figure. An error means that everything should stop.
func (r *row) measure(ctx context.Context, size int, t tools, in *source) error {
	if r.fault[size] != nil {
		return nil
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	g := given{files: in.files[size], n: in.counts[size], program: t.profstation}
	var f figure
	var err error
	if r.command == nil {
		f, err = measureApart(within, r.work, g)
	} else {
		f, err = measureProcess(within, r.work, t, g)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if within.Err() != nil {
		err = context.DeadlineExceeded
	}
	if err == nil {
		r.figures[size] = append(r.figures[size], f)
	}
	for i := size; err != nil && i < len(sizes); i++ {
		r.fault[i] = err
	}
	return nil
}
