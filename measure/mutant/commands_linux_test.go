package mutant_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"profstation/ask"
	"profstation/loader"
	"profstation/measure/mutant"
)

// The bounds that no mutant may break.
const (
	mutantMemory = 1 << 30          // bytes of data of a process
	mutantTime   = 10 * time.Second // on a processor, of one command
	mutantHang   = 5 * time.Minute  // until a command that waits for something is killed
)

// TestMutants damages recordings and runs every view of them: each command ends with 0 or 1, within
// bounds of memory and time, says one line if it fails, and leaves nothing but its output.
//
// One process runs all commands of a mutant. If it breaks a bound, each command runs in a process
// of its own, which decides.
//
// PROFSTATION_MUTANTS is how many there are, PROFSTATION_MUTANTS_OF a folder with more recordings,
// PROFSTATION_MUTANTS_SEED another beginning, PROFSTATION_MUTANTS_KEEP a folder for those that fail.
func TestMutants(t *testing.T) {
	of := recordingsOf(t, "../../testdata", os.Getenv("PROFSTATION_MUTANTS_OF"))
	few := 4
	if underRace {
		few = 1
	}
	n, seed := number("PROFSTATION_MUTANTS", few), number("PROFSTATION_MUTANTS_SEED", 0)
	var next, commands atomic.Int64
	var peak, longest most
	var workers sync.WaitGroup
	for range max(1, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || t.Context().Err() != nil {
					return
				}
				m := newSubject(t, of, uint64(seed+i))
				if underRace {
					// The detector looks for other things: some are enough.
					m.commands = m.commands[:12]
				}
				done, err := m.all(t.Context())
				if err != nil {
					t.Logf("%s: %v", m.name, err)
					done, err = m.each(t.Context())
				}
				for _, d := range done {
					commands.Add(1)
					peak.of(d.peak, m.name+" "+d.name())
					longest.of(int64(d.busy), m.name+" "+d.name())
				}
				if err != nil {
					t.Errorf("%s: %v%s", m.name, err, m.keep())
				}
				m.remove()
				if i%100 == 99 {
					t.Logf("%d of %d", i+1, n)
				}
			}
		})
	}
	workers.Wait()
	if commands.Load() < int64(10*n) {
		t.Errorf("%d mutants, only %d commands", n, commands.Load())
	}
	t.Logf("%d mutants of %d recordings, %d commands; longest %v: %s; peak %d MB: %s", n, len(of), commands.Load(),
		time.Duration(longest.value), longest.what, peak.value>>20, peak.what)
}

func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// most is the largest of some values, and what it was of.
type most struct {
	sync.Mutex
	value int64
	what  string
}

func (m *most) of(value int64, what string) {
	m.Lock()
	defer m.Unlock()
	if value > m.value {
		m.value, m.what = value, what
	}
}

func recordingsOf(t *testing.T, folders ...string) (names []string) {
	t.Helper()
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Type().IsRegular() && filepath.Ext(e.Name()) != ".md" {
				names = append(names, filepath.Join(folder, e.Name()))
			}
		}
	}
	if len(names) < 10 {
		t.Fatalf("only %d recordings", len(names))
	}
	return names
}

// subject is a mutant with the commands that it has to stand.
type subject struct {
	name     string // what it was made of, and its seed
	dir      string // in, out and tmp are in it
	commands [][]string
}

func newSubject(t *testing.T, of []string, seed uint64) *subject {
	r := rand.New(rand.NewPCG(seed, 42))
	a, b := of[seed%uint64(len(of))], of[r.IntN(len(of))]
	read := func(name string) []byte {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return data
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		t.Error(err)
	}
	dir, _ = filepath.Abs(dir)
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o777); err != nil {
		t.Error(err)
	}
	whole := read(a)
	base := filepath.Join(dir, "base")
	file := filepath.Join(dir, "in", "mutant.pprof")
	for name, data := range map[string][]byte{file: mutant.Of(r, whole, read(b)), base: whole, filepath.Join(dir, "in", "whole.pprof"): whole} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Error(err)
		}
	}
	s := &subject{name: fmt.Sprintf("seed %d of %s", seed, filepath.Base(a)), dir: dir}
	s.commands = commandsFor(r, file, base, filepath.Join(dir, "out", "out"), loader.Sniff(whole[:min(len(whole), loader.SniffSize)]).Trace)
	s.clear()
	return s
}

// clear removes what a command may have left when it was stopped.
func (s *subject) clear() {
	for _, folder := range []string{"out", "tmp"} {
		folder = filepath.Join(s.dir, folder)
		os.RemoveAll(folder)
		os.Mkdir(folder, 0o777)
	}
}

func (s *subject) remove() { os.RemoveAll(s.dir) }

// keep copies the mutant to where failing ones are kept, and says where.
func (s *subject) keep() string {
	folder := os.Getenv("PROFSTATION_MUTANTS_KEEP")
	if folder == "" {
		return ""
	}
	to := filepath.Join(folder, strings.ReplaceAll(s.name, " ", "-"))
	data, err := os.ReadFile(filepath.Join(s.dir, "in", "mutant.pprof"))
	if err == nil {
		err = os.WriteFile(to, data, 0o666)
	}
	return fmt.Sprintf("\nkept: %s %v", to, err)
}

// commandsFor are all views of a file, alone and against a base, each in one of its formats.
func commandsFor(r *rand.Rand, file, base, out string, trace bool) [][]string {
	all := [][]string{{"info", file}, {"info", "--json", file}, {"report", "-o", out + ".html", file}}
	of, pair := ask.OfProfile|ask.Timed, ask.OfComparison
	if trace {
		of, pair = ask.OfTrace, ask.OfTracePair
	}
	for _, v := range ask.Views {
		formats := v.Formats()
		if v.Windowed || len(formats) == 0 {
			continue
		}
		f := formats[r.IntN(len(formats))]
		if f.Ending == ".png" && r.IntN(8) > 0 { // drawn as .svg is, and ten times as slow
			f = formats[0]
		}
		name := v.Name
		if v.Side != "" {
			name = v.Side
		}
		args := []string{"export", "--view", name, "-o", out + f.Ending}
		switch v.Name {
		case "peek", "list":
			args = append(args, "--focus", ".")
		case "pivot":
			args = append(args, "--by", "endpoint")
		}
		switch {
		case v.Of&of != 0:
			all = append(all, append(args, file))
		case v.Of&pair != 0:
			if v.Side != "" && !trace {
				args = append(args, "--beside")
			}
			all = append(all, append(slices.Clip(args), "--base", base, file), append(slices.Clip(args), "--base", file, base))
		case v.Of == ask.OfSeries && !trace:
			all = append(all, append(args, filepath.Dir(file)))
		}
	}
	return all
}

// done is what a command did.
type done struct {
	args []string
	busy time.Duration // of processors
	peak int64         // resident bytes, of all commands until this one
}

func (d done) name() string {
	args := slices.Clone(d.args)
	for i, a := range args {
		args[i] = filepath.Base(a)
	}
	return strings.Join(args, " ")
}

// all runs all commands in one process, to the first fault.
func (s *subject) all(ctx context.Context) (ended []done, err error) {
	for d, fault := range s.start(ctx, s.commands) {
		if fault != nil {
			return ended, fmt.Errorf("%s: %w", d.name(), fault)
		}
		ended = append(ended, d)
	}
	return ended, nil
}

// each runs every command in a process of its own.
func (s *subject) each(ctx context.Context) (ended []done, err error) {
	for _, args := range s.commands {
		s.clear()
		for d, fault := range s.start(ctx, [][]string{args}) {
			if fault != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", d.name(), fault))
			}
			ended = append(ended, d)
		}
	}
	return ended, err
}

// start runs commands in one process, and yields each with what is wrong with it. The first fault
// is the last.
func (s *subject) start(ctx context.Context, commands [][]string) func(func(done, error) bool) {
	return func(yield func(done, error) bool) {
		ctx, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		cmd := exec.CommandContext(ctx, os.Args[0], processMode)
		cmd.Dir = filepath.Join(s.dir, "tmp")
		cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(s.dir, "tmp"), "GOTRACEBACK=single")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		cmd.WaitDelay = time.Second
		in, err := json.Marshal(commands)
		if err != nil {
			panic(err)
		}
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			yield(done{}, err)
			return
		}
		hang := time.AfterFunc(mutantHang, func() { stop(errors.New("it does not end")) })
		defer hang.Stop()
		before := time.Duration(0)
		fail := ""
		at := done{}
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		n := 0
		for lines.Scan() {
			var r result
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				fail = lines.Text()
				break
			}
			hang.Reset(mutantHang)
			at = done{commands[n], r.Busy - before, r.Peak}
			before = r.Busy
			n++
			if fail = r.Fault; fail == "" && at.busy > mutantTime {
				fail = fmt.Sprintf("%v on the processors", at.busy)
			}
			if fail != "" || n < len(commands) && !yield(at, nil) {
				break
			}
		}
		if fail != "" {
			stop(nil)
			cmd.Wait()
			yield(at, errors.New(fail))
			return
		}
		err = cmd.Wait()
		switch {
		case context.Cause(ctx) != nil:
			err = context.Cause(ctx)
		case err != nil:
			err = fmt.Errorf("%w: %s", err, firstLines(errs.String()))
		}
		if n < len(commands) {
			at = done{args: commands[n]}
		}
		yield(at, err)
	}
}

func firstLines(text string) string {
	lines := strings.SplitN(text, "\n", 16)
	return strings.Join(lines[:min(len(lines), 15)], "\n")
}
