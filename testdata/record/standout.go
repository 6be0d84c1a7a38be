package main

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"profstation/testdata/record/wasteful"
)

// later is the recording that says it was built by a release that is not out yet.
const later = "newer.pprof"

// writeWasteful writes recordings of programs that waste time in ways that stand out. One of them says that it was built
// by a later release, as a file of the runtime is in the folder of that release where paths are not trimmed.
func writeWasteful(ctx context.Context, dir string, d time.Duration) error {
	return wasteful.Record(ctx, d, func(name string, data []byte) error {
		data, err := withoutPath(data)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil || name != "goroutine.pprof" {
			return err
		}
		if data, err = renamed(data, "runtime/proc.go", "/sdk/go1.99.0/src/runtime/proc.go"); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, later), data, 0o666)
	})
}
