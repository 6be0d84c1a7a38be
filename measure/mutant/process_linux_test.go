package mutant_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"profstation/app/command"
	"profstation/graph/layout"
	"profstation/loader/sandbox"
)

// result is what the process says of a command.
type result struct {
	Exit  int
	Busy  time.Duration // until now
	Peak  int64
	Fault string
}

const processMode = "mutants"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case layout.Subcommand, sandbox.Subcommand: // the program starts itself; here it is the test binary
			os.Exit(command.Main(nil, func() {}))
		case processMode:
			os.Exit(standMutants())
		}
	}
	os.Exit(m.Run())
}

// standMutants is the process that runs the commands on its standard input.
func standMutants() int {
	if !underRace {
		// Data are what the process may write to: the heap, the stacks of threads, files that are mapped.
		if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: mutantMemory, Max: mutantMemory}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
	}
	var commands [][]string
	if err := json.NewDecoder(os.Stdin).Decode(&commands); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	say := json.NewEncoder(os.Stdout)
	for _, args := range commands {
		limitTime()
		var errs bytes.Buffer
		root := command.New(nil)
		root.SetIn(&bytes.Buffer{})
		root.SetOut(io.Discard)
		root.SetErr(&errs)
		r := result{Exit: command.Execute(context.Background(), root, args)}
		if err := flawless(args, r.Exit, errs.String()); err != nil {
			r.Fault = err.Error()
		}
		r.Busy, r.Peak = used()
		say.Encode(r)
	}
	return 0
}

// limitTime ends the process, with its stacks, when it has used its time on processors from now on.
func limitTime() {
	busy, _ := used()
	until := uint64((busy + mutantTime + time.Second).Seconds())
	var l syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_CPU, &l)
	if l.Cur = until; err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_CPU, &l)
	}
	if err != nil {
		panic(err)
	}
}

// used is the time on processors and the most resident memory of this process and its helpers.
func used() (busy time.Duration, peak int64) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			panic(err)
		}
		busy += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		peak = max(peak, u.Maxrss<<10)
	}
	return busy, peak
}

// flawless says what is wrong with what a command did and left.
func flawless(args []string, exit int, said string) error {
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	failures := 0
	for _, line := range lines {
		if strings.HasPrefix(line, "profstation: ") && !strings.HasPrefix(line, "profstation: warning: ") {
			failures++
		}
		if line != "" && !strings.HasPrefix(line, "profstation: ") || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return fmt.Errorf("it said %.1000q", said)
		}
	}
	switch exit {
	case 0:
		failures--
		fallthrough
	case 1:
		if failures > 1 || exit == 1 && failures == 0 {
			return fmt.Errorf("exit %d, and it said %.1000q", exit, said)
		}
		if exit == 1 && !names(said, args) {
			return fmt.Errorf("it named no file: %.1000q", said)
		}
	default:
		return fmt.Errorf("exit %d: %.1000s", exit, said)
	}
	name := outputOf(args)
	folder, err := filepath.Glob("../out/*")
	if err != nil {
		return err
	}
	more, err := filepath.Glob("../tmp/*")
	if err != nil {
		return err
	}
	more = append(more, hidden("../out")...)
	var want []string
	if exit == 0 && name != "" {
		want = []string{filepath.Join("..", "out", filepath.Base(name))}
	}
	if args[0] == "report" && exit == 1 && len(folder) == 1 {
		want = folder // a page that names the file that could not be read
	}
	if left := append(folder, more...); !slices.Equal(left, want) {
		return fmt.Errorf("exit %d left %q, want %q", exit, left, want)
	}
	if len(want) == 0 {
		return nil
	}
	defer os.Remove(name)
	return wellFormed(name)
}

// names reports whether a text names one of the files that are arguments.
func names(text string, args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return filepath.IsAbs(a) && strings.Contains(text, filepath.Base(a)) })
}

func hidden(folder string) []string {
	all, err := filepath.Glob(folder + "/.*")
	if err != nil {
		return []string{err.Error()}
	}
	return all
}

// outputOf is the file that a command was asked for.
func outputOf(args []string) string {
	if i := slices.Index(args, "-o"); i >= 0 {
		return args[i+1]
	}
	return ""
}

// wellFormed reads XML and JSON up to some size, as readers would.
func wellFormed(name string) error {
	info, err := os.Stat(name)
	if err != nil || info.Size() > 8<<20 {
		return err
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	switch filepath.Ext(name) {
	case ".json":
		if !json.Valid(data) {
			return errors.New("no JSON")
		}
	case ".svg":
		d := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := d.RawToken(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return nil
}
