//go:build !race

package bundle

const dropped = 0
