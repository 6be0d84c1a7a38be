package lang

import (
	"maps"
	"slices"
)

// Error returns an error with a text and its values. Values that are errors are its causes. The text is
// translated when it is read, so a package variable may hold such an error.
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

// Unwrap returns the causes, ordered by their names.
func (e *failure) Unwrap() (causes []error) {
	for _, name := range slices.Sorted(maps.Keys(e.with)) {
		if err, ok := e.with[name].(error); ok {
			causes = append(causes, err)
		}
	}
	return causes
}
