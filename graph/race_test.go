//go:build race

package graph_test

// underRace says that the race detector watches, which makes everything ten
// times as slow: the full sweep is for runs without it.
const underRace = true
