//go:build !linux

package graphviz

// stepBack does nothing where threads have no priorities of their own.
func stepBack() {}
