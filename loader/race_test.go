//go:build race

package loader

// underRace says that the race detector watches, which makes everything ten
// times as slow: long sweeps are for runs without it.
const underRace = true
