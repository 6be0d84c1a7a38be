//go:build !race

package loader

const underRace = false
