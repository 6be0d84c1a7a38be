package assets

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestVersion: the files that repeat the version have it as their newest.
func TestVersion(t *testing.T) {
	for file, form := range map[string]string{
		"../FyneApp.toml": `(?m)^Version = "(.*)"$`,
		"../CHANGELOG.md": `(?m)^## ([0-9.]+) - `,
		"desktop/io.github.profstation.profstation.metainfo.xml": `<release version="([^"]*)"`,
	} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(form).FindSubmatch(data); m == nil || string(m[1]) != Version {
			t.Errorf("%s has %q, version.txt has %q", file, m, Version)
		}
	}
}

// TestIcon makes sure that window managers can take the icon: a square with
// transparent corners.
func TestIcon(t *testing.T) {
	icon, err := png.Decode(bytes.NewReader(Icon))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := icon.Bounds(), image.Rect(0, 0, 512, 512); got != want {
		t.Errorf("the icon is %v, want %v", got, want)
	}
	for _, at := range []image.Point{{0, 0}, {511, 0}, {0, 511}, {511, 511}} {
		if _, _, _, alpha := icon.At(at.X, at.Y).RGBA(); alpha != 0 {
			t.Errorf("the corner at %v is not transparent", at)
		}
	}
	if _, _, _, alpha := icon.At(256, 256).RGBA(); alpha != 0xffff {
		t.Error("the middle is not opaque")
	}
}

// TestPackagesAreOfTheTag holds which version packages have: without a tag that of the files, at a tag that one if the
// files have it, too, and later the commits since.
func TestPackagesAreOfTheTag(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	git := func(args ...string) {
		t.Helper()
		if out, err := run("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.example"}, args...)...); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	expect := func(when, want string, fails bool) {
		t.Helper()
		got, err := run(".ci/version")
		if !regexp.MustCompile("^"+want+"$").MatchString(got) || (err != nil) != fails {
			t.Errorf("%s: %q, %v; want %q", when, got, err, want)
		}
	}
	for _, name := range []string{".ci/version", "assets/version.txt"} {
		data, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	expect("no repository", regexp.QuoteMeta(Version), false)
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "a")
	expect("no tag", regexp.QuoteMeta(Version), false)
	git("tag", "-a", "-m", "a", "v"+Version)
	git("tag", "other")
	expect("a tag", regexp.QuoteMeta(Version), false)
	git("commit", "-q", "--allow-empty", "-m", "b")
	expect("a commit later", regexp.QuoteMeta(Version)+`\+1\.g[0-9a-f]{7}`, false)
	git("tag", "v97.0.0-rc.1")
	expect("a tag that the files do not have", `.*v97\.0\.0-rc\.1.*`+regexp.QuoteMeta(Version), true)
	git("commit", "-q", "--allow-empty", "-m", "c")
	expect("a commit after that", `97\.0\.0-rc\.1\+1\.g[0-9a-f]{7}`, false)
}
