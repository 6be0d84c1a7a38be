package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// valueInput is an input for a value of the question. It applies with Enter, or when
// the keyboard leaves, or at once if it is one of the options.
type valueInput struct {
	widget.SelectEntry
	// shown is what was last shown or applied. What comes from elsewhere never takes
	// away what is being typed.
	shown string
	apply func(text string) error
}

// newValueInput makes an input. Any value can be typed; the options, if there are
// some, are proposed, the first of them where there is no value.
func newValueInput(apply func(text string) error, options ...string) *valueInput {
	i := &valueInput{apply: apply}
	i.ExtendBaseWidget(i)
	i.OnSubmitted = func(string) { i.settle() }
	if len(options) > 0 {
		i.SetOptions(options)
		i.SetPlaceHolder(options[0])
		i.OnChanged = func(text string) {
			if slices.Contains(options, text) {
				i.settle()
			}
		}
	}
	return i
}

// settle applies a text that is entered or left.
func (i *valueInput) settle() {
	text := strings.TrimSpace(i.Text)
	var err error
	if text != i.shown {
		if err = i.apply(text); err == nil {
			i.shown = text
		}
	}
	i.SetValidationError(err)
}

// show shows a value, where it is another one than before.
func (i *valueInput) show(text string) {
	if i.shown != text {
		i.shown = text // before the input reports its change
		i.SetText(text)
	}
}

// FocusLost implements fyne.Focusable.
func (i *valueInput) FocusLost() {
	i.Entry.FocusLost()
	i.settle()
}

// CreateRenderer implements fyne.Widget. Without options nothing drops down.
func (i *valueInput) CreateRenderer() fyne.WidgetRenderer { return i.Entry.CreateRenderer() }
