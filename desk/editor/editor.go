package editor

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"profstation/model/lang"
)

// Editor is a program that shows a line of a file.
type Editor struct {
	Name    string   // for people
	Program string   // what a preference calls it; "": it is a command of the user's own
	Command []string // a template, whose first word is the program

	careless bool // a terminal gets the words that may have a shell read them
}

var errNone = lang.Error("no editor was found: choose one in the preferences, or set VISUAL")

// Look finds a program by its name or path, as exec.LookPath does.
type Look func(program string) (path string, err error)

// Choose returns the editor that the user prefers. A preference is what Installed calls an editor, or a command for
// [Parse]. Without one it is $VISUAL, then the first installed editor that has a window, then $EDITOR, then the first
// installed one, in a terminal.
func Choose(preference string, getenv func(string) string, look Look) (Editor, error) {
	p := path{getenv, look}
	preference = strings.TrimSpace(preference)
	if _, ok := Known(preference); ok {
		k := knownAs(preference)
		return p.called(k, []string{preference}, k.options)
	}
	if preference != "" {
		e, err := Parse(preference)
		if err != nil {
			return Editor{}, err
		}
		return p.found(e)
	}
	why := errNone
	for _, choose := range []func() (Editor, error){
		func() (Editor, error) { return p.variable("VISUAL") },
		func() (Editor, error) { return p.first(false) },
		func() (Editor, error) { return p.variable("EDITOR") },
		func() (Editor, error) { return p.first(true) },
	} {
		e, err := choose()
		if err == nil {
			return e, nil
		}
		if why == errNone && p.getenv("VISUAL") != "" { // which says more than that there is none
			why = err
		}
	}
	return Editor{}, why
}

// Installed lists the known editors that can be started, those with a window first.
func Installed(getenv func(string) string, look Look) (all []Editor) {
	p := path{getenv, look}
	for i := range editors {
		if e, err := p.installed(&editors[i]); err == nil && !slices.ContainsFunc(all, func(x Editor) bool { return x.Name == e.Name }) {
			all = append(all, e)
		}
	}
	return all
}

// path is where programs are looked for, and the environment.
type path struct {
	getenv func(string) string
	look   Look
}

// first returns the first installed editor, with a window or in a terminal.
func (p path) first(terminal bool) (Editor, error) {
	var last error
	for i := range editors {
		if editors[i].terminal != terminal {
			continue
		}
		e, err := p.installed(&editors[i])
		if err == nil {
			return e, nil
		}
		last = err
	}
	return Editor{}, last
}

func (p path) installed(k *known) (Editor, error) {
	var last error
	for _, name := range k.programs {
		e, err := p.called(k, []string{name}, k.options)
		if err == nil {
			return e, nil
		}
		last = err
	}
	return Editor{}, last
}

// variable returns the editor that a variable of the environment names.
func (p path) variable(name string) (Editor, error) {
	words, err := split(p.getenv(name))
	if err != nil {
		return Editor{}, err
	}
	if len(words) == 0 {
		return Editor{}, errNone
	}
	if slices.ContainsFunc(words, marked) {
		e, err := Parse(p.getenv(name))
		if err != nil {
			return Editor{}, err
		}
		return p.found(e)
	}
	k, options := knownAs(words[0]), []string(nil)
	if k == nil {
		k = &unknown
	} else if len(words) == 1 {
		options = k.options
	}
	return p.called(k, words, options)
}

// called returns the editor of a family that words begin to call.
func (p path) called(k *known, words, options []string) (Editor, error) {
	e := Editor{Name: nameOf(words[0]), Command: slices.Concat(words, options, k.place)}
	if k != &unknown {
		e.Program = program(words[0])
	}
	e, err := p.found(e)
	if err != nil {
		return Editor{}, err
	}
	// A word that turns the editor from a window to a terminal does so whatever stands beside it.
	if k.terminal != slices.ContainsFunc(words[1:], func(w string) bool { return slices.Contains(k.other, w) }) {
		with, err := p.inTerminal(e)
		if err != nil && k == &unknown { // it may have a window of its own
			return e, nil
		}
		return with, err
	}
	return e, nil
}

// found returns an editor with its program's full path.
func (p path) found(e Editor) (Editor, error) {
	at, err := p.look(e.Command[0])
	if err != nil || !filepath.IsAbs(at) {
		return Editor{}, lang.Error("{{.Program}} is not installed, or not in the PATH", lang.With{"Program": e.Command[0]})
	}
	if err := runs(at); err != nil {
		return Editor{}, err
	}
	e.Command = slices.Concat([]string{at}, e.Command[1:])
	return e, nil
}

// runs returns an error for a file that Windows hands to its shell, which would read the words again.
func runs(program string) error {
	if runtime.GOOS == "windows" && batch(program) {
		return lang.Error("{{.Program}} is a script of the shell, which could take a file's name for a command: name the .exe",
			lang.With{"Program": filepath.Base(program)})
	}
	return nil
}

// batch reports whether Windows hands a file to its shell. It leaves out dots and blanks at the end of a name.
func batch(program string) bool {
	name := strings.ToLower(strings.TrimRight(program, ". "))
	return strings.HasSuffix(name, ".bat") || strings.HasSuffix(name, ".cmd")
}

// inTerminal returns an editor that runs in the user's terminal.
func (p path) inTerminal(e Editor) (Editor, error) {
	all := emulators
	if words, err := split(p.getenv("TERMINAL")); err == nil && len(words) > 0 {
		mine := emulator{words: append(words, "-e")}
		for _, t := range emulators {
			if t.words[0] == program(words[0]) {
				mine = emulator{slices.Concat(words, t.words[1:]), t.plain}
			}
		}
		all = append([]emulator{mine}, emulators...)
	}
	for _, t := range all {
		if x, err := p.found(Editor{Command: t.words}); err == nil {
			e.Command = append(x.Command, e.Command...)
			e.careless = !t.plain
			return e, nil
		}
	}
	return Editor{}, lang.Error("{{.Program}} needs a terminal, and none was found: set TERMINAL", lang.With{"Program": e.Name})
}
