package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// NOTICES has the licence of every module that is built in on this system, in its
// present version.
func TestNoticesAreComplete(t *testing.T) {
	data, err := os.ReadFile("../../NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	all, err := linked(runtime.GOOS, "profstation")
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]bool{}
	for _, n := range all {
		modules[n.of] = true
		if !strings.Contains(text, "\n"+n.of+"\n") || !strings.Contains(text, n.text) {
			t.Errorf("NOTICES lacks the licence of %s: run make notices", n.of)
		}
	}
	if len(modules) < 30 {
		t.Errorf("only %d modules have a licence", len(modules))
	}
	for _, name := range []string{", theme/font\n", ", glfw\n", "Graphviz", "fyne.io/fyne/v2 "} {
		if !strings.Contains(text, name) {
			t.Errorf("NOTICES lacks %s", name)
		}
	}
}

// A module in which no licence was found does not pass unseen.
func TestEveryModuleHasLicence(t *testing.T) {
	out, err := run(exec.Command("go", "list", "-deps", "-tags", "migrated_fynedo,no_emoji",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "profstation"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../../NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	modules := 0
	for line := range strings.Lines(out) {
		m := strings.TrimSpace(line)
		if m == "" {
			continue
		}
		modules++
		if !strings.Contains(string(data), "\n"+m+"\n") {
			t.Errorf("%s has no licence that was found", m)
		}
	}
	if modules == 0 {
		t.Error("the go command lists no module")
	}
}
