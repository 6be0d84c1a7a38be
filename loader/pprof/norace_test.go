//go:build !race

package pprof

const underRace = false
