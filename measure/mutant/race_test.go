//go:build race

package mutant_test

// underRace says that the race detector watches, which takes memory of its own.
const underRace = true
