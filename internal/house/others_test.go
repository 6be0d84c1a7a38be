package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"profstation/internal/must"
)

// others are the systems besides this one for which the program is built, as the command line alone.
var others = []string{"windows/amd64", "windows/arm64", "darwin/amd64", "darwin/arm64"}

const buildTags = "migrated_fynedo,no_emoji"

// roots name the packages that are looked at for other systems. The tests in e2e open windows.
var roots = []string{"./...", "./measure/...", "./testdata/record/..."}

// TestOtherSystems type-checks all packages, with their tests, for other systems. If it is not short, it also builds the
// program for them and runs go vet over all packages that build there without cgo. Fyne's widgets need cgo on macOS.
func TestOtherSystems(t *testing.T) {
	seen := map[string]bool{}
	for _, system := range others {
		if !testing.Short() {
			goFor(t, system, "build", "-tags", buildTags, "-o", filepath.Join(t.TempDir(), "profstation"), ".")
		}
		name, _, _ := strings.Cut(system, "/")
		if seen[name] {
			continue // the processors differ in few files, which the build has compiled
		}
		seen[name] = true
		typeCheck(t, system)
		if !testing.Short() {
			vet(t, system)
		}
	}
}

// environment makes a go command build for a system, without cgo.
func environment(system string) []string {
	name, arch, _ := strings.Cut(system, "/")
	return append(os.Environ(), "CGO_ENABLED=0", "GOOS="+name, "GOARCH="+arch)
}

// goFor runs the go command for a system and returns what it prints.
func goFor(t *testing.T, system string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = "../..", environment(system)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: go %.200s: %v\n%.5000s", system, strings.Join(args, " "), err, errs.String())
	}
	return string(out)
}

// typeCheck looks for errors in the packages' own files. Of all others it reads only the declarations: so nothing is
// compiled, which would take a minute for each system.
func typeCheck(t *testing.T, system string) {
	t.Helper()
	root := must.Have(filepath.Abs("../..")) + string(filepath.Separator)
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes,
		Dir: root, Env: environment(system), Tests: true, BuildFlags: []string{"-tags", buildTags},
		ParseFile: func(files *token.FileSet, name string, source []byte) (*ast.File, error) {
			file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
			if file == nil || strings.HasPrefix(name, root) {
				return file, err
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					f.Body = nil
				}
			}
			return file, err
		},
	}, roots...)
	if err != nil {
		t.Errorf("%s: %v", system, err)
	}
	const least = 200 // of packages, packages with their tests and test programs
	if len(all) < least {
		t.Errorf("%s: only %d packages were found", system, len(all))
	}
	for _, p := range all {
		for _, e := range p.Errors {
			// A test program lies in the cache. Its init has no body here.
			if !strings.HasSuffix(p.ID, ".test") {
				t.Errorf("%s: %s: %v", system, p.ID, e)
			}
		}
	}
}

// vet runs go vet over all packages that build without cgo.
func vet(t *testing.T, system string) {
	t.Helper()
	// A line for each package and for its tests: its name, and what it imports.
	list := goFor(t, system, append([]string{"list", "-e", "-test", "-tags", buildTags,
		"-f", `{{with .ForTest}}{{.}}{{else}}{{.ImportPath}}{{end}} {{range .Deps}}{{.}},{{end}}`}, roots...)...)
	cgo := map[string]bool{} // packages that need it there, themselves or in a test
	var all []string
	for line := range strings.Lines(list) {
		name, deps, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasSuffix(name, ".test") {
			continue
		}
		deps = "," + deps
		widgets := strings.Contains(deps, ","+fyne+"/internal/widget,")
		if strings.Contains(deps, ","+fyne+"/internal/driver/glfw,") || widgets && strings.HasPrefix(system, "darwin/") {
			cgo[name] = true
		}
		all = append(all, name)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	all = slices.DeleteFunc(all, func(pkg string) bool { return cgo[pkg] })
	const least = 60
	if len(all) < least {
		t.Errorf("%s: only %d packages were found: %q", system, len(all), all)
		return
	}
	goFor(t, system, append([]string{"vet", "-tags", buildTags}, all...)...)
}
