package trace

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	xtrace "golang.org/x/exp/trace"

	"profstation/internal/pproftool"
	"profstation/model/trace"

	"profstation/internal/must"
)

// traceFiles are all traces that are there: the project's own, those of the Go
// distribution, and those below the folder that PROFSTATION_CORPUS names.
func traceFiles(t testing.TB) []string {
	files := append(pproftool.Recordings(t, "../../testdata/trace.trace"), "testdata/quiet.trace")
	old := must.Have(filepath.Glob(filepath.Join(goroot(t), "src/internal/trace/internal/tracev1/testdata/*_good")))
	for _, file := range old {
		// The large ones differ from the small ones of their version in size.
		if !underRace || !strings.HasPrefix(filepath.Base(file), "stress_1_") {
			files = append(files, file)
		}
	}
	if dir := os.Getenv("PROFSTATION_CORPUS"); dir != "" {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".trace") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestTraces holds the models of all traces against one reader that reads them
// event by event.
func TestTraces(t *testing.T) {
	for _, file := range traceFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := must.Have(os.ReadFile(file))
			ref := newRef()
			if err := ref.read(bytes.NewReader(data)); err != nil {
				t.Log(err)
				return
			}
			f := must.Have(open(t.Context(), file, Options{}))
			if !f.Complete() || len(f.Warnings) > 0 {
				t.Errorf("not complete: %q", f.Warnings)
			}
			if f.Format < "go 1.22" {
				f, ref = replayed(t, data)
			}
			compareTrace(t, f, ref)
			t.Logf("%d events, %d generations, %d goroutines, %d spans, %d stacks", f.Events, len(f.Generations), len(f.Goroutines), f.Spans.Len(), f.Stacks.Len())
		})
	}
}

// givenAgain gives events again that were read before.
type givenAgain struct{ events []xtrace.Event }

func (r *givenAgain) ReadEvent() (xtrace.Event, error) {
	if len(r.events) == 0 {
		return xtrace.Event{}, io.EOF
	}
	e := r.events[0]
	r.events = r.events[1:]
	return e, nil
}

// replayed makes a model and the reference of one and the same reading. For
// the old format, the reader orders events of one time by chance: two readings
// of a file differ.
func replayed(t *testing.T, data []byte) (*trace.Trace, *refTrace) {
	t.Helper()
	r := must.Have(xtrace.NewReader(bytes.NewReader(data)))
	var events []xtrace.Event
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	ref := newRef()
	must.Do(ref.all(&givenAgain{events}))
	d := must.Have(oldDecoder(t.Context()).columns(&givenAgain{events}, false))
	s := newStitcher()
	if _, _, err := s.add(d); err != nil {
		t.Fatal(err)
	}
	return must.Have(s.assemble(t.Context(), true, nil)), ref
}
