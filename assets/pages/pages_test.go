package main

import (
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/app/command"
	"profstation/internal/must"
)

// written makes everything below a new folder, and lists it.
func written(t *testing.T) (folder string, files []string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "pages")
	must.Do(os.MkdirAll(filepath.Join(folder, "share/man/man1"), 0o755))
	must.Do(os.WriteFile(filepath.Join(folder, "share/man/man1/profstation-gone.1.gz"), nil, 0o644))
	must.Do(write(folder, command.New(nil)))
	return folder, below(folder)
}

// below lists the files below a folder.
func below(folder string) (files []string) {
	must.Do(filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, must.Have(filepath.Rel(folder, path)))
		}
		return err
	}))
	return files
}

// page returns what stands in a page.
func page(t *testing.T, path string) string {
	t.Helper()
	f := must.Have(os.Open(path))
	defer f.Close()
	return string(must.Have(io.ReadAll(must.Have(gzip.NewReader(f)))))
}

// TestPages holds that each command for users has a page with its options, that pages are the same each time, and that
// all shells have a completion.
func TestPages(t *testing.T) {
	folder, files := written(t)
	again, _ := written(t)
	for _, file := range files {
		a, b := must.Have(os.ReadFile(filepath.Join(folder, file))), must.Have(os.ReadFile(filepath.Join(again, file)))
		if len(a) < 100 || string(a) != string(b) {
			t.Errorf("%s has %d bytes, and %d the next time", file, len(a), len(b))
		}
	}
	want := []string{"profstation.1.gz"}
	for _, c := range command.New(nil).Commands() {
		name := "profstation-" + c.Name() + ".1.gz"
		if c.Hidden {
			continue
		}
		want = append(want, name)
		text := page(t, filepath.Join(folder, "share/man/man1", name))
		if !strings.Contains(strings.ReplaceAll(text, `\-`, "-"), c.Short) {
			t.Errorf("%s lacks %q", name, c.Short)
		}
	}
	slices.Sort(want)
	var pages []string
	for _, file := range files {
		if name, ok := strings.CutPrefix(file, "share/man/man1/"); ok {
			pages = append(pages, name)
		}
	}
	if slices.Sort(pages); !slices.Equal(pages, want) || len(files) != len(pages)+3 {
		t.Errorf("pages are %q, want %q; of all files %q", pages, want, files)
	}
	if text := page(t, filepath.Join(folder, "share/man/man1/profstation.1.gz")); !strings.Contains(text, ".SH EXIT STATUS") {
		t.Errorf("the first page lacks the exit statuses:\n%s", text)
	}
	// The table of the views is one line for each.
	if text := page(t, filepath.Join(folder, "share/man/man1/profstation-export.1.gz")); !strings.Contains(text, "\nflame  ") {
		t.Errorf("the table of the views is no table:\n%s", text)
	}
}

// TestInstalled holds that all of it is installed, and that a later program finds what to remove.
func TestInstalled(t *testing.T) {
	folder, files := written(t)
	dest := t.TempDir()
	for _, action := range []string{"", "--uninstall"} {
		cmd := exec.CommandContext(t.Context(), "../desktop/install.sh", "--prefix", "/usr")
		cmd.Env = append(os.Environ(), "DESTDIR="+dest, "BINARY="+os.Args[0], "PAGES="+folder)
		if action != "" {
			cmd.Args = append(cmd.Args, action)
			cmd.Env[len(cmd.Env)-1] = "PAGES=/nonexistent"
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("install.sh %s: %v\n%s", action, err, out)
		}
		all := below(filepath.Join(dest, "usr"))
		for _, file := range files {
			if slices.Contains(all, file) != (action == "") {
				t.Errorf("after install.sh %s there is %q", action, all)
			}
		}
	}
}
