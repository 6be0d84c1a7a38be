package editor

import (
	"path/filepath"
	"slices"
	"strings"
)

// known is a family of editors that take a place in the same way.
type known struct {
	name     string   // for people
	programs []string // the first one that is installed counts
	options  []string // what it is called with, unless the user has said how
	place    []string // the words that name the place
	terminal bool     // it has no window of its own
	other    []string // the options that make it run in a terminal, or with terminal in a window
}

// editors are all known ones, those with a window first, in the order in which one is taken.
var editors = []known{
	{name: "VS Code", programs: []string{"code"}, place: goTo},
	{name: "VS Code Insiders", programs: []string{"code-insiders"}, place: goTo},
	{name: "VSCodium", programs: []string{"codium"}, place: goTo},
	{name: "Cursor", programs: []string{"cursor"}, place: goTo},
	{name: "Windsurf", programs: []string{"windsurf"}, place: goTo},
	{name: "GoLand", programs: []string{"goland"}, place: named},
	{name: "IntelliJ IDEA", programs: []string{"idea"}, place: named},
	{name: "Zed", programs: []string{"zed", "zeditor"}, place: appended},
	{name: "Sublime Text", programs: []string{"subl"}, place: appended},
	{name: "Emacs", programs: []string{"emacsclient"}, options: []string{"-n", "-a", "emacs"}, place: before, other: emacsText},
	{name: "Emacs", programs: []string{"emacs"}, place: before, other: emacsText},
	{name: "gVim", programs: []string{"gvim"}, place: []string{"+{line}", "{file}"}},
	{name: "Kate", programs: []string{"kate"}, place: named},
	{name: "gedit", programs: []string{"gedit"}, place: before},

	{name: "Neovim", programs: []string{"nvim"}, place: []string{"+{line}", "{file}"}, terminal: true},
	{name: "Vim", programs: []string{"vim"}, place: []string{"+{line}", "{file}"}, terminal: true, other: []string{"-g"}},
	{name: "vi", programs: []string{"vi"}, place: []string{"+{line}", "{file}"}, terminal: true},
	{name: "nano", programs: []string{"nano"}, place: []string{"+{line},{column}", "{file}"}, terminal: true},
	{name: "Helix", programs: []string{"hx"}, place: appended, terminal: true},
	{name: "micro", programs: []string{"micro"}, place: before, terminal: true},
}

// The ways to name a place.
var (
	goTo      = []string{"--goto", "{file}:{line}:{column}"}
	named     = []string{"--line", "{line}", "--column", "{column}", "{file}"}
	appended  = []string{"{file}:{line}:{column}"}
	before    = []string{"+{line}:{column}", "{file}"}
	emacsText = []string{"-nw", "-t", "-tty", "--tty", "--no-window-system"}
)

// unknown is how a program is called that the table does not have: most take a line as vi does.
var unknown = known{place: []string{"+{line}", "{file}"}, terminal: true}

// emulator is a program that runs another one in a window with a terminal.
type emulator struct {
	words []string // what it is called with, before the other's words
	plain bool     // it is known to hand these words on as they are, without a shell
}

// emulators are the known terminals, in the order in which one is taken. The first stands for any.
var emulators = []emulator{
	{words: []string{"x-terminal-emulator", "-e"}},
	{words: []string{"gnome-terminal", "--"}, plain: true},
	{words: []string{"konsole", "-e"}, plain: true},
	{words: []string{"xfce4-terminal", "-x"}, plain: true},
	{words: []string{"kitty"}, plain: true},
	{words: []string{"alacritty", "-e"}, plain: true},
	{words: []string{"foot"}, plain: true},
	{words: []string{"wezterm", "start", "--"}, plain: true},
	{words: []string{"xterm", "-e"}, plain: true},
}

// program returns what a program is called in the tables.
func program(path string) string {
	name := filepath.Base(path)
	if cut := strings.TrimSuffix(strings.ToLower(name), ".exe"); len(cut) < len(name) {
		return cut
	}
	return name
}

// knownAs returns the family that a program belongs to; nil: none.
func knownAs(path string) *known {
	name := program(path)
	for i := range editors {
		if slices.Contains(editors[i].programs, name) {
			return &editors[i]
		}
	}
	return nil
}

// Known returns what people call a known editor that a preference names.
func Known(preference string) (name string, ok bool) {
	if k := knownAs(preference); k != nil && preference == program(preference) {
		return k.name, true
	}
	return "", false
}
