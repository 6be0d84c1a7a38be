package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// source is an input for works. It has three sizes, each four times the one before.
type source struct {
	name, unit string
	n          int // how many units the smallest size has
	make       func(m *maker, n int) ([]string, error)
	recorded   bool // a recording only roughly has the requested size

	files  [3][]string
	bytes  [3]int64
	counts [3]int
}

// inputs returns all sources. The sizes are chosen so that the largest takes the other programs
// some seconds.
func inputs() []*source {
	return []*source{
		{name: "profile", unit: "stacks", n: 12_500, make: func(m *maker, n int) ([]string, error) {
			return m.file(fmt.Sprint("profile-", n), "-stacks", fmt.Sprint(n), "-large")
		}},
		{name: "profile with labels", unit: "stacks", n: 12_500, make: func(m *maker, n int) ([]string, error) {
			return m.file(fmt.Sprint("labels-", n), "-stacks", fmt.Sprint(n), "-labels", "1000", "-large")
		}},
		{name: "pair", unit: "stacks in each", n: 12_500, make: func(m *maker, n int) ([]string, error) {
			return m.folder(fmt.Sprint("pair-", n), 2, "-stacks", fmt.Sprint(2*n), "-parts", "2", "-large")
		}},
		{name: "recordings", unit: "profiles of 5,000 stacks", n: 5, make: func(m *maker, n int) ([]string, error) {
			return m.folder(fmt.Sprint("recordings-", n), n, "-stacks", "10000", "-parts", fmt.Sprint(n), "-large")
		}},
		{name: "series", unit: "profiles of 5,000 stacks", n: 20, make: func(m *maker, n int) ([]string, error) {
			parts := min(n, 20) // these are repeated
			return m.folder(fmt.Sprint("series-", n), parts, "-stacks", "10000", "-parts", fmt.Sprint(parts), "-large")
		}},
		{name: "call graph", unit: "functions", n: 10, make: func(m *maker, n int) ([]string, error) {
			return m.file(fmt.Sprint("graph-", n), "-stacks", "50000", "-large")
		}},
		{name: "dump", unit: "goroutines", n: 5_000, make: func(m *maker, n int) ([]string, error) {
			return m.file(fmt.Sprint("dump-", n), "-goroutines", fmt.Sprint(n), "-dump")
		}},
		{name: "trace", unit: "MB", n: 13, recorded: true, make: func(m *maker, n int) ([]string, error) {
			return m.file(fmt.Sprint("trace-", n), "-megabytes", fmt.Sprint(n), "-busy")
		}},
	}
}

// maker makes inputs by running the program that makes the recordings.
type maker struct {
	ctx    context.Context
	dir    string
	record string // the program
}

func newMaker(ctx context.Context, dir string) (*maker, error) {
	m := &maker{ctx: ctx, dir: dir, record: filepath.Join(dir, "record")}
	build := exec.CommandContext(ctx, "go", "build", "-o", m.record, "profstation/testdata/record")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	return m, quiet(build)
}

// file has record write a file.
func (m *maker) file(name string, args ...string) ([]string, error) {
	path := filepath.Join(m.dir, name)
	return []string{path}, quiet(exec.CommandContext(m.ctx, m.record, append(args, path)...))
}

// folder has record write a folder with that many files.
func (m *maker) folder(name string, files int, args ...string) ([]string, error) {
	made, err := m.file(name, args...)
	if err != nil {
		return nil, err
	}
	all, err := filepath.Glob(filepath.Join(made[0], "*"))
	if err == nil && len(all) != files {
		err = fmt.Errorf("%s has %d files, want %d", name, len(all), files)
	}
	return all, err
}

// fill makes the input in all its sizes.
func (in *source) fill(m *maker, scale float64) error {
	for i := range in.files {
		n := max(1, int(scale*float64(in.n))) << (2 * i)
		files, err := in.make(m, n)
		if err != nil {
			return err
		}
		in.files[i], in.counts[i] = files, n
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil {
				return err
			}
			in.bytes[i] += info.Size()
		}
	}
	return nil
}

// times returns how many times as large a size is as the one before it.
func (in *source) times(size int) float64 {
	if in.recorded {
		return float64(in.bytes[size]) / float64(in.bytes[size-1])
	}
	return 4
}

// quiet runs a process. If it fails, its output is part of the error.
func quiet(cmd *exec.Cmd) error {
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(cmd.Path), err, out)
	}
	return nil
}
