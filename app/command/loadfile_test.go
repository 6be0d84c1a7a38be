package command

import (
	"path/filepath"
	"reflect"
	"testing"

	"profstation/loader"
	"profstation/loader/apart"
)

// TestLoadFile loads a file in another process of the program, as the window does.
func TestLoadFile(t *testing.T) {
	var helper apart.Helper
	defer helper.Close()
	path := filepath.Join(recordings, "heap.pprof")
	there, err := loader.Open(t.Context(), path, loader.Options{Apart: &helper})
	if err != nil {
		t.Fatal(err)
	}
	here, err := loader.Open(t.Context(), path, loader.Options{})
	if err != nil || !reflect.DeepEqual(here.Profile.Tables, there.Profile.Tables) || !reflect.DeepEqual(here.Profile.Samples, there.Profile.Samples) {
		t.Errorf("it differs from the file loaded here: %v", err)
	}
	if r := run(t, apart.Subcommand, "of another version"); r.exit != exitFailed {
		t.Errorf("exit %d, %q", r.exit, r.err)
	}
}
