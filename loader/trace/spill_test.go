package trace

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// spilling returns options by which the trace of so many bytes does not fit in memory.
func spilling(t *testing.T, size int) Options {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	return Options{Limits: input.Limits{Memory: int64(size)*weightOfBytes - 1}, Scratch: mapped.Scratch}
}

// TestSpill holds that a trace whose tables lie on the disk is the same.
func TestSpill(t *testing.T) {
	spilled := 0
	for _, file := range traceFiles(t) {
		data := must.Have(os.ReadFile(file))
		want, err := decode(t.Context(), data, Options{})
		if err != nil || want.Format < "go 1.22" {
			continue
		}
		got, err := decode(t.Context(), data, spilling(t, len(data)))
		var refused *input.Error
		if errors.As(err, &refused) && refused.Beyond { // a small file, whose other tables weigh more
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got.Room() == nil {
			t.Errorf("%s is in memory", file)
		}
		sameTables(t, file, got, want)
		spilled++
	}
	if spilled < 2 {
		t.Errorf("only %d traces were spilled", spilled)
	}
}

func sameTables(t *testing.T, file string, got, want *trace.Trace) {
	t.Helper()
	a, b := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range a.NumField() {
		if name := a.Type().Field(i).Name; a.Type().Field(i).IsExported() && !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			t.Errorf("%s: %s is another", file, name)
		}
	}
}

// TestSpillWithoutRoom sees that a disk that cannot be written is an error of one line.
func TestSpillWithoutRoom(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/trace.trace"))
	readOnly := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(readOnly, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	made := 0
	for what, scratch := range map[string]func() (*os.File, error){
		"no file": func() (*os.File, error) { return nil, errors.New("no space left on device") },
		"no rows": func() (*os.File, error) { return os.Open(readOnly) },
		"no space": func() (*os.File, error) {
			if made++; made == 1 {
				return mapped.Scratch()
			}
			return os.Open(readOnly)
		},
	} {
		o := spilling(t, len(data))
		o.Scratch = scratch
		_, err := decode(t.Context(), data, o)
		var refused *input.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "no room on the disk") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
