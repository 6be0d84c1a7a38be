package compare_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
)

// pprof runs `go tool pprof` in a folder and gives it commands.
func pprof(t *testing.T, dir, commands string, args ...string) {
	t.Helper()
	cmd := pproftool.Command(t, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(commands)
	pproftool.Run(t, cmd)
}

func load(t testing.TB, path string) *model.Profile {
	t.Helper()
	f := must.Have(loader.Open(context.Background(), path, loader.Options{}))
	return f.Profile
}

// written is a file that holds a profile.
func written(t testing.TB, p *profile.Profile) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "p.pprof")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func recording(t testing.TB, name string) string {
	t.Helper()
	return must.Have(filepath.Abs(filepath.Join("../../testdata", name)))
}

func evaluate(t testing.TB, p *model.Profile, q query.Query) *query.Result {
	t.Helper()
	return must.Have(query.Evaluate(context.Background(), p, q))
}
