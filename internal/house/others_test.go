package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// others are the systems besides this one for which the program is built, as the command line alone.
var others = []string{"windows/amd64", "windows/arm64", "darwin/amd64", "darwin/arm64"}

const buildTags = "migrated_fynedo,no_emoji"

// TestOtherSystems builds the program for other systems and runs go vet over all packages that build there without cgo,
// with their tests. Fyne's widgets need cgo on macOS. A short test looks at one system, and there at the packages that
// have files of their own for some system.
func TestOtherSystems(t *testing.T) {
	run := func(system string, args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = "../.."
		name, arch, _ := strings.Cut(system, "/")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+name, "GOARCH="+arch)
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: go %.200s: %v\n%.5000s", system, strings.Join(args, " "), err, errs.String())
		}
		return string(out)
	}
	seen := map[string]bool{}
	for _, system := range others {
		if testing.Short() && len(seen) > 0 {
			return
		}
		if !testing.Short() {
			run(system, "build", "-tags", buildTags, "-o", filepath.Join(t.TempDir(), "profstation"), ".")
		}
		name, _, _ := strings.Cut(system, "/")
		if seen[name] {
			continue // the processors differ in few files, which the build has compiled
		}
		seen[name] = true
		// A line for each package and for its tests: its name, how many files it has for other systems, its imports. The
		// tests in e2e open windows.
		list := run(system, "list", "-e", "-test", "-tags", buildTags,
			"-f", `{{with .ForTest}}{{.}}{{else}}{{.ImportPath}}{{end}} {{len .IgnoredGoFiles}} {{range .Deps}}{{.}},{{end}}`,
			"./...", "./measure/...", "./testdata/record/...")
		cgo := map[string]bool{} // packages that need it there, themselves or in a test
		var all []string
		for line := range strings.Lines(list) {
			f := strings.Fields(line)
			if len(f) < 2 || strings.HasSuffix(f[0], ".test") {
				continue
			}
			deps := ""
			if len(f) > 2 {
				deps = "," + f[2]
			}
			widgets := strings.Contains(deps, ","+fyne+"/internal/widget,")
			if strings.Contains(deps, ","+fyne+"/internal/driver/glfw,") || widgets && (name == "darwin" || testing.Short()) {
				cgo[f[0]] = true // a short test leaves all widgets out: they build slowly, and do not differ
			}
			if !testing.Short() || f[1] != "0" {
				all = append(all, f[0])
			}
		}
		slices.Sort(all)
		all = slices.Compact(all)
		all = slices.DeleteFunc(all, func(pkg string) bool { return cgo[pkg] })
		least := 60
		if testing.Short() {
			least = 8
		}
		if len(all) < least {
			t.Errorf("%s: only %d packages were found: %q", system, len(all), all)
			continue
		}
		run(system, append([]string{"vet", "-tags", buildTags}, all...)...)
	}
}
