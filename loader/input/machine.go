package input

import (
	"math"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// unknownMachine is the memory assumed for a machine that does not say how much it has.
const unknownMachine = 8 << 30

// Machine returns the memory that the program may use, in bytes: what the machine has, or less if a
// cgroup allows less, as in a container.
func Machine() int64 { return machine() }

var machine = sync.OnceValue(func() int64 {
	smallest := int64(math.MaxInt64)
	for _, from := range []memlimit.Provider{memlimit.FromSystem, memlimit.FromCgroup} {
		if n, err := from(); err == nil && 0 < n && n < uint64(smallest) {
			smallest = int64(n)
		}
	}
	if smallest == math.MaxInt64 {
		return unknownMachine
	}
	return smallest
})
