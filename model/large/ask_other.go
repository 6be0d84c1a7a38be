//go:build !linux

package large

func ask([]byte) {}

// make does nothing, as pages cannot be made at once on these systems.
func (p *pace) make([]byte) {}

// Populate does nothing, for the same reason.
func Populate([]byte) {}
