package ballast

import (
	"os/exec"
	"strings"
	"testing"
)

// TestImportsNothing holds why this package is initialised early.
func TestImportsNothing(t *testing.T) {
	imports, err := exec.Command("go", "list", "-f", "{{.Imports}}", ".").Output()
	if err != nil || strings.TrimSpace(string(imports)) != "[]" {
		t.Errorf("it imports %s, %v", imports, err)
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
