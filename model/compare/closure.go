package compare

import (
	"regexp"
	"strings"
)

// closureName matches what the compiler adds to a function's name for a closure, or for a closure in a
// closure. loopBody matches what it adds at the end for the body of a range-over-func loop.
var (
	closureName = regexp.MustCompile(`^(?:func|gowrap|deferwrap)?[0-9]+(?:-range[0-9]+)*$`)
	loopBody    = regexp.MustCompile(`(?:-range[0-9]+)+$`)
)

// declaring returns the function in which a closure is written, found from the closure's name, with its
// receiver type if that cannot be another function: handle for main.main.serve.handle.func1. ok reports
// whether the name is a closure's.
func declaring(name string) (of string, ok bool) {
	elements := elementsOf(name)
	last := func() string { return elements[len(elements)-1] }
	for len(elements) > 1 && closureName.MatchString(last()) {
		elements, ok = elements[:len(elements)-1], true
	}
	of = loopBody.ReplaceAllString(last(), "")
	ok = ok || of != last()
	if before := len(elements) - 2; before >= 0 && strings.ContainsAny(elements[before], "([") {
		of = elements[before] + "." + of
	}
	return of, ok
}

// elementsOf drops the package's path from a name and splits the rest at the dots outside brackets.
func elementsOf(name string) []string {
	var all []string
	depth, from := 0, 0
	for i := range len(name) {
		switch c := name[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && c == '/':
			all, from = all[:0], i+1
		case depth == 0 && c == '.':
			all, from = append(all, name[from:i]), i+1
		}
	}
	return append(all, name[from:])
}
