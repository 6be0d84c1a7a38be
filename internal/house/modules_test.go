package house

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// modules are the folders of the modules that go.work joins, and how many packages of others each uses at least.
var modules = map[string]int{".": 20, "e2e": 20, "measure": 20, "testdata/record": 1}

// TestModules holds that each module is whole without go.work, which hides what the file of a module lacks, and that all
// build with the same versions of what they use.
func TestModules(t *testing.T) {
	versions := map[string]string{}
	for dir, min := range modules {
		cmd := exec.CommandContext(t.Context(), "go", "list", "-mod=readonly", "-deps", "-test", "-tags=migrated_fynedo,no_emoji,window",
			"-f", "{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}", "./...")
		cmd.Dir = "../../" + dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v: go mod tidy there\n%s", dir, err, errs.String())
			continue
		}
		used := 0
		for line := range strings.Lines(string(out)) {
			path, version, ok := strings.Cut(strings.TrimSpace(line), " ")
			if !ok || path == module {
				continue
			}
			used++
			if other := versions[path]; other != "" && other != version {
				t.Errorf("%s uses %s of %s, another module %s", dir, version, path, other)
			}
			versions[path] = version
		}
		if used < min {
			t.Errorf("%s: only %d packages of others", dir, used)
		}
	}
}
