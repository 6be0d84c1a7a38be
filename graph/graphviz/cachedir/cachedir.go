// Package cachedir decides where go-graphviz keeps machine code. By default go-graphviz uses the folder "go-graphviz"
// in os.TempDir, while packages are initialised.
//
// All users of a machine share that folder. Whoever creates it first could put their own code there. Everybody else's
// programs would panic before main because they cannot read those files. And it is emptied at every restart, after
// which compiling takes a second. So while go-graphviz is initialised, the folder for temporary files is one in the
// user's own cache.
//
// Damaged machine code would make the program panic before main, at every start. So each start leaves a mark while
// go-graphviz is initialised. If a start finds the mark of a process that is gone, it removes all machine code, to be
// compiled anew.
//
// A full disk would make the program panic, too. If machine code is still to be made and there is no space for it,
// go-graphviz gets no folder, and compiles for this process only.
//
// This works because packages are initialised in the order of their import paths as far as their imports allow (The
// Go Programming Language Specification, "Program initialization"). This package imports os and what lies below it,
// and comes before package strings, which all of go-graphviz needs. It must not import anything that imports strings;
// a test in package graphviz checks this.
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

// init moves the folder for temporary files. It changes nothing if the user has no writable cache.
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
	// A process that only lays out graphs may be killed at any time, which means nothing for its machine code. The
	// program that started it has loaded the same code.
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

// eachCode calls do for each machine code file, for any version.
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

// limit is more than machine code takes on any processor, in bytes.
const limit = 16 << 20

// room reports whether there is space for machine code. If the process is killed meanwhile, the file that stays looks
// like a mark left by a process that is gone.
func room() bool {
	path := dir + separator + loading + "room-" + strconv.Itoa(os.Getpid())
	err := os.WriteFile(path, make([]byte, limit), 0o600)
	os.Remove(path)
	return err == nil
}

const loading = "loading-" // followed by the process's number

func mark() string { return dir + separator + loading + strconv.Itoa(os.Getpid()) }

// heal removes the machine code if an earlier start did not get past loading it. It keeps folders, since another
// process may be about to write into them.
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

// alive reports whether a process with that number exists and is not this one.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	return err == nil && pid != os.Getpid() && p.Signal(syscall.Signal(0)) == nil
}

// Dir restores the folder for temporary files. It returns the folder that contains "go-graphviz", or "" for the
// system's.
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
