package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"sync"
	"syscall"
	"time"
)

// crashes are the ways to crash, by file name: how, and with which GOTRACEBACK.
var crashes = []struct{ name, how, traceback string }{
	{"panic", "panic", "all"},
	{"single", "quit", "single"},
	{"all", "quit", "all"},
	{"system", "quit", "system"},
	{"crash", "quit", "crash"},
}

// writeCrashes makes this program crash in every way, and keeps what it prints.
func writeCrashes(ctx context.Context, dir string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, c := range crashes {
		text, err := crashed(ctx, program, c.how, c.traceback)
		if err == nil {
			text, err = withoutPath(text)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, c.name+".txt"), text, 0o666)
		}
		if err != nil {
			return fmt.Errorf("crash %s: %w", c.name, err)
		}
	}
	return nil
}

// crashed returns what a program prints when it crashes.
func crashed(ctx context.Context, program, how, traceback string) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, "sh", "-c", `ulimit -c 0; exec "$0" -crash "$1"`, program, how) // without a core file
	c.Env = append(os.Environ(), "GOTRACEBACK="+traceback)
	var text bytes.Buffer
	c.Stderr = &text
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	if _, err = bufio.NewReader(out).ReadString('\n'); err == nil && how == "quit" { // it waits now
		err = c.Process.Signal(syscall.SIGQUIT)
	}
	if ended := c.Wait(); ended == nil || !strings.Contains(text.String(), "goroutine ") {
		return nil, cmp.Or(err, fmt.Errorf("it did not crash: %s", text.String()))
	}
	return text.Bytes(), err
}

// crash starts goroutines that wait, and ends the program: at once or when a signal comes.
func crash(how string) {
	ctx := context.Background()
	var group sync.WaitGroup
	wait(ctx, &group)
	go pprof.Do(ctx, pprof.Labels("tenant", "t0"), func(context.Context) { deep(200) })
	time.Sleep(200 * time.Millisecond) // until all wait
	fmt.Println("ready")
	if how == "panic" {
		var shelf map[string]int
		//lint:ignore SA5000 this is the crash that is recorded
		shelf["book"] = 1
	}
	select {}
}

// deep makes a stack so deep that Go leaves out the middle.
func deep(calls int) {
	if calls > 0 {
		deep(calls - 1)
		return
	}
	select {}
}
