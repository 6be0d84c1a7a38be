package compiler

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"profstation/model/lang"
	"profstation/model/safe"
)

// Build is what to compile.
type Build struct {
	Go      string   // the go command
	Module  string   // the module's folder, absolute
	Folders []string // where the packages are, absolute, in the module
}

// Report is what the compiler says about some packages.
type Report struct {
	Go      string // the release that compiled them: go1.26.8; "": nothing was logged
	Remarks []Remark
	Failed  []string // what could not be compiled, and why: a line each
}

const (
	patience  = 10 * time.Minute // for a build
	maxListed = 16 << 20         // bytes that the go command prints
	maxLogs   = 512 << 20        // bytes in all logs
)

// Ask compiles packages, and returns what the compiler says about them. Nothing is linked or run, no C compiler either, and
// nothing is downloaded. The module does not change: what is made stands in the build cache. If the context ends, so do
// the go command and all that it has started.
func Ask(ctx context.Context, b Build) (*Report, error) {
	logs, err := os.MkdirTemp("", "profstation-compiler-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(logs)
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errSlow)
	defer cancel()
	listed, err := b.compile(ctx, logs)
	if err != nil {
		return nil, err
	}
	r := &Report{Failed: failures(listed)}
	if err := r.read(ctx, logs); err != nil {
		return nil, err
	}
	return r, nil
}

var errSlow = lang.Error("the packages were not compiled within {{.Minutes}} minutes", lang.With{"Minutes": int(patience.Minutes())})

// compile has the packages compiled, and returns what go list says about them. -export compiles what the command names, and
// links nothing. Each package has a folder for its logs, because the compiler calls every program main.
func (b *Build) compile(ctx context.Context, logs string) ([]byte, error) {
	args := []string{"list", "-e", "-export", "-json=ImportPath,Error,DepsErrors", "-buildvcs=false", "-trimpath=false",
		"-pgo=" + b.profile()}
	var names []string
	for i, folder := range b.Folders {
		name, err := filepath.Rel(b.Module, folder)
		if err != nil || !filepath.IsLocal(name) || strings.Contains(name, "...") || strings.Contains(name, "=") {
			return nil, lang.Error("{{.Folder}} is not a package in {{.Module}}", lang.With{"Folder": folder, "Module": b.Module})
		}
		names = append(names, "./"+filepath.ToSlash(name))
		args = append(args, "-gcflags="+names[i]+"=-json=0,"+address(filepath.Join(logs, strconv.Itoa(i))))
	}
	args = append(args, names...)
	cmd := exec.CommandContext(ctx, b.Go, args...)
	cmd.Dir, cmd.Env = b.Module, environment(ctx, b)
	out, errs := limited{left: maxListed}, limited{left: maxListed}
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	together(cmd)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, lang.Error("this needs the go command: install Go, or add it to the PATH")
	case err != nil && out.Len() == 0:
		return nil, lang.Error("the go command does not list the packages: {{.Cause}}", lang.With{"Cause": cmp.Or(line(errs.String()), err.Error())})
	}
	return out.Bytes(), nil
}

// environment is what the go command gets. GOFLAGS keeps the user's tags only: no -mod=mod, which would write into the
// module, and no -toolexec. It must not be empty, or the user's settings come back. With PWD, paths begin like the
// module's, also where that leads through links.
func environment(ctx context.Context, b *Build) []string {
	env := os.Environ()
	set := func(name, value string) { env = append(env, name+"="+value) }
	set("GOTOOLCHAIN", "local")
	set("GOPROXY", "off")
	set("GOSUMDB", "off")
	set("CGO_ENABLED", "0")
	set("PWD", b.Module)
	cmd := exec.CommandContext(ctx, b.Go, "env", "GOFLAGS")
	cmd.Dir, cmd.Env = b.Module, env
	flags := "-buildvcs=false"
	if out, err := cmd.Output(); err == nil {
		for _, f := range strings.Fields(string(out)) {
			if strings.HasPrefix(strings.TrimLeft(f, "-"), "tags=") {
				flags += " " + f
			}
		}
	}
	set("GOFLAGS", flags)
	return env
}

// profile returns the profile that go build would take to optimise the program among the packages. With several
// programs each package would be compiled for each, so there is none then.
func (b *Build) profile() string {
	found := "off"
	for _, folder := range b.Folders {
		file := filepath.Join(folder, "default.pgo")
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if found != "off" {
			return "off"
		}
		found = file
	}
	return found
}

// address is a folder as the compiler takes it: with a slash before it also on Windows, and without spaces, at which
// flags are split.
func address(folder string) string {
	path := filepath.ToSlash(folder)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// limited is what a command prints, up to a bound.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("too much")
	}
	return l.Buffer.Write(p)
}

// listedJSON is a package that go list prints.
type listedJSON struct {
	ImportPath string
	Error      *struct{ Err string }
	DepsErrors []struct{ ImportPath, Err string }
}

// failures says which packages could not be compiled.
func failures(listed []byte) (all []string) {
	in := json.NewDecoder(bytes.NewReader(listed))
	for in.More() {
		var p listedJSON
		if in.Decode(&p) != nil {
			break
		}
		switch {
		case p.Error != nil:
			all = append(all, p.ImportPath+": "+line(p.Error.Err))
		case len(p.DepsErrors) > 0:
			all = append(all, p.ImportPath+": "+line(p.DepsErrors[0].Err))
		}
	}
	return all
}

// line returns the first line that says something in an error from the go command: not the package's name.
func line(text string) string {
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") {
			return safe.Text(l[:min(len(l), 500)])
		}
	}
	return ""
}

// read reads all packages' logs.
func (r *Report) read(ctx context.Context, logs string) error {
	files, err := filepath.Glob(filepath.Join(logs, "*", "*", "*.json"))
	if err != nil {
		return err
	}
	left := int64(maxLogs)
	for _, name := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if left -= size(name); left < 0 {
			return lang.Error("the compiler has more to say than is read: compile fewer packages")
		}
		remarks, release, err := decodeFile(name)
		if err != nil {
			return err
		}
		r.Go = cmp.Or(r.Go, release)
		r.Remarks = append(r.Remarks, remarks...)
	}
	return nil
}

func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

func decodeFile(name string) ([]Remark, string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	return Decode(f)
}
