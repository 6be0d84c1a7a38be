package source

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/units"
)

// MaxSize is the most bytes read from a source file.
const MaxSize = 64 << 20

// maxLines is the most lines in a source file: each takes memory and a table row.
const maxLines = 2_000_000

// File is one source file.
type File struct {
	Path    string   // where it was found; "" if Err is set
	Lines   []string // without line ends; the first is line 1
	ModTime time.Time
	Fixed   bool   // its path names a version, so it is what was compiled
	Std     bool   // it belongs to Go itself
	Release string // if Std, the Go release: go1.26.8; "": not known
	Wanted  string // the profile's release, if that is another; "": not known
	Newer   bool   // changed after the profile was taken: lines may be off
	Err     error  // why there is no text: a *[NotFound], or the error from reading it
}

// Note returns a line about a file that shows no text or a doubtful one, or "" if all is well.
func (f *File) Note() string {
	switch {
	case f.Err != nil:
		return f.Err.Error()
	case f.Wanted != "":
		return lang.L("{{.Difference}}: its lines may differ", lang.With{"Difference": f.other()})
	case f.Newer:
		return lang.L("{{.Difference}}: its lines may differ", lang.With{"Difference": f.changed()})
	}
	return ""
}

// changed says that a file is newer than the profile.
func (f *File) changed() string {
	return lang.L("{{.File}} was changed after the profile was taken ({{.Time}})",
		lang.With{"File": f.Path, "Time": f.ModTime.Format("2006-01-02 15:04:05")})
}

// other says that a file is from another release than the profile.
func (f *File) other() string {
	return lang.L("this is the file of {{.Release}}, the profile is of {{.ProfileRelease}}",
		lang.With{"Release": f.Release, "ProfileRelease": f.Wanted})
}

// plainFunction matches the name of a function that the source declares under it: no literal, no wrapper.
var plainFunction = regexp.MustCompile(`^[\pL_][\pL_\pN]*$`)

// madeFunction matches the compiler's names for literals, wrappers and initialisers.
var madeFunction = regexp.MustCompile(`^(func|gowrap|deferwrap|init)[0-9]*$`)

// Misfit says why a file with the right name is not the one that was compiled. A function in the
// profile does not begin at its line or, if that is not known (0), does not contain the line at, as
// in another release's source. "" means that nothing is known to be wrong.
func (f *File) Misfit(function string, line, at int64) string {
	name := names.WithoutTypeArguments(function)
	name = name[strings.LastIndexByte(name, '.')+1:]
	if f.Err != nil || filepath.Ext(f.Path) != ".go" || !plainFunction.MatchString(name) || madeFunction.MatchString(name) {
		return ""
	}
	text := lang.Later("{{.Cause}}: {{.Function}} does not begin in its line {{.Line}}")
	if line <= 0 {
		text, line = lang.Later("{{.Cause}}: {{.Function}} does not have its line {{.Line}}"), at
		for at = min(at, int64(len(f.Lines))); at > 1 && !strings.HasPrefix(f.Lines[at-1], "func "); at-- {
		}
	} else {
		at = line
	}
	if line <= 0 {
		return ""
	}
	if line <= int64(len(f.Lines)) {
		if l := f.Lines[at-1]; strings.Contains(l, "func") && strings.Contains(l, name) {
			return ""
		}
	}
	return lang.L(text, lang.With{"Cause": f.unlike(), "Function": function, "Line": line})
}

// unlike says what a file is that differs from the one that was compiled. Go's own files and those of modules come
// from releases; others the user edits.
func (f *File) unlike() string {
	switch {
	case f.Wanted != "":
		return f.other()
	case f.Std || f.Fixed:
		return lang.L("{{.File}} is not the file that was compiled, perhaps it is from another release", lang.With{"File": f.Path})
	case f.Newer:
		return f.changed()
	}
	return lang.L("{{.File}} is not the version that was compiled", lang.With{"File": f.Path})
}

func read(path string, info fs.FileInfo) *File {
	f := &File{Path: path, ModTime: info.ModTime()}
	fail := func(err error) *File { return &File{Err: err} }
	if err := regular(path, info); err != nil {
		return fail(err)
	}
	r, err := os.Open(path)
	if err != nil {
		return fail(err)
	}
	defer r.Close()
	// The file from a moment ago may have been replaced since.
	if info, err = r.Stat(); err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return fail(err)
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return fail(err)
	}
	if len(data) > MaxSize {
		return fail(lang.Error("{{.File}} grows while it is read", lang.With{"File": path}))
	}
	if bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 {
		return fail(fmt.Errorf("%s: %w", filepath.Base(path), errBinary))
	}
	if n := bytes.Count(data, []byte("\n")); n > maxLines {
		return fail(lang.Error("{{.File}} has {{.Lines}} lines, more than the {{.Most}} that are shown",
			lang.With{"File": filepath.Base(path), "Lines": units.Count(int64(n)), "Most": units.Count(maxLines)}))
	}
	text := strings.TrimSuffix(string(data), "\n")
	if text != "" {
		f.Lines = strings.Split(text, "\n")
	}
	for i, l := range f.Lines {
		f.Lines[i] = strings.TrimSuffix(l, "\r")
	}
	return f
}
