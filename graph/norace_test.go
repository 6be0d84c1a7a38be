//go:build !race

package graph_test

const underRace = false
