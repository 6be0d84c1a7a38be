//go:build linux

package desktop

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// desk is a home for install.sh to work on.
type desk struct {
	t    *testing.T
	home string
	env  []string
}

// program is installed in these tests instead of profstation.
const program = "#!/bin/sh\necho hello\n"

func newDesk(t *testing.T, home string, env ...string) *desk {
	t.Helper()
	home = filepath.Join(t.TempDir(), home)
	binary := filepath.Join(t.TempDir(), "binary")
	if err := os.WriteFile(binary, []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		t.Fatal(err)
	}
	pages := t.TempDir()
	for _, file := range installed {
		path := filepath.Join(pages, file)
		if !strings.Contains(file, "/man/") && !strings.Contains(file, "/completions/") && !strings.Contains(file, "fish") && !strings.Contains(file, "zsh") {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &desk{t, home, append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "BINARY=" + binary, "PAGES=" + pages}, env...)}
}

func (d *desk) install(args ...string) string {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), "./install.sh", args...)
	cmd.Env = d.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("install.sh %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// tree lists all below a folder, folders with a slash.
func tree(t *testing.T, folder string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if e.IsDir() {
			rel += "/"
		}
		all = append(all, rel)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// installed are the files, below the folder for programs and data.
var installed = []string{
	"bin/profstation",
	"share/applications/" + ID + ".desktop",
	"share/bash-completion/completions/profstation",
	"share/fish/vendor_completions.d/profstation.fish",
	"share/icons/hicolor/128x128/apps/" + ID + ".png",
	"share/icons/hicolor/256x256/apps/" + ID + ".png",
	"share/icons/hicolor/48x48/apps/" + ID + ".png",
	"share/icons/hicolor/512x512/apps/" + ID + ".png",
	"share/icons/hicolor/scalable/apps/" + ID + ".svg",
	"share/man/man1/profstation-info.1.gz",
	"share/man/man1/profstation.1.gz",
	"share/metainfo/" + ID + ".metainfo.xml",
	"share/mime/packages/" + ID + ".xml",
	"share/zsh/site-functions/_profstation",
}

// has checks that all files are there.
func has(t *testing.T, folder string) {
	t.Helper()
	all := tree(t, folder)
	for _, file := range installed {
		if !slices.Contains(all, file) {
			t.Errorf("%s was not installed", file)
		}
	}
	for _, file := range all {
		if strings.HasSuffix(file, ".new") {
			t.Errorf("%s was left behind", file)
		}
	}
	if info, err := os.Stat(filepath.Join(folder, "bin/profstation")); err != nil || info.Mode() != 0o755 {
		t.Errorf("the program: %v, mode %v", err, info.Mode())
	}
}

// The entry of a user's installation has the full path of the program, whatever
// that is, and uninstalling leaves nothing behind.
func TestUserInstall(t *testing.T) {
	for _, home := range []string{"home", "a b", `odd "$(x)" 100% \ & | home`} {
		d := newDesk(t, home)
		d.install()
		d.install() // over the one there is
		has(t, filepath.Join(d.home, ".local"))
		entry, err := os.ReadFile(filepath.Join(d.home, ".local/share/applications", ID+".desktop"))
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Join(d.home, ".local/bin/profstation")
		lines := regexp.MustCompile(`(?m)^Exec=(".*") (%U|--new-window)$`).FindAllSubmatch(entry, -1)
		if len(lines) != 2 {
			t.Fatalf("home %q: expected two lines Exec=\"PROGRAM\" …\n%s", home, entry)
		}
		for _, line := range lines {
			if got := unquote(string(line[1])); got != want {
				t.Errorf("home %q: the entry starts %q, want %q", home, got, want)
			}
		}
		if got := d.install("--uninstall"); !strings.Contains(got, "Uninstalled") {
			t.Errorf("install.sh says %q", got)
		}
		if left := tree(t, d.home); len(left) > 0 {
			t.Errorf("home %q: left behind: %q", home, left)
		}
	}
}

// unquote reads the program's name in an Exec key: the escapes of string values,
// those of quoted arguments, and the field code %%.
func unquote(s string) string {
	s = strings.ReplaceAll(s, `\\`, `\`)
	s = regexp.MustCompile("\\\\([\"`$\\\\])").ReplaceAllString(s[1:len(s)-1], "$1")
	return strings.ReplaceAll(s, "%%", "%")
}

// The files of other programs stay, and the databases have them.
func TestUninstallKeepsOthers(t *testing.T) {
	d := newDesk(t, "home")
	for name, text := range map[string]string{
		".local/bin/other":                        "x",
		".local/share/applications/o.desktop":     "[Desktop Entry]\nType=Application\nName=o\nExec=o %F\nMimeType=application/x-other;\n",
		".local/share/mime/packages/o.xml":        `<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"><mime-type type="application/x-other"><comment>o</comment><glob pattern="*.other"/></mime-type></mime-info>`,
		".local/share/icons/hicolor/o.png":        "x",
		".local/share/metainfo/other.desktop":     "x",
		".config/mimeapps.list":                   "[Default Applications]\n",
		".local/share/applications/mimeapps.list": "x",
	} {
		path := filepath.Join(d.home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d.install()
	globs := filepath.Join(d.home, ".local/share/mime/globs2")
	contains(t, globs, "*.other", "60:application/x-pprof:*.pb.gz")
	d.install("--uninstall")
	contains(t, globs, "*.other")
	contains(t, filepath.Join(d.home, ".local/share/applications/mimeinfo.cache"), "application/x-other=o.desktop;")
	for _, path := range tree(t, d.home) {
		if strings.Contains(path, "profstation") || strings.Contains(path, "x-pprof") {
			t.Errorf("left behind: %s", path)
		}
	}
	if all := tree(t, d.home); !slices.Contains(all, ".config/mimeapps.list") || !slices.Contains(all, ".local/bin/other") {
		t.Errorf("files of others are gone: %q", all)
	}
}

func contains(t *testing.T, path string, parts ...string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %q", path, part)
		}
	}
}

// XDG_DATA_HOME and --prefix choose the folders.
func TestInstallElsewhere(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	d := newDesk(t, "home", "XDG_DATA_HOME="+data)
	d.install()
	if all := tree(t, d.home); !slices.Equal(all, []string{".local/", ".local/bin/", ".local/bin/profstation"}) {
		t.Errorf("in the home lies %q", all)
	}
	contains(t, filepath.Join(data, "mime/globs2"), "application/x-pprof:*.pgo")
	d.install("--uninstall")

	prefix := filepath.Join(t.TempDir(), "usr local")
	d.install("--prefix", prefix)
	has(t, prefix)
	d.install("--prefix="+prefix, "--uninstall")
	if left := append(tree(t, d.home), tree(t, prefix)...); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// With DESTDIR exactly the files are laid out, and the entry calls the program
// by its name.
func TestDestdir(t *testing.T) {
	dest := t.TempDir()
	d := newDesk(t, "home", "DESTDIR="+dest)
	d.install("--prefix", "/usr")
	has(t, filepath.Join(dest, "usr"))
	files := slices.DeleteFunc(tree(t, filepath.Join(dest, "usr")), func(p string) bool { return strings.HasSuffix(p, "/") })
	if !slices.Equal(files, installed) {
		t.Errorf("laid out were %q, want %q", files, installed)
	}
	got, err := os.ReadFile(filepath.Join(dest, "usr/share/applications", ID+".desktop"))
	if err != nil || string(got) != string(entry) {
		t.Errorf("the entry is %s (%v), want %s", got, err, entry)
	}

	// An archive has them below usr/local, with install.sh beside.
	archive := t.TempDir()
	d.env[len(d.env)-1] = "DESTDIR=" + archive
	d.install("--prefix", "/usr/local")
	script, err := os.ReadFile("install.sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(archive, "install.sh"), script, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(archive, "install.sh"))
	cmd.Env = d.env[:2]
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	has(t, filepath.Join(d.home, ".local"))
	contains(t, filepath.Join(d.home, ".local/bin/profstation"), program)
}

// Mistakes change nothing.
func TestInstallRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		env  string
		want string
	}{
		{[]string{"--frobnicate"}, "", "expected --prefix DIR or --uninstall"},
		{[]string{"--prefix"}, "", "needs a folder"},
		{nil, "DESTDIR=/tmp/nowhere", "DESTDIR needs --prefix"},
		{nil, "BINARY=/nonexistent", "/nonexistent is missing"},
	} {
		d := newDesk(t, "home", c.env)
		cmd := exec.CommandContext(t.Context(), "./install.sh", c.args...)
		cmd.Env = d.env
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("install.sh %q: %v, %s; want %q", c.args, err, out, c.want)
		}
		if left := tree(t, d.home); len(left) > 0 {
			t.Errorf("install.sh %q left %q", c.args, left)
		}
	}
}
