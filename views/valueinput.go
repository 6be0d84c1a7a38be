package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/widget"

	"profstation/model"
)

// lastValue keeps an input and what it stands for apart, so that what comes from
// elsewhere never takes away what is being typed.
type lastValue struct {
	shown string // what was last shown or applied
	apply func(text string) error
}

// applied applies a text that is entered or left.
func (l *lastValue) applied(e *widget.Entry) {
	text := strings.TrimSpace(e.Text)
	if text == l.shown {
		e.SetValidationError(nil)
		return
	}
	err := l.apply(text)
	if err == nil {
		l.shown = text
	}
	e.SetValidationError(err)
}

// set shows a value, where it is another one than before.
func (l *lastValue) set(e *widget.Entry, text string) {
	if l.shown == text {
		return
	}
	l.shown = text // before the input reports its change
	e.SetText(text)
}

// valueInput is an input for a value of the question: it applies with Enter, or
// when the keyboard leaves.
type valueInput struct {
	widget.Entry
	last lastValue
}

func newValueInput(apply func(text string) error) *valueInput {
	i := &valueInput{last: lastValue{apply: apply}}
	i.ExtendBaseWidget(i)
	i.OnSubmitted = func(string) { i.last.applied(&i.Entry) }
	return i
}

func (i *valueInput) show(text string) { i.last.set(&i.Entry, text) }

// FocusLost implements fyne.Focusable.
func (i *valueInput) FocusLost() {
	i.Entry.FocusLost()
	i.last.applied(&i.Entry)
}

// usualUnits are the units that are proposed; any that pprof knows can be typed.
var usualUnits = model.OptionNamed("unit").Choices

// unitInput is such an input with the usual units to choose from.
type unitInput struct {
	widget.SelectEntry
	last lastValue
}

func newUnitInput(apply func(text string) error) *unitInput {
	i := &unitInput{last: lastValue{apply: apply}}
	i.ExtendBaseWidget(i)
	i.SetOptions(usualUnits)
	i.SetPlaceHolder(usualUnits[0])
	i.OnSubmitted = func(string) { i.last.applied(&i.Entry) }
	i.OnChanged = func(text string) {
		if slices.Contains(usualUnits, text) {
			i.last.applied(&i.Entry)
		}
	}
	return i
}

func (i *unitInput) show(text string) { i.last.set(&i.Entry, text) }

// FocusLost implements fyne.Focusable.
func (i *unitInput) FocusLost() {
	i.Entry.FocusLost()
	i.last.applied(&i.Entry)
}
