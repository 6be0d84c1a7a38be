//go:build !linux

package large

func ask([]byte) {}

const small = false

// Populate does nothing, as pages cannot be made at once on these systems.
func Populate([]byte) {}
