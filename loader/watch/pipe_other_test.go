//go:build !unix

package watch

import "testing"

// makePipe does nothing: there are no pipes in folders here.
func makePipe(*testing.T, string) {}
