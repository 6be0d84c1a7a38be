package trace

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// spilled loads a trace with its tables on the disk or in memory. It returns what was taken of the
// memory that is allowed, too.
func spilled(t *testing.T, data []byte, o Options, spills bool) (*trace.Trace, int64, error) {
	t.Helper()
	version := must.Have(versionOf(data))
	l := newLoad(t.Context(), Memory(data), input.NewProgress(t.Context(), nil), o, version)
	m, err := l.trace(spills)
	return m, l.budget.used.Load(), err
}

// TestSpill holds that a trace whose tables lie on the disk is the same.
func TestSpill(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	n, again := 0, 0
	for _, file := range traceFiles(t) {
		data := must.Have(os.ReadFile(file))
		want, inMemory, err := spilled(t, data, Options{}, false)
		if err != nil || want.Format < "go 1.22" {
			continue
		}
		got, onDisk, err := spilled(t, data, Options{Scratch: mapped.Scratch}, true)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got.Room() == nil {
			t.Errorf("%s is in memory", file)
		}
		sameTables(t, file, got, want)
		n++
		// A trace whose spans turn out to be too many for memory is decoded again.
		limit := (max(onDisk, int64(len(data))*weightOfBytes) + inMemory) / 2
		if limit >= inMemory {
			continue
		}
		got, err = decode(t.Context(), data, Options{Limits: input.Limits{Memory: limit}, Scratch: mapped.Scratch})
		if err != nil {
			t.Errorf("%s, limited: %v", file, err)
			continue
		}
		if got.Room() == nil {
			t.Errorf("%s, limited, is in memory", file)
		}
		sameTables(t, file, got, want)
		again++
	}
	if n < 2 || again < 1 {
		t.Errorf("only %d traces were spilled, %d of them in the end", n, again)
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
	runtime.KeepAlive(got) // otherwise its columns may be released before they are compared
}

// TestSpillWithoutRoom sees that a disk that cannot be written is an error of one line.
func TestSpillWithoutRoom(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/trace.trace"))
	readOnly := filepath.Join(t.TempDir(), "f")
	must.Do(os.WriteFile(readOnly, nil, 0o600))
	for what, scratch := range map[string]func() (*os.File, error){
		"no file":  func() (*os.File, error) { return nil, errors.New("no space left on device") },
		"no space": func() (*os.File, error) { return os.Open(readOnly) },
	} {
		_, _, err := spilled(t, data, Options{Scratch: scratch}, true)
		var refused *input.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "do not fit on the disk") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
