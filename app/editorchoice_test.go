package app

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/desk/editor"
)

// The choice shows what is kept before the disk has answered, and keeps what is chosen when it has.
func TestEditorChoice(t *testing.T) {
	test.NewTempApp(t)
	found := []editor.Editor{{Name: "VS Code", Program: "code"}, {Name: "Emacs", Program: "emacsclient"}}
	for _, c := range []struct {
		preferred     string
		before, after []string
		selected      string
	}{
		{"", []string{"The first that is found", "A command"},
			[]string{"The first that is found: Kate", "VS Code", "Emacs", "A command"}, "The first that is found: Kate"},
		{"code", []string{"The first that is found", "VS Code", "A command"},
			[]string{"The first that is found: Kate", "VS Code", "Emacs", "A command"}, "VS Code"},
		{"emacs", []string{"The first that is found", "Emacs", "A command"},
			[]string{"The first that is found: Kate", "Emacs", "VS Code", "A command"}, "Emacs"},
		{"subl", []string{"The first that is found", "Sublime Text", "A command"},
			[]string{"The first that is found: Kate", "Sublime Text", "VS Code", "Emacs", "A command"}, "Sublime Text"},
		{"my {file}", []string{"The first that is found", "A command"},
			[]string{"The first that is found: Kate", "VS Code", "Emacs", "A command"}, "A command"},
	} {
		e := newEditorChoice(c.preferred)
		if !slices.Equal(e.Options, c.before) || e.value() != c.preferred {
			t.Errorf("%q: before it offers %q, and has %q", c.preferred, e.Options, e.value())
		}
		e.offer("Kate", found)
		if !slices.Equal(e.Options, c.after) || e.value() != c.preferred || e.Selected != c.selected {
			t.Errorf("%q: it offers %q, and has %q (%s)", c.preferred, e.Options, e.value(), e.Selected)
		}
		if e.hint.Visible() != (c.selected == "A command") {
			t.Errorf("%q: the command is there: %v", c.preferred, e.hint.Visible())
		}
		e.SetSelected("VS Code")
		if e.value() != "code" || e.hint.Visible() {
			t.Errorf("%q: then %q is chosen, the command is there: %v", c.preferred, e.value(), e.hint.Visible())
		}
	}
}

// A command without a place for the file is judged at its field.
func TestEditorCommandIsJudged(t *testing.T) {
	r := newWindowRig(t)
	f := newPreferencesForm(r.desk.State().Preferences)
	choice := f.editor
	choice.SetSelected("A command")
	for text, want := range map[string]string{
		"": "the command is empty: expected a program and {file}", "myeditor": "{file} is missing, which stands for the file: myeditor {file}",
		` myeditor "{file}" `: "",
	} {
		choice.command.SetText(text)
		first := f.judge([2]string{})
		if got := choice.command.wrong.Text; got != want || (first != nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, first, want)
		}
	}
	choice.command.SetText(` myeditor "{file}" `)
	r.desk.Prefer(f.read(r.desk.State().Preferences), false)
	if p := r.desk.State().Preferences; p.Editor != `myeditor "{file}"` {
		t.Errorf("kept is %q", p.Editor)
	}
	r.showPreferences() // with it
	r.press(t, "Save")
	r.settle()
	if p := r.desk.State().Preferences; r.dialogCount() != 0 || p.Editor != `myeditor "{file}"` {
		t.Errorf("%d dialogs; then kept is %q", r.dialogCount(), p.Editor)
	}
}
