package graphviz

import (
	"runtime"
	"syscall"
)

// behind is by how many nice levels a layout steps back. If all processors are busy, it then gets about a tenth of
// one.
const behind = 10

// stepBack lowers the priority of the calling thread, and keeps the goroutine on it.
func stepBack() {
	runtime.LockOSThread()
	above, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // the kernel's: 20 less the niceness
	if err == nil {
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, min(20-above+behind, 19))
	}
}
