//go:build race

package app

// underRace says that the race detector watches, which takes ten times as long.
const underRace = true
