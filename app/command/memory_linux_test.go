package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/testdata/record/planted"
)

// Where a process for the tests finds what its memory is to go to, and where it writes.
const (
	planting    = "PROFSTATION_PLANTED"
	plantedInto = "PROFSTATION_PLANTED_INTO"
)

// init makes this process one of those whose memory is known, if a test has started it for that.
func init() {
	if cause := os.Getenv(planting); cause != "" {
		if err := planted.Take(cause, os.Getenv(plantedInto)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
}

// The parts of a process add up to its resident size, and what was planted is the largest.
func TestMemoryOfProcesses(t *testing.T) {
	for cause := range causes {
		t.Run(cause, func(t *testing.T) {
			dir := t.TempDir()
			cmd := exec.CommandContext(t.Context(), must.Have(os.Executable()))
			cmd.Env = append(os.Environ(), planting+"="+cause, plantedInto+"="+dir)
			if out, err := cmd.CombinedOutput(); err != nil && cause == "malloc" && strings.Contains(string(out), "built without cgo") {
				t.Skip("built without cgo")
			} else if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			in := func(endings ...string) (all []string) {
				for _, ending := range endings {
					all = append(all, filepath.Join(dir, cause+ending))
				}
				return all
			}
			accounts(t, cause, in(".status")[0], in(".smaps", ".status", ".metrics", ".txt")...)
			// What stands beside a heap profile is read with it.
			alone := filepath.Join(t.TempDir(), "heap.txt")
			must.Do(os.WriteFile(alone, contents(t, in(".txt")[0]), 0o600))
			for _, some := range [][]string{in(".smaps"), in(".status"), in(".smaps_rollup"), {alone}, in(".metrics"), append(in(".status"), alone), in(".smaps_rollup", ".metrics"), append(in(".smaps"), alone)} {
				r := run(t, append([]string{"memory", "--json"}, some...)...)
				var info memoryInfo
				if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil || sumOf(info.Parts) != info.Total {
					t.Errorf("%q: exit status %d, %v, parts of %d add up to %d: %s", some, r.exit, err, info.Total, sumOf(info.Parts), r.err)
				}
			}
		})
	}
}

// A process that runs is asked by its number. What has such a name is a file.
func TestMemoryOfRunningProcess(t *testing.T) {
	number := strconv.Itoa(os.Getpid())
	heap := filepath.Join(t.TempDir(), "heap.txt")
	var b bytes.Buffer
	must.Do(pprof.Lookup("heap").WriteTo(&b, 1))
	must.Do(os.WriteFile(heap, b.Bytes(), 0o600))
	for _, args := range [][]string{{number}, {"/proc/" + number}, {"/proc/" + number + "/", heap}} {
		r := run(t, append([]string{"memory", "--json"}, args...)...)
		var info memoryInfo
		if err := json.Unmarshal([]byte(r.out), &info); r.exit != exitOK || err != nil || r.err != "" {
			t.Fatalf("%q: exit status %d, %v: %s", args, r.exit, err, r.err)
		}
		resident := residentIn(t, "/proc/self/status")
		if sumOf(info.Parts) != info.Total || info.Of != "resident" || info.Total < resident/2 || info.Total > 2*resident || info.Source != "smaps" {
			t.Errorf("%q: parts of %d add up to %d %s, and VmRSS is %d", args, info.Total, sumOf(info.Parts), info.Of, resident)
		}
	}
	t.Chdir(t.TempDir())
	must.Do(os.WriteFile("1", []byte("Name:\tshop\nPid:\t7\nVmRSS:\t1900 kB\n"), 0o600))
	if r := run(t, "memory", "1"); r.exit != exitOK || !strings.Contains(r.out, "The process has 1.86MB in memory") {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
	if r := run(t, "memory", "999999999"); r.exit != exitFailed || !strings.Contains(r.err, "/proc/999999999: no such process; give the number") {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
}
