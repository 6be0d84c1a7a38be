package editor

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// at is where the tests' programs are.
func at(name string) string {
	p, err := filepath.Abs(filepath.FromSlash("/bin/" + name))
	if err != nil {
		panic(err)
	}
	return p
}

// has finds these programs and no others.
func has(programs string) Look {
	return func(name string) (string, error) {
		if slices.Contains(strings.Fields(programs), filepath.Base(name)) {
			return at(filepath.Base(name)), nil
		}
		return "", errors.New("not found")
	}
}

func env(values ...string) func(string) string {
	return func(name string) string {
		for _, v := range values {
			if n, value, _ := strings.Cut(v, "="); n == name {
				return value
			}
		}
		return ""
	}
}

func TestChoose(t *testing.T) {
	const all = "code goland zed subl emacsclient emacs gvim kate gedit nvim vim vi nano hx micro myed xterm kitty foo-term x-terminal-emulator"
	for _, c := range []struct{ preference, visual, editor, terminal, installed, want string }{
		// automatic
		{"", "", "", "", all, "code --goto F:7:3"},
		{"", "", "", "", "goland vim xterm", "goland --line 7 --column 3 F"},
		{"", "", "", "", "zeditor", "zeditor F:7:3"},
		{"", "subl", "vim", "", all, "subl F:7:3"},
		{"", "code -w", "", "", all, "code -w --goto F:7:3"},
		{"", "", "nano", "", "nano vim xterm gedit", "gedit +7:3 F"},
		{"", "", "nano", "", "nano vim xterm", "xterm -e nano +7,3 F"},
		{"", "", "", "", "vi xterm", "xterm -e vi +7 F"},
		{"", "vim", "", "", "vim code kitty", "kitty vim +7 F"},
		{"", "vim -g", "", "", "vim code kitty", "vim -g +7 F"},
		{"", "emacs -nw", "", "", all, "x-terminal-emulator -e emacs -nw +7:3 F"},
		{"", "emacsclient", "", "", all, "emacsclient -n -a emacs +7:3 F"},
		{"", "emacsclient -c", "", "", all, "emacsclient -c +7:3 F"},
		{"", "emacsclient -t", "", "", all, "x-terminal-emulator -e emacsclient -t +7:3 F"},
		{"", "myed", "", "", "myed code xterm", "xterm -e myed +7 F"},
		{"", "myed --at={line} {file}", "", "", "myed code xterm", "myed --at=7 F"},
		{"", "gone", "", "", "code", "code --goto F:7:3"},
		{"", "'unclosed", "", "", "code", "code --goto F:7:3"},
		{"", "", "", "", "xterm", "no editor was found: choose one in the preferences, or set VISUAL"},
		{"", "vim", "", "", "vim", "Vim needs a terminal, and none was found: set TERMINAL"},
		{"", "gone", "", "", "xterm", "gone is not installed, or not in the PATH"},
		{"", "myed", "", "", "myed code", "myed +7 F"},
		// terminals
		{"vim", "", "", "", "vim gnome-terminal", "gnome-terminal -- vim +7 F"},
		{"vim", "", "", "", "vim konsole xterm", "konsole -e vim +7 F"},
		{"vim", "", "", "", "vim xfce4-terminal", "xfce4-terminal -x vim +7 F"},
		{"vim", "", "", "", "vim alacritty", "alacritty -e vim +7 F"},
		{"vim", "", "", "", "vim foot", "foot vim +7 F"},
		{"vim", "", "", "", "vim wezterm", "wezterm start -- vim +7 F"},
		{"vim", "", "", "kitty --single-instance", all, "kitty --single-instance vim +7 F"},
		{"vim", "", "", "foo-term", all, "foo-term -e vim +7 F"},
		{"vim", "", "", "gone", "vim xterm", "xterm -e vim +7 F"},
		// a known name
		{"nvim", "code", "", "", all, "x-terminal-emulator -e nvim +7 F"},
		{"hx", "", "", "", "hx xterm", "xterm -e hx F:7:3"},
		{"micro", "", "", "", "micro xterm", "xterm -e micro +7:3 F"},
		{"kate", "code", "", "", all, "kate --line 7 --column 3 F"},
		{"idea", "", "", "", all, "idea is not installed, or not in the PATH"},
		{"vim", "", "", "", "vim", "Vim needs a terminal, and none was found: set TERMINAL"},
		// a command
		{"myed +{line} {file}", "code", "", "", all, "myed +7 F"},
		{"gone {file}", "code", "", "", all, "gone is not installed, or not in the PATH"},
		{"myed", "code", "", "", all, "{file} is missing, which stands for the file: myed {file}"},
	} {
		e, err := Choose(c.preference, env("VISUAL="+c.visual, "EDITOR="+c.editor, "TERMINAL="+c.terminal), has(c.installed))
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			if !filepath.IsAbs(e.Command[0]) {
				t.Errorf("%+v: %q is not looked up", c, e.Command[0])
			}
			words := fill(e.Command, "F", 7, 3)
			for i, w := range words {
				words[i] = strings.TrimPrefix(w, at(""))
				words[i] = strings.TrimPrefix(words[i], string(filepath.Separator))
			}
			got = strings.Join(words, " ")
		}
		if got != c.want {
			t.Errorf("%q, VISUAL=%q EDITOR=%q TERMINAL=%q with %s:\n got %s\nwant %s", c.preference, c.visual, c.editor, c.terminal, c.installed, got, c.want)
		}
	}
}

// Every known editor that is installed is offered once, by a name that chooses it.
func TestInstalled(t *testing.T) {
	var every []string
	for _, k := range editors {
		every = append(every, k.programs...)
	}
	look := has(strings.Join(every, " ") + " xterm")
	all := Installed(env(), look)
	names := map[string]bool{}
	for _, e := range all {
		if names[e.Name] || e.Program == "" {
			t.Errorf("%q is listed twice or without a program: %+v", e.Name, e)
		}
		names[e.Name] = true
		if same, err := Choose(e.Program, env("VISUAL=vi"), look); err != nil || !slices.Equal(same.Command, e.Command) {
			t.Errorf("%s: %q, %v, want %q", e.Program, same.Command, err, e.Command)
		}
	}
	if len(all) != len(editors)-1 { // Emacs is two
		t.Errorf("%d of %d are listed", len(all), len(editors))
	}
	if got := Installed(env(), has("vim gedit")); len(got) != 1 || got[0].Name != "gedit" {
		t.Errorf("without a terminal: %+v", got)
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ command, want string }{
		{"ed {file}", "ed|{file}"},
		{"  ed\t-x  {file}:{line} ", "ed|-x|{file}:{line}"},
		{`"/opt/my editor/ed" '+{line}' "{file}"`, "/opt/my editor/ed|+{line}|{file}"},
		{`C:\ed\ed.exe {file}`, `C:\ed\ed.exe|{file}`},
		{`ed "a \"b\" c" '' {file}`, `ed|a "b" c||{file}`},
		{`ed a'b c'd {file}`, "ed|ab cd|{file}"},
		{`ed {file}; rm -rf $HOME`, "ed|{file};|rm|-rf|$HOME"}, // words: no shell reads them
		{"", "the command is empty: expected a program and {file}"},
		{"ed", "{file} is missing, which stands for the file: ed {file}"},
		{"ed {line}", "{file} is missing, which stands for the file: ed {file}"},
		{"{file} {file}", "the program's own name cannot have {file}, {line} or {column} in it: {file}"},
		{`ed "{file}`, `a quote is not closed: "`},
		{"ed\x00 {file}", "the command has a NUL in it"},
	} {
		e, err := Parse(c.command)
		got := strings.Join(e.Command, "|")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.command, got, c.want)
		}
		if strings.Contains(got, "\n") {
			t.Errorf("%q: more than a line: %s", c.command, got)
		}
	}
}

// What Windows would hand to its shell is not started there.
func TestBatch(t *testing.T) {
	for name, want := range map[string]bool{
		`C:\bin\code.cmd`: true, `C:\bin\CODE.CMD`: true, `C:\bin\code.bat. `: true, `C:\bin\code.exe`: false, `C:\bin\cmd`: false,
	} {
		if batch(name) != want {
			t.Errorf("%q: %v, want %v", name, !want, want)
		}
	}
	if err := runs(`C:\bin\code.cmd`); (err != nil) != (runtime.GOOS == "windows") {
		t.Errorf("on %s: %v", runtime.GOOS, err)
	}
}
