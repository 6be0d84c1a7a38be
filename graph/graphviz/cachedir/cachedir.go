// Package cachedir decides where go-graphviz keeps machine code, which it does
// while packages are initialised, in the folder "go-graphviz" of os.TempDir.
//
// That folder is shared by all users of a machine: whoever makes it first could put code of his own
// there, everybody else's programs would end with a panic before main because they cannot read his
// files, and it is emptied at every restart, after which compiling takes a second. So for the time
// of go-graphviz's initialisation the folder for temporary files is one in the user's own cache.
//
// Damaged machine code would end the program with a panic before main, at every start. A start
// therefore leaves a mark while go-graphviz is initialised; where the mark of a process is found
// that is no more, all machine code is removed, and compiled anew.
//
// A full disk would end the program with a panic, too. Where machine code is still to be made and
// has no space, go-graphviz gets no folder, and compiles for this process alone.
//
// It works because packages are initialised in the order of their import paths as
// far as their imports allow (The Go Programming Language Specification, "Program
// initialization"). This package imports os and what lies below it, and comes before package
// strings, without which nothing of go-graphviz can be initialised. It must
// import nothing that imports strings; a test in package graphviz sees to it.
package cachedir

import (
	"os"
	"strconv"
	"syscall"
)

// variables are the variables that os.TempDir reads, on any system.
var variables = [...]string{"TMPDIR", "TMP", "TEMP"}

const separator = string(os.PathSeparator)

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
	cache += separator + "profstation"
	const private = 0o700
	if os.MkdirAll(cache, private) != nil {
		return
	}
	dir = cache
	// A process that only lays out graphs may be killed at any time, which says
	// nothing about its machine code; what started it has read the same.
	if helper := len(os.Args) > 1 && os.Args[1] == "layout-graph"; !helper {
		heal()
		os.WriteFile(mark(), nil, 0o600)
	}
	folder := dir
	if !made() && !room() {
		folder = os.DevNull // nothing can be below it
	}
	for i, name := range variables {
		saved[i].value, saved[i].set = os.LookupEnv(name)
		os.Setenv(name, folder)
	}
}

// made reports whether there is machine code already.
func made() bool {
	found := false
	eachCode(func(string) { found = true })
	return found
}

// eachCode goes over the files of machine code, of any version.
func eachCode(do func(path string)) {
	code := dir + separator + "go-graphviz" + separator
	versions, _ := os.ReadDir(code)
	for _, v := range versions {
		files, _ := os.ReadDir(code + v.Name())
		for _, f := range files {
			do(code + v.Name() + separator + f.Name())
		}
	}
}

// most is more than machine code takes on any processor, in bytes.
const most = 16 << 20

// room reports whether machine code can be written. What is left when it is killed looks like the
// mark of a process that is gone.
func room() bool {
	path := dir + separator + loading + "room-" + strconv.Itoa(os.Getpid())
	err := os.WriteFile(path, make([]byte, most), 0o600)
	os.Remove(path)
	return err == nil
}

const loading = "loading-" // and the number of the process

func mark() string { return dir + separator + loading + strconv.Itoa(os.Getpid()) }

// heal removes the machine code where a start before this one did not get past
// loading it. Folders stay: another process may be about to write into them.
func heal() {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		if len(name) <= len(loading) || name[:len(loading)] != loading {
			continue
		}
		if pid, err := strconv.Atoi(name[len(loading):]); err == nil && alive(pid) {
			continue
		}
		eachCode(func(path string) { os.Remove(path) })
		os.Remove(dir + separator + name)
	}
}

// alive reports whether there is a process of that number other than this one.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && pid != os.Getpid() && p.Signal(syscall.Signal(0)) == nil
}

// Dir puts the folder for temporary files back and returns that of "go-graphviz", "" for the system's.
func Dir() string {
	if dir == "" {
		return ""
	}
	os.Remove(mark())
	for i, name := range variables {
		if saved[i].set {
			os.Setenv(name, saved[i].value)
		} else {
			os.Unsetenv(name)
		}
	}
	return dir
}
