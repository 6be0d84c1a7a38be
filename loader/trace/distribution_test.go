package trace

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"profstation/internal/must"
)

var goEnvRoot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// goroot is where the Go distribution stands.
func goroot(t testing.TB) string {
	dir := must.Have(goEnvRoot())
	return dir
}

// toBinary is a program that turns the distribution's test traces, which are
// texts, into files. What it needs is internal to the distribution, so it is
// laid over it for the go command.
const toBinary = `package main

import (
	"bytes"
	"internal/trace/raw"
	"internal/trace/version"
	"internal/txtar"
	"io"
	"os"
	"path/filepath"
)

func main() {
	for _, file := range os.Args[2:] {
		a, err := txtar.ParseFile(file)
		check(err)
		for _, f := range a.Files {
			name := filepath.Join(os.Args[1], filepath.Base(file)+"."+f.Name)
			if f.Name != "trace" {
				check(os.WriteFile(name, f.Data, 0o666))
				continue
			}
			r, err := raw.NewTextReader(bytes.NewReader(f.Data))
			check(err)
			var b bytes.Buffer
			w, err := raw.NewWriter(&b, r.Version())
			check(err)
			for {
				e, err := r.ReadEvent()
				if err == io.EOF {
					break
				}
				check(err)
				check(w.WriteEvent(e))
			}
			check(os.WriteFile(name, b.Bytes(), 0o666))
		}
	}
}

var _ version.Version

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`

// textTraces converts the distribution's text traces, and returns for each
// whether its reader is expected to succeed.
func textTraces(t *testing.T) map[string]bool {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	must.Do(os.WriteFile(source, []byte(toBinary), 0o666))
	target := filepath.Join(goroot(t), "src/internal/trace/testdata/tobinary.go")
	overlay := must.Have(json.Marshal(map[string]map[string]string{"Replace": {target: source}}))
	over := filepath.Join(dir, "overlay.json")
	must.Do(os.WriteFile(over, overlay, 0o666))
	texts, err := filepath.Glob(filepath.Join(goroot(t), "src/internal/trace/testdata/tests/*.test"))
	if err != nil || len(texts) == 0 {
		t.Fatalf("no text traces: %v", err)
	}
	run := exec.Command("go", append([]string{"run", "-overlay", over, target, dir}, texts...)...)
	run.Dir = filepath.Dir(target)
	run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all := map[string]bool{}
	for _, text := range texts {
		base := filepath.Join(dir, filepath.Base(text))
		expect := must.Have(os.ReadFile(base + ".expect"))
		all[base+".trace"] = strings.HasPrefix(string(expect), "SUCCESS")
	}
	return all
}

// TestTextTraces holds models of the distribution's own test traces, which are
// made for what is hard about the format, against one reader.
func TestTextTraces(t *testing.T) {
	for file, sound := range textTraces(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".test.trace"), func(t *testing.T) {
			data := must.Have(os.ReadFile(file))
			ref := newRef()
			refErr := ref.read(bytes.NewReader(data))
			f, err := open(t.Context(), file, Options{})
			if !sound || refErr != nil {
				t.Logf("the reader: %v; the loader: %v", refErr, err)
				if err == nil && f.Complete() {
					t.Error("complete")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !f.Complete() || len(f.Warnings) > 0 {
				t.Errorf("not complete: %q", f.Warnings)
			}
			compareTrace(t, f, ref)
		})
	}
}
