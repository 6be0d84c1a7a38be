package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"runtime/pprof"
	"time"

	"profstation/testdata/record/native"
)

// writeNative writes a CPU profile of a program that calls C. The C frames have addresses and no names.
func writeNative(ctx context.Context, path string, duration time.Duration) error {
	if !native.Available {
		return errors.New("built without cgo: nothing here computes in C")
	}
	var b bytes.Buffer
	if err := pprof.StartCPUProfile(&b); err != nil {
		return err
	}
	sum := uint64(1)
	for begin := time.Now(); time.Since(begin) < duration && ctx.Err() == nil; {
		pprof.Do(ctx, pprof.Labels("language", "C"), func(context.Context) { sum = native.Checksum(sum, 10_000) })
		pprof.Do(ctx, pprof.Labels("language", "Go"), func(context.Context) { sum += inGo(sum, 10_000) })
	}
	pprof.StopCPUProfile()
	data, err := withoutPath(b.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}

// inGo does as much work as [native.Checksum].
func inGo(sum uint64, rounds int) uint64 {
	for i := range rounds {
		sum = (sum ^ sum>>33 + uint64(i)) * 0xff51afd7ed558ccd
	}
	return sum
}
