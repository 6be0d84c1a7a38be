// Package thorough says how much a test tries. make test passes -short: tests then try a part of what there is, spread
// over all of it, and make test-all tries everything.
package thorough

import "testing"

// Times returns how often a test repeats something: all times, or few.
func Times(all, few int) int {
	if testing.Short() {
		return few
	}
	return all
}

// One reports whether a test takes case i of many, of which a short one takes every nth.
func One(i, nth int) bool { return !testing.Short() || i%nth == 0 }
