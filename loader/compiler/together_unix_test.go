//go:build unix

package compiler

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"profstation/internal/must"
)

// TestCancel ends the go command and what it has started: here a command that waits for ever, and so does its child,
// which has a pipe open until it is gone.
func TestCancel(t *testing.T) {
	dir := module(t, nil)
	pipe, command := filepath.Join(dir, "pipe"), filepath.Join(dir, "go")
	must.Do(syscall.Mkfifo(pipe, 0o666))
	must.Do(os.WriteFile(command, []byte("#!/bin/sh\n[ \"$1\" = env ] && exit 0\nsleep 100000 > "+pipe+" &\nwait\n"), 0o777))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error)
	go func() {
		_, err := Ask(ctx, Build{Go: command, Module: dir, Folders: []string{dir}})
		done <- err
	}()
	child := must.Have(os.Open(pipe)) // waits until the child has opened it
	defer child.Close()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	must.Have(io.ReadAll(child)) // waits until the child is gone
}
