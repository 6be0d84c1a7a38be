// Package cachedir decides where go-graphviz keeps machine code, which it does
// while packages are initialised, in the folder "go-graphviz" of os.TempDir.
//
// That folder is shared by all users of a machine: whoever makes it first could
// put code of his own there, everybody else's programs would end with a panic
// before main because they cannot read his files, and it is emptied at every
// restart, after which compiling takes a second. So for the time of go-graphviz's
// initialisation the folder for temporary files is one in the user's own cache.
//
// It works because packages are initialised in the order of their import paths as
// far as their imports allow (The Go Programming Language Specification, "Program
// initialization"). This package imports os alone and comes before package
// strings, without which nothing of go-graphviz can be initialised. It must
// import nothing that imports strings; a test in package graphviz sees to it.
package cachedir

import "os"

// variables are those that os.TempDir looks at, on any system.
var variables = [...]string{"TMPDIR", "TMP", "TEMP"}

var (
	dir   string
	saved [len(variables)]struct {
		value string
		set   bool
	}
)

// init moves the folder for temporary files. Where the user has no cache that
// can be written, all stays as it was.
func init() {
	cache, err := os.UserCacheDir()
	if err != nil {
		return
	}
	cache += string(os.PathSeparator) + "profstation"
	const private = 0o700
	if os.MkdirAll(cache, private) != nil {
		return
	}
	dir = cache
	for i, name := range variables {
		saved[i].value, saved[i].set = os.LookupEnv(name)
		os.Setenv(name, dir)
	}
}

// Dir is the folder in which "go-graphviz" lies, "" for that of the system. It
// puts the folder for temporary files back.
func Dir() string {
	if dir == "" {
		return ""
	}
	for i, name := range variables {
		if saved[i].set {
			os.Setenv(name, saved[i].value)
		} else {
			os.Unsetenv(name)
		}
	}
	return dir
}
