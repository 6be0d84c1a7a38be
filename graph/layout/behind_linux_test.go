package layout_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
)

// niceness are those of the threads of a process, none if it is gone.
func niceness(t *testing.T, pid int) (all []int) {
	t.Helper()
	threads := must.Have(filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)))
	for _, file := range threads {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has just ended
		}
		// What follows the name in parentheses: the 17th is the niceness.
		_, rest, _ := strings.Cut(string(stat), ") ")
		n, err := strconv.Atoi(strings.Fields(rest)[16])
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, n)
	}
	return all
}

// A layout behind others has a thread of lower priority, and only that one does;
// another has none.
func TestBehind(t *testing.T) {
	own := niceness(t, os.Getpid())[0]
	if own == 19 {
		t.Fatal("these tests have the lowest priority there is: nothing can step back")
	}
	for _, want := range []int{1, 0} {
		cmd, in := busy(t, want > 0)
		lower := func() (n int) {
			for _, x := range niceness(t, cmd.Process.Pid) {
				if x > own {
					n++
				}
			}
			return n
		}
		// That it lays out is known by the time it has taken: more than to get ready.
		for lower() == 0 && processorTime(t, cmd.Process.Pid) < 2*time.Second {
			time.Sleep(5 * time.Millisecond)
		}
		if n := lower(); n != want {
			t.Errorf("%d threads have a lower priority, want %d", n, want)
		}
		in.Close() // ends it
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// processorTime is what a process has used so far.
func processorTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat := must.Have(os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)))
	var ticks int
	_, rest, _ := strings.Cut(string(stat), ") ")
	for _, field := range strings.Fields(rest)[11:13] {
		n := must.Have(strconv.Atoi(field))
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
