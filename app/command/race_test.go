//go:build race

package command

// underRace says that the race detector watches, which takes memory of its own.
const underRace = true
