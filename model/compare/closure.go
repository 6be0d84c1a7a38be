package compare

import (
	"regexp"
	"strings"
)

// closureName is what the compiler adds to the name of a function for a closure, or for a closure in one,
// and after its name for the body of a loop over a function.
var (
	closureName = regexp.MustCompile(`^(?:func|gowrap|deferwrap)?[0-9]+(?:-range[0-9]+)*$`)
	loopBody    = regexp.MustCompile(`(?:-range[0-9]+)+$`)
)

// declaring is the function that a closure is written in, by the closure's name, with the type that it is a
// method of where that cannot be another function: handle of main.main.serve.handle.func1.
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

// elementsOf splits a name at the dots that are in no brackets, without the path of its package.
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
