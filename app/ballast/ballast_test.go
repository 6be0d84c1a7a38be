package ballast

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImportsLittle holds why this package is initialised early: all of go-graphviz needs strings, which comes later.
func TestImportsLittle(t *testing.T) {
	deps, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil || slices.Contains(strings.Fields(string(deps)), "strings") {
		t.Errorf("it needs %s, %v", deps, err)
	}
}

// TestDrop holds that nothing keeps the ballast once it is dropped.
func TestDrop(t *testing.T) {
	if held == nil {
		t.Error("there is none at the start")
	}
	if Drop(); held != nil {
		t.Error("it is still held")
	}
}
