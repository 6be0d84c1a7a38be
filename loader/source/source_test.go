package source

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/home"
	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
)

// tree writes files, named from a folder on, and returns the folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		must.Do(os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(os.WriteFile(path, []byte(text), 0o666))
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := tree(t, map[string]string{
		"shop/go.mod":               "// a shop\nmodule example.com/shop // here\n\ngo 1.26\n",
		"shop/cart/cart.go":         "cart",
		"shop/main.go":              "main",
		"other/x.c":                 "c",
		"go/src/runtime/proc.go":    "proc",
		"go/src/net/http/server.go": "server",
		"mod/github.com/!burnt!sushi/toml@v1.6.0/a.go":                             "toml",
		"mod/golang.org/toolchain@v0.0.1-go1.26.8.linux-amd64/src/runtime/proc.go": "that proc",
		"secret/key.go": "secret",
	})
	must.Do(os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "shop/link")))
	t.Setenv("GOROOT", filepath.Join(dir, "go"))
	t.Setenv("GOMODCACHE", filepath.Join(dir, "mod"))
	finder := func() *Finder {
		return New(Options{
			Folders: []string{filepath.Join(dir, "shop"), filepath.Join(dir, "other")}, Trim: []string{"/build/agent"},
		})
	}
	for _, c := range []struct{ name, want string }{ // the text; an error after !
		{dir + "/shop/cart/cart.go", "cart"},
		{dir + "/shop/../shop/main.go", "main"},
		{"example.com/shop/cart/cart.go", "cart"},
		{"example.com/shop/main.go", "main"},
		{"/home/ci/src/shop/cart/cart.go", "cart"},
		{"/elsewhere/v2/cart/cart.go", "cart"},
		{"/build/agent/cart/cart.go", "cart"},
		{"/build/agent/x.c", "c"},
		{"x.c", "c"},
		{"/usr/lib/go/src/runtime/proc.go", "proc"},
		{"runtime/proc.go", "proc"},
		{"net/http/server.go", "server"},
		{"/root/go/pkg/mod/golang.org/toolchain@v0.0.1-go1.26.8.linux-amd64/src/runtime/proc.go", "that proc"},
		{"/root/go/pkg/mod/github.com/!burnt!sushi/toml@v1.6.0/a.go", "toml"},
		{"github.com/BurntSushi/toml@v1.6.0/a.go", "toml"},
		{"github.com/BurntSushi/toml@v1.7.0/a.go", "!go mod download github.com/BurntSushi/toml@v1.7.0"},
		{dir + "/secret/key.go", "!is outside the folders that may be read: allow " + dir + "/secret"},
		{dir + "/shop/link/key.go", "!is outside"},
		{"link/key.go", "!not found"},
		{"../secret/key.go", "!not found"},
		{dir + "/shop/../secret/key.go", "!is outside"},
		{"/far/away/main.go", "!not found"}, // a name alone could be anyone's
		{"", "!not found"}, {"\x00", "!not found"}, {"/", "!"}, {".", "!"}, {"@v", "!not found"}, {"a@v1/..", "!"},
		{`\\server\share\x.go`, "!not found"}, {"//server/share/x.go", "!not found"}, {strings.Repeat("a/", 3000) + "x.go", "!not found"},
	} {
		f := finder().Find(c.name, time.Time{})
		if reason, ok := strings.CutPrefix(c.want, "!"); ok {
			if f.Err == nil || !strings.Contains(f.Note(), reason) || f.Lines != nil || f.Path != "" {
				t.Errorf("%.60q: %+v, want an error with %q", c.name, f, reason)
			}
			continue
		}
		if f.Err != nil || !slices.Equal(f.Lines, []string{c.want}) {
			t.Errorf("%q: %+v, want %q", c.name, f, c.want)
		}
	}
	f := finder()
	name := dir + "/secret/key.go"
	if first := f.Find(name, time.Time{}); first.Err != f.Find(name, time.Time{}).Err {
		t.Error("a file is looked for twice")
	}
	var missing *NotFound
	if err := f.Find(name, time.Time{}).Err; !errors.As(err, &missing) || missing.Exists != name {
		t.Errorf("the file that may not be read: %v", err)
	}
	for range 2 {
		if f.Allow(dir + "/secret"); len(f.folders) != 3 {
			t.Errorf("folders %q", f.folders)
		}
	}
	if got := f.Find(name, time.Time{}); got.Err != nil {
		t.Errorf("allowed: %v", got.Err)
	}
}

// The folder that is offered is that of the module, and never one that holds far more than code.
func TestFolderToAllow(t *testing.T) {
	dir := must.Have(filepath.EvalSymlinks(t.TempDir()))
	for _, name := range []string{"u/go.mod", "u/shop/go.mod", "u/shop/a/b/x.go", "u/x.go", "u/loose/y.go", "tmp/go.mod", "tmp/z/z.go"} {
		must.Do(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		must.Do(os.WriteFile(filepath.Join(dir, name), []byte("module m\n"), 0o666))
	}
	home.Set(t, filepath.Join(dir, "u"))
	t.Setenv("TMPDIR", filepath.Join(dir, "tmp"))
	t.Setenv("TMP", filepath.Join(dir, "tmp"))
	for _, option := range []string{"", "--source_path"} {
		f := New(Options{Option: option})
		for file, want := range map[string]string{"u/shop/a/b/x.go": "u/shop", "u/loose/y.go": "u/loose", "u/x.go": "", "tmp/z/z.go": "tmp/z"} {
			var miss *NotFound
			file = filepath.Join(dir, filepath.FromSlash(file))
			if want != "" {
				want = filepath.Join(dir, filepath.FromSlash(want))
			}
			if err := f.Find(file, time.Time{}).Err; !errors.As(err, &miss) || miss.Folder != want || want != "" && !strings.HasSuffix(miss.Error(), want) {
				t.Errorf("%s: %v, want %s", file, err, want)
			}
		}
	}
}

// A file of a program built with -trimpath is found in a module that was offered, and not read before it is allowed.
func TestOffered(t *testing.T) {
	dir := tree(t, map[string]string{"a/go.mod": "module example.com/app\n", "a/main.go": "main", "a/in/in.go": "in", "b/x.go": "x"})
	f := New(Options{})
	find := func(name string) (text string, miss NotFound) {
		file := f.Find(name, time.Time{})
		if m, ok := file.Err.(*NotFound); ok {
			miss = *m
		}
		return strings.Join(file.Lines, "\n"), miss
	}
	if _, miss := find("example.com/app/in/in.go"); miss.Exists != "" || miss.Folder != "" {
		t.Errorf("nothing was offered: %+v", miss)
	}
	f.Offer(filepath.Join(dir, "b"))
	f.Offer(filepath.Join(dir, "a", "in"))
	for name, want := range map[string]string{"example.com/app/in/in.go": "a/in/in.go", "example.com/app/main.go": "a/main.go",
		"example.com/app/gone.go": "", "example.com/apple/main.go": "", "example.com/app/../../b/x.go": "", "main.go": ""} {
		text, miss := find(name)
		if want == "" && miss.Exists == "" && miss.Folder == "" && text == "" {
			continue
		}
		if miss.Exists != filepath.Join(dir, want) || miss.Folder != filepath.Join(dir, "a") || text != "" {
			t.Errorf("%s: %q, %+v", name, text, miss)
		}
	}
	f.Allow(filepath.Join(dir, "a"))
	if text, miss := find("example.com/app/in/in.go"); text != "in" {
		t.Errorf("allowed: %q, %+v", text, miss)
	}
}

func TestFindNewer(t *testing.T) {
	dir := tree(t, map[string]string{"a/x.go": "x", "mod/m@v1.0.0/x.go": "x"})
	taken := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	t.Setenv("GOROOT", "none")
	t.Setenv("GOMODCACHE", dir+"/mod")
	f := New(Options{Folders: []string{dir + "/a"}})
	if x := f.Find("x.go", taken); !x.Newer || !strings.Contains(x.Note(), "was changed after the profile was taken") {
		t.Errorf("a file that is newer: %+v", x)
	}
	if x := f.Find("m@v1.0.0/x.go", taken); x.Newer || x.Note() != "" || !x.Fixed {
		t.Errorf("a file of a version: %+v", x)
	}
	must.Do(os.Chtimes(dir+"/a/x.go", taken, taken.Add(-time.Hour)))
	f = New(Options{Folders: []string{dir + "/a"}})
	if x := f.Find("x.go", taken); x.Newer || x.Note() != "" {
		t.Errorf("a file that is older: %+v", x)
	}
	// Another profile was taken before that, and a third says no time.
	if x := f.Find("x.go", taken.Add(-2*time.Hour)); !x.Newer {
		t.Errorf("a file that is newer than the second profile: %+v", x)
	}
	if x := f.Find("x.go", time.Time{}); x.Newer {
		t.Errorf("newer than nothing: %+v", x)
	}
	// It is edited while the window is open, and removed.
	must.Do(os.WriteFile(dir+"/a/x.go", []byte("y\nz"), 0o600))
	if x := f.Find("x.go", taken); !x.Newer || len(x.Lines) != 2 {
		t.Errorf("a file that was edited: %+v", x)
	}
	must.Do(os.Remove(dir + "/a/x.go"))
	for range 2 { // it is looked at more than once meanwhile
		if x := f.Find("x.go", taken); x.Err == nil {
			t.Errorf("a file that is gone: %+v", x)
		}
	}
	must.Do(os.WriteFile(dir+"/a/x.go", []byte("a\nb\nc"), 0o600))
	if x := f.Find("x.go", taken); x.Err != nil || len(x.Lines) != 3 {
		t.Errorf("a file that is there again: %+v", x)
	}
}

func TestRead(t *testing.T) {
	long := strings.Repeat("line\n", 100_000)
	dir := tree(t, map[string]string{
		"empty.go": "", "dos.go": "a\r\nb\r\n", "open.go": "a\n\nb", "long.go": long, "wide.go": strings.Repeat("x", 1<<20),
		"binary.go": "\x7fELF\x00", "bytes.go": "\xff\xfe\n",
	})
	must.Do(os.Mkdir(dir+"/folder.go", 0o777))
	huge := must.Have(os.Create(dir + "/huge.go"))
	must.Do(errors.Join(huge.Truncate(MaxSize+1), huge.Close()))
	f := New(Options{Folders: []string{dir}})
	for name, lines := range map[string]int{"empty.go": 0, "dos.go": 2, "open.go": 3, "long.go": 100_000, "wide.go": 1, "bytes.go": 1} {
		if x := f.Find(name, time.Time{}); x.Err != nil || len(x.Lines) != lines {
			t.Errorf("%s: %d lines, %v, want %d", name, len(x.Lines), x.Err, lines)
		}
	}
	if x := f.Find("dos.go", time.Time{}); !slices.Equal(x.Lines, []string{"a", "b"}) {
		t.Errorf("line ends: %q", x.Lines)
	}
	for name, reason := range map[string]string{
		"folder.go": "is a folder", "huge.go": "more than the 64", "binary.go": "not a text file",
	} {
		if x := f.Find(name, time.Time{}); x.Err == nil || !strings.Contains(x.Note(), reason) {
			t.Errorf("%s: %v, want %q", name, x.Err, reason)
		}
	}
}

// FuzzFind holds that no name in a profile leads out of the allowed folders.
func FuzzFind(f *testing.F) {
	for _, name := range []string{"a/x.go", "../x", "/etc/passwd", "m@v1.0.0/../../../etc/passwd", "/src/../../etc/passwd", "go/src/a", "\\\\h\\s", "!a@v!/b"} {
		f.Add(name)
	}
	dir := f.TempDir()
	inside := filepath.Join(dir, "in")
	for _, d := range []string{"in/a", "out/a"} {
		must.Do(os.MkdirAll(filepath.Join(dir, d), 0o777))
		must.Do(os.WriteFile(filepath.Join(dir, d, "x.go"), []byte(d), 0o666))
	}
	f.Setenv("GOROOT", inside)
	f.Setenv("GOMODCACHE", inside)
	f.Fuzz(func(t *testing.T, name string) {
		finder := New(Options{Folders: []string{inside}, Trim: []string{"a"}})
		x := finder.Find(name, time.Time{})
		if x.Err == nil && !below(inside, x.Path) {
			t.Errorf("%q is read from %q", name, x.Path)
		}
	})
}

// A binary is taken apart, and what a profile of it has is counted where it
// belongs.
func TestDisassemble(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":  "module hot\n\ngo 1.26\n",
		"main.go": "package main\n\nfunc main() {\n\tprintln(spin(1 << 20))\n}\n\n//go:noinline\nfunc spin(n int) int {\n\tx := 1\n\tfor i := range n {\n\t\tx = x*31 + i\n\t}\n\treturn x\n}\n",
	})
	binary := filepath.Join(dir, "hot")
	build := exec.Command(goTool(), "build", "-o", binary, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	of := func(at ...uint64) (*query.Result, model.MappingID) {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		m := b.Mapping(model.Mapping{Start: 0x400000, Limit: 0x800000, File: b.String(binary)})
		for _, a := range at {
			fn := b.Function(model.Function{Name: b.String("main.spin")})
			b.Sample([]model.LocID{b.Location(m, a, []model.Line{{Func: fn}})}, 0, []int64{10})
		}
		r := must.Have(query.Evaluate(context.Background(), b.Profile(model.Header{}), query.Query{}))
		return r, m
	}
	r, m := of()
	spin := regexp.MustCompile(`^main\.spin$`)
	code, err := Disassemble(context.Background(), binary, r, m, spin)
	if err != nil || len(code) < 4 {
		t.Fatalf("%+v, %v", code, err)
	}
	if code[0].File != "main.go" || code[0].Line < 8 || code[0].Text == "" {
		t.Errorf("the first instruction: %+v", code[0])
	}
	// In an instruction, between it and the next, and beside the function.
	r, m = of(code[1].Address, code[2].Address-1, code[0].Address-1, code[len(code)-1].Address+64)
	code = must.Have(Disassemble(context.Background(), binary, r, m, spin))
	for i, in := range code {
		if want := map[bool]int64{true: 20}[i == 1]; in.Flat != want || in.Cum != want {
			t.Errorf("instruction %d: flat %d, cum %d, want %d", i, in.Flat, in.Cum, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Disassemble(ctx, binary, r, m, spin); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, c := range []struct{ binary, match, says string }{
		{dir + "/none", ".", "cannot be read"}, {dir, ".", "not a regular file"},
		{dir + "/main.go", ".", "go tool objdump main.go"}, {binary, "^nobody$", "no function that matches"},
	} {
		if _, err := Disassemble(context.Background(), c.binary, r, m, regexp.MustCompile(c.match)); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %s: %v, want %q", c.binary, c.match, err, c.says)
		}
	}
}

// The code of a recording is found: the project's own below its folder, Go's in
// GOROOT.
func TestRecording(t *testing.T) {
	f := must.Have(loader.Open(context.Background(), "../../testdata/cpu.pprof", loader.Options{}))
	r, err := query.Evaluate(context.Background(), f.Profile, query.Default())
	if err != nil {
		t.Fatal(err)
	}
	finder := New(Options{Folders: []string{"../.."}})
	found := 0
	for _, file := range must.Have(r.SourceFiles(context.Background())) {
		x := finder.Find(file, time.Time{})
		if x.Err == nil {
			found++
		} else if strings.HasPrefix(file, "profstation/") {
			t.Errorf("%s: %v", file, x.Err)
		}
	}
	if all := len(must.Have(r.SourceFiles(context.Background()))); found < all*9/10 {
		t.Errorf("%d of %d files were found", found, all)
	}
}
