// Package must takes results out of calls that cannot fail in a test, and stops those that can.
package must

// Have returns a result, and panics with the error if there is one.
func Have[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Do panics with the error of a call that returns nothing else, if there is one.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}
