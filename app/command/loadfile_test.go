package command

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"profstation/loader"
	"profstation/loader/sandbox"
	"profstation/model/lang"
)

// TestLoadFile loads a file in another process of the program, as the window does.
func TestLoadFile(t *testing.T) {
	var helper sandbox.Helper
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
	if r := run(t, sandbox.Subcommand, "of another version"); r.exit != exitFailed {
		t.Errorf("exit %d, %q", r.exit, r.err)
	}
}

// TestLoadFileSpeaks checks that the other process speaks the language of the window.
func TestLoadFileSpeaks(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	if err := speak([]string{"no language"}); err == nil || lang.Tag() != "en" {
		t.Errorf("%v, and the language is %s", err, lang.Tag())
	}
	if err := speak([]string{"de"}); err != nil || lang.Tag() != "de" {
		t.Fatalf("%v, and the language is %s", err, lang.Tag())
	}
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, []byte("Dear reader"), 0o600); err != nil {
		t.Fatal(err)
	}
	var helper sandbox.Helper
	defer helper.Close()
	_, there := loader.Open(t.Context(), path, loader.Options{Apart: &helper})
	_, here := loader.Open(t.Context(), path, loader.Options{})
	if there == nil || here == nil || there.Error() != here.Error() {
		t.Errorf("there: %v; here: %v", there, here)
	}
	if r := run(t, sandbox.Subcommand, "of another version", "no language"); r.exit != exitFailed {
		t.Errorf("exit %d, %q", r.exit, r.err)
	}
}
