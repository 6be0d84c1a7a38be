package loader

import (
	"errors"

	"profstation/model"
)

// Brief is an error in one line for a place where the name of the file stands beside
// it: without that name.
func Brief(err error) string {
	var e *Error
	if !errors.As(err, &e) {
		return model.Sanitise(err.Error())
	}
	text := model.Sanitise(e.Found)
	if e.Advice != "" {
		text += "; " + model.Sanitise(e.Advice)
	}
	return text
}
