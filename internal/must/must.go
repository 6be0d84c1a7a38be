// Package must unwraps results from calls that should not fail in a test, and panics if they do.
package must

// Have returns a result, and panics with the error if there is one.
func Have[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Do panics if a call that returns only an error has failed.
func Do(err error) {
	if err != nil {
		panic(err)
	}
}
