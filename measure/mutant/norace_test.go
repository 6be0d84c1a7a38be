//go:build !race

package mutant_test

const underRace = false
