package surface

import (
	"strings"

	"fyne.io/fyne/v2"
)

// Keys says what keys do in a view of type V.
type Keys[V any] map[fyne.KeyName]func(V)

// Press does what a key is for, and reports whether it is for anything.
func (k Keys[V]) Press(v V, name fyne.KeyName) bool {
	do := k[name]
	if do != nil {
		do(v)
	}
	return do != nil
}

// Letters says what letters do in a view of type V. Those of one row do the same.
type Letters[V any] []struct {
	Of string
	Do func(V)
}

// Type does what a letter is for, and reports whether it is for anything.
func (l Letters[V]) Type(v V, r rune) bool {
	for _, row := range l {
		if strings.ContainsRune(row.Of, r) {
			row.Do(v)
			return true
		}
	}
	return false
}
