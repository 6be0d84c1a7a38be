package command

import (
	"math"
	"runtime/debug"

	"profstation/loader/input"
)

// boundMemory has the garbage collector work harder before the program takes the last 25 % from
// the memory that it may use. The environment's GOMEMLIMIT has the last word.
func boundMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(input.Machine() / 4 * 3)
	}
}
