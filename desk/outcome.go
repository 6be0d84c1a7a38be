package desk

import (
	"path/filepath"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
)

// outcomes keeps how the last export or recording ended. A success stays until the next command. A
// failure stays until the user has taken note of it, or until the work succeeds.
type outcomes struct {
	desk  *Desk
	last  *screen.Outcome
	again func() // does the work once more, with the same answers
	about any    // what the failure is about
	// warned is what was noticed without a command of the user, and the notice about it.
	warned struct {
		about any
		text  string
	}
}

// warn shows a notice that nobody asked for. It stays no longer than what it is about, see [outcomes.over].
func (o *outcomes) warn(about any, text string) {
	o.warned.about, o.warned.text = about, text
	o.desk.Notice = text
}

// over takes back what was said about something that is well now.
func (o *outcomes) over(about any) {
	if o.last != nil && o.last.Failed && o.about == about {
		if o.desk.Notice == o.last.Text {
			o.desk.Notice = ""
		}
		o.last, o.again = nil, nil
	}
	if w := o.warned; w.about == about && w.text != "" {
		if o.desk.Notice == w.text {
			o.desk.Notice = ""
		}
		o.warned.about, o.warned.text = nil, ""
	}
}

func (o *outcomes) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.Again:
		if again := o.again; again != nil {
			o.last, o.again = nil, nil
			again()
			o.desk.Publish()
		}
	case screen.Dismiss:
		o.last, o.again = nil, nil
		o.desk.Publish()
	case screen.ShowOutcome:
		if o.last != nil {
			o.desk.shell.ShowText(lang.L("What happened"), o.last.Text)
		}
	case screen.OpenFolder:
		if err := o.desk.shell.OpenFolder(i.Path); err != nil {
			o.desk.refuse(err)
		}
	default:
		return false
	}
	return true
}

// passed forgets a success, because something else is done now.
func (o *outcomes) passed() {
	if o.last != nil && !o.last.Failed {
		o.last = nil
	}
}

// failed keeps what went wrong with something, and a function that does the work once more.
func (o *outcomes) failed(about any, text string, again func()) {
	o.last, o.again, o.about = &screen.Outcome{Text: text, Failed: true}, again, about
	o.desk.Say(text)
}

// written shows where a file was written, and a note about it.
func (o *outcomes) written(path, note string) {
	folder := filepath.Dir(path)
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	text := lang.L("Written: {{.Path}}", lang.With{"Path": safe.Text(path)}) + note
	o.last, o.again = &screen.Outcome{Text: text, Folder: folder}, nil
	o.desk.Say(text)
}
