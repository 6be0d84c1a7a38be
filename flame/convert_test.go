package flame_test

import (
	"bytes"
	"context"
	"testing"

	pprof "github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
)

// encode writes a profile as Go programs do.
func encode(t testing.TB, p *pprof.Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(p.Write(&b))
	return b.Bytes()
}

// convert makes a profile of the library one of ours, as loading a file does.
func convert(t testing.TB, p *pprof.Profile) *model.Profile {
	t.Helper()
	f := must.Have(loader.Decode(context.Background(), "synthetic", encode(t, p), loader.Options{}))
	return f.Profile
}
