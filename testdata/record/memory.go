package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"profstation/testdata/record/native"
	"profstation/testdata/record/planted"
)

// writeMemory records what processes say of their memory, each with one cause, under the names that Record gives such
// files. Without a cause it records all that this program can take memory for.
func writeMemory(ctx context.Context, dir, cause string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, each := range planted.Causes {
		if cause != "" && cause != each || each == "malloc" && !native.Available {
			continue
		}
		if err := recordMemory(ctx, dir, each); err != nil {
			return fmt.Errorf("memory for %s: %w", each, err)
		}
	}
	return nil
}

// recordMemory starts this program once more, for the cause.
func recordMemory(ctx context.Context, dir, cause string) error {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	program, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.MkdirTemp("", "memory")
	if err != nil {
		return err
	}
	defer os.RemoveAll(from)
	if out, err := exec.CommandContext(ctx, program, "-plant", cause, "-memory", from).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	elsewhere := strings.NewReplacer(from, "/var/lib/shop", filepath.Dir(program), "/usr/local/bin")
	for _, ending := range []string{".txt", ".metrics", ".status", ".smaps"} {
		data, err := os.ReadFile(filepath.Join(from, cause+ending))
		if err != nil {
			return err
		}
		if ending == ".smaps" {
			var packed bytes.Buffer
			w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
			_, err := elsewhere.WriteString(w, string(data))
			if err := cmp.Or(err, w.Close()); err != nil {
				return err
			}
			ending, data = ending+".gz", packed.Bytes()
		}
		if err := os.WriteFile(filepath.Join(dir, cause+ending), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
