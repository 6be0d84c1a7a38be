package flame_test

import (
	"bytes"
	"context"
	"testing"

	pprof "github.com/google/pprof/profile"

	"profstation/loader"
	"profstation/model"
)

// encode writes a profile as Go programs do.
func encode(t testing.TB, p *pprof.Profile) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// convert makes a profile of the library one of ours, as loading a file does.
func convert(t testing.TB, p *pprof.Profile) *model.Profile {
	t.Helper()
	f, err := loader.Decode(context.Background(), "synthetic", encode(t, p), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f.Profile
}
