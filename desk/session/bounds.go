package session

import (
	"fmt"

	"profstation/model/lang"
)

// The bounds of a file, which is neither read nor written beyond them. Three bytes in JSON may become
// a document that takes 700 in memory, so values are counted before any is made.
const (
	maxValues = 1_000_000
	maxListed = 10_000 // in one list
	deepest   = 100    // how deep lists and objects may be nested
)

// count returns how many values JSON has, or an error if it is beyond the bounds. If the data is
// not JSON, it may count any number.
func count(data []byte) (values int, err error) {
	var open []int // for each open list, the number of values so far; −1 for an object
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			n := 1
			if data[i] == '{' {
				n = -1
			}
			if open = append(open, n); len(open) > deepest {
				return values, lang.Error("it is damaged: lists and objects are nested more than {{.Most}} deep", lang.With{"Most": deepest})
			}
			values++
		case ']', '}':
			open = open[:max(0, len(open)-1)]
		case ',':
			values++
			if len(open) == 0 || open[len(open)-1] < 0 {
				continue
			}
			if open[len(open)-1]++; open[len(open)-1] > maxListed {
				return values, lang.Error("a list in it has more than {{.Most}} elements", lang.With{"Most": maxListed})
			}
		}
	}
	if values > maxValues {
		return values, lang.Error("it has more than {{.Most}} values", lang.With{"Most": maxValues})
	}
	return values, nil
}

var maxBytes = 16 << 20 // tests use less

// fits returns why a file with these bytes could not be read again, nil if it can.
func fits(data []byte) error {
	if len(data) > maxBytes {
		return lang.Error("it would have {{.Size}}MB, and one with more than {{.Most}}MB could not be opened",
			lang.With{"Size": fmt.Sprintf("%.1f", float64(len(data))/(1<<20)), "Most": maxBytes >> 20})
	}
	_, err := count(data)
	return err
}
