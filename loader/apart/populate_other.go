//go:build !linux

package apart

// populate does nothing where pages cannot be made at once.
func populate([]byte) {}
