//go:build !linux

package graphviz

// stepBack does nothing on systems where threads have no priorities of their own.
func stepBack() {}
