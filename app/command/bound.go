package command

import (
	"math"
	"os"
	"runtime/debug"
	"sync/atomic"

	"profstation/loader/input"
)

// boundMemory makes the garbage collector work harder before the program takes the last quarter
// of the memory that it may use. If GOMEMLIMIT is set, that decides.
func boundMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(input.Machine() / 4 * 3)
	}
}

// ballast makes the garbage collector begin to work only when the heap has twice its size: a command is often over
// before. It is never touched, so it takes no memory. The window and its helper, which stay, are without it.
var ballast atomic.Pointer[[64 << 20]byte]

func collectLate() {
	const roomy = 1 << 30 // below, the collector would work all the time: the ballast counts as memory in use
	if os.Getenv("GOGC") == "" && debug.SetMemoryLimit(-1) >= roomy {
		ballast.Store(new([64 << 20]byte))
	}
}
