// Package home gives tests, and the programs that they start, a user's folders of their own.
package home

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"profstation/internal/must"
)

// Set makes a folder the home of the user of a test.
func Set(t testing.TB, dir string) {
	t.Helper()
	t.Setenv("HOME", dir)
	t.Setenv("USERPROFILE", dir)
	quietGo(dir)
}

// Below makes a folder a home, with all folders in which programs keep something below it. It returns their paths by
// the names of the variables for them.
func Below(dir string) map[string]string {
	paths := map[string]string{"HOME": dir}
	for name, folder := range map[string]string{
		"XDG_RUNTIME_DIR": "run",
		"XDG_CONFIG_HOME": ".config",
		"XDG_CACHE_HOME":  ".cache",
		"XDG_DATA_HOME":   ".local/share",
		"XDG_STATE_HOME":  ".local/state",
	} {
		paths[name] = filepath.Join(dir, folder)
		must.Do(os.MkdirAll(paths[name], 0o700))
	}
	quietGo(dir)
	return paths
}

// quietGo switches the go command's telemetry off for the user of a home. The go command starts a process for it that
// goes on writing into the home after the command has ended, and so, at times, while the test removes the folder.
func quietGo(home string) {
	config := ".config"
	if runtime.GOOS == "darwin" {
		config = "Library/Application Support"
	}
	mode := filepath.Join(home, config, "go", "telemetry", "mode")
	must.Do(os.MkdirAll(filepath.Dir(mode), 0o700))
	must.Do(os.WriteFile(mode, []byte("off"), 0o600))
}
