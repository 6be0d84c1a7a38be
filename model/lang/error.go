package lang

import (
	"maps"
	"slices"
)

// Error returns an error that says a text with its values, of which those that are errors are its
// causes. It is said when it is read, so that a variable of a package may hold one.
func Error(text string, data ...With) error {
	e := &failure{text: text}
	if len(data) > 0 {
		e.with = data[0]
	}
	return e
}

type failure struct {
	text string
	with With
}

func (e *failure) Error() string { return L(e.text, e.with) }

// Unwrap returns the causes, in the order of their names.
func (e *failure) Unwrap() (causes []error) {
	for _, name := range slices.Sorted(maps.Keys(e.with)) {
		if err, ok := e.with[name].(error); ok {
			causes = append(causes, err)
		}
	}
	return causes
}
