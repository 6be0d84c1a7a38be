package command

import (
	"math"
	"runtime/debug"

	"profstation/loader/input"
)

// boundMemory makes the garbage collector work harder before the program takes the last quarter
// of the memory that it may use. If GOMEMLIMIT is set, that decides.
func boundMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(input.Machine() / 4 * 3)
	}
}
