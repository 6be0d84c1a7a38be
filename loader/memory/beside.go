package memory

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// Endings of files that were recorded beside a heap profile: heap.smaps beside heap.pb.gz is of the same process at the
// same moment.
const (
	StatsEnding   = ".memstats" // the end of heap?debug=1
	VarsEnding    = ".vars"
	MetricsEnding = ".metrics"
	SmapsEnding   = ".smaps"
	RollupEnding  = ".smaps_rollup"
	StatusEnding  = ".status"
	GroupEnding   = ".memory." // and max, current or stat
)

var endings = []string{MetricsEnding, VarsEnding, StatsEnding, SmapsEnding, RollupEnding, StatusEnding, GroupEnding + "max", GroupEnding + "current", GroupEnding + "stat"}

// packedEnding follows the ending of a file that is packed.
const packedEnding = ".gz"

// MostBeside is how much of such a file is read.
const MostBeside = 32 << 20

// Stem returns a profile's path without the endings of its form: what files beside it begin with.
func Stem(path string) string {
	for _, packing := range []string{".gz", ".zst"} {
		path = strings.TrimSuffix(path, packing)
	}
	return strings.TrimSuffix(path, filepath.Ext(filepath.Base(path)))
}

// Beside reads what was recorded beside a heap profile. left has a line for each file that is left out, and why.
func Beside(path string) (s *memory.Sources, left []string) {
	s = &memory.Sources{}
	for _, ending := range endings {
		name := Stem(path) + ending
		data, err := besides(name)
		if data == nil && err == nil {
			data, err = besides(name + packedEnding)
		}
		if data != nil && err == nil {
			err = Add(s, name, data)
		}
		if err != nil {
			left = append(left, lang.L("{{.File}} beside it is left out: {{.Problem}}",
				lang.With{"File": input.OneLine(filepath.Base(name)), "Problem": input.Brief(err)}))
		}
	}
	return s, left
}

// besides reads a regular file; nil: there is none.
func besides(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := input.Read(f, 0, input.Limits{File: MostBeside, Uncompressed: MostBeside}, input.NewProgress(context.Background(), nil), nil)
	if err != nil {
		return nil, err
	}
	return in.Bytes, nil
}
