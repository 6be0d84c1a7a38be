//go:build !linux

package sandbox

// populate does nothing, as pages cannot be made at once on these systems.
func populate([]byte) {}
