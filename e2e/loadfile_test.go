//go:build window

package e2e

import (
	"fmt"
	"image"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOutlivesAFile kills the process that reads a file while it does: the file is a line in the
// colour of errors, the other document is there, and the next file opens.
func TestOutlivesAFile(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	w.WaitTitle("^cpu.pprof – ")
	w.WaitFlame()
	readers := children(t, w.cmd.Process.Pid, "load-file")
	if len(readers) != 1 {
		t.Fatalf("%d processes wait for files, want one", len(readers))
	}
	w.until("the process to be done with what came before", func() bool { return !asked(t, readers[0]) })
	if err := syscall.Kill(readers[0], syscall.SIGSTOP); err != nil { // for the file to come while it lives
		t.Fatal(err)
	}
	w.screen.drop(windowID(t, w.id), absolute(t, "../testdata/heap.pprof"))
	w.WaitTitle("^heap.pprof – ")
	w.until("the process to be asked for the file", func() bool { return asked(t, readers[0]) })
	if err := syscall.Kill(readers[0], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.WaitPicture("a line in the colour of errors", func(m *image.RGBA) bool { return red(part(m, documents)) > 50 })
	w.Click(document(0))
	w.WaitTitle("^cpu.pprof – ")
	w.WaitFlame()
	w.screen.drop(windowID(t, w.id), absolute(t, "../testdata/block.pprof"))
	w.WaitTitle("^block.pprof – ")
	w.WaitFlame()
	w.until("the end of the process", func() bool {
		now := children(t, w.cmd.Process.Pid, "load-file")
		return len(now) == 1 && now[0] != readers[0]
	})
	w.AskToClose()
	if err := w.WaitExit(); err != nil {
		t.Error(err)
	}
}

// asked reports whether something waits in a process's standard input, a pipe, that it has not read.
func asked(t *testing.T, pid int) bool {
	t.Helper()
	in, err := os.Open(fmt.Sprintf("/proc/%d/fd/0", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	waiting := []unix.PollFd{{Fd: int32(in.Fd()), Events: unix.POLLIN}}
	unix.Poll(waiting, 0)
	return waiting[0].Revents&unix.POLLIN != 0
}
