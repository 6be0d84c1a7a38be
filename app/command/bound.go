package command

import (
	"math"
	"os"
	"runtime/debug"

	"profstation/loader/input"
)

// collectSoon makes the garbage collector begin when it usually does, for a process that stays or has little memory.
// Main sets it.
var collectSoon = func() {}

// boundMemory makes the garbage collector work harder before the program takes the last quarter
// of the memory that it may use. If GOMEMLIMIT is set, that decides.
func boundMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(input.Machine() / 4 * 3)
	}
	const roomy = 1 << 30 // below, the collector would work all the time: the ballast counts as memory in use
	if os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) < roomy {
		collectSoon()
	}
}
