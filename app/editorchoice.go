package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"profstation/desk/editor"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

// editorChoice chooses the editor: what is found, an installed one, or a command.
type editorChoice struct {
	*surface.Select
	values  []string // preferences, "" first; the last choice, the command, has none
	command judged
	hint    fyne.CanvasObject
}

// newEditorChoice makes the choice with what is known without asking the disk.
func newEditorChoice(preferred string) *editorChoice {
	c := &editorChoice{Select: surface.NewSelect(nil), command: newJudged("", lang.L("myeditor +{line} {file}"))}
	c.hint = explained(c.command.with(c.command.DialogEntry),
		lang.L("{file}, {line} and {column} stand for the place. No shell reads the command."))
	var known []editor.Editor
	if name, ok := editor.Known(preferred); ok {
		known = append(known, editor.Editor{Name: name, Program: preferred})
	} else {
		c.command.SetText(preferred)
	}
	c.OnChanged = func(string) { surface.SetVisible(c.hint, c.commands()) }
	c.offer("", known)
	switch {
	case preferred == "":
		c.SetSelectedIndex(0)
	case len(known) > 0:
		c.SetSelectedIndex(1)
	default:
		c.SetSelectedIndex(len(c.Options) - 1)
	}
	c.OnChanged("")
	return c
}

// offer lists editors, and which one is taken without a choice; "": that is not known. What is chosen stays.
func (c *editorChoice) offer(found string, all []editor.Editor) {
	at, chosen, commands := c.SelectedIndex(), "", c.commands()
	if at > 0 && !commands {
		chosen = c.values[at]
	}
	first := lang.L("The first that is found")
	if found != "" {
		first = lang.L("The first that is found: {{.Editor}}", lang.With{"Editor": safe.Text(found)})
	}
	options := []string{first}
	c.values = []string{""}
	if name, ok := editor.Known(chosen); ok { // perhaps it is not installed, or is another program of that name
		all = slices.DeleteFunc(slices.Clone(all), func(e editor.Editor) bool { return e.Name == name })
		all = append([]editor.Editor{{Name: name, Program: chosen}}, all...)
	}
	for _, e := range all {
		options, c.values = append(options, e.Name), append(c.values, e.Program)
	}
	options = append(options, lang.L("A command"))
	to := max(0, slices.Index(c.values, chosen))
	if commands {
		to = len(options) - 1
	}
	surface.Offer(c.Select, options, to)
}

// commands reports whether a command is chosen.
func (c *editorChoice) commands() bool {
	at := c.SelectedIndex()
	return at >= 0 && at == len(c.Options)-1
}

// value is the preference.
func (c *editorChoice) value() string {
	if c.commands() {
		return strings.TrimSpace(c.command.Text)
	}
	return c.values[max(0, c.SelectedIndex())]
}

// wrong says what is wrong with the command, "" for nothing.
func (c *editorChoice) wrong() string {
	if !c.commands() {
		return ""
	}
	if _, err := editor.Parse(c.value()); err != nil {
		return safe.Text(err.Error())
	}
	return ""
}
