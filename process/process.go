package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// Process is a running process.
type Process struct {
	In    io.WriteCloser
	Out   io.ReadCloser
	cmd   *exec.Cmd
	words words
	gone  chan struct{} // closed when the process has ended and was waited for
}

// Itself returns the command that starts the running program with a hidden command and its arguments.
func Itself(args ...string) (*exec.Cmd, error) {
	// A path may lead to a newer version by now, or to none.
	if same := "/proc/self/exe"; runtime.GOOS == "linux" && readable(same) {
		return exec.Command(same, args...), nil
	}
	path, err := os.Executable()
	if err != nil { // such as in a root without /proc
		if path, err = exec.LookPath(os.Args[0]); err == nil {
			path, err = filepath.Abs(path)
		}
	}
	if err != nil {
		return nil, err
	}
	return exec.Command(path, args...), nil
}

func readable(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Start starts a command. It sets its Stdin, Stdout and Stderr.
func Start(cmd *exec.Cmd) (*Process, error) {
	p := &Process{cmd: cmd, gone: make(chan struct{})}
	var err error
	if p.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// StdoutPipe is closed when the process has ended, which may lose its last bytes.
	out, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.Out, cmd.Stdout, cmd.Stderr = out, w, &p.words
	cmd.WaitDelay = time.Second // for its words, if it left somebody else to hold them
	err = cmd.Start()
	w.Close()
	if err != nil {
		out.Close()
		return nil, err
	}
	go func() {
		cmd.Wait() // how it ended is in its ProcessState
		close(p.gone)
	}()
	return p, nil
}

// Kill ends the process, and does not wait until it is gone.
func (p *Process) Kill() { p.cmd.Process.Kill() }

// End kills the process and waits until it is gone.
func (p *Process) End() {
	p.Kill()
	<-p.gone
	p.In.Close()
	p.Out.Close()
}

// ID returns the number by which the system knows the process.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Gone returns a channel that is closed when the process has ended.
func (p *Process) Gone() <-chan struct{} { return p.gone }

// LastWords returns why no answer came, in one line: the first that the process wrote to its
// standard error, or how it ended, or err, the error that whoever waited got. The process must have ended.
func (p *Process) LastWords(err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(p.words)), "\n")
	switch {
	case line != "":
		return strings.TrimSpace(fmt.Sprintf("%.200s", strings.ToValidUTF8(line, "?")))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.EPIPE):
		return p.cmd.ProcessState.String()
	}
	return err.Error()
}

// words is the beginning of a process's standard error.
type words []byte

// Write accepts everything and keeps what there is room for.
func (w *words) Write(b []byte) (int, error) {
	const room = 1000
	*w = append(*w, b[:min(len(b), room-len(*w))]...)
	return len(b), nil
}
