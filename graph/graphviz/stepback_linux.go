package graphviz

import (
	"runtime"
	"syscall"
)

// behind is how many steps of nice a layout steps back: where all processors are busy it gets about a tenth of one.
const behind = 10

// stepBack lowers the priority of the thread that it is called on, and keeps the goroutine there.
func stepBack() {
	runtime.LockOSThread()
	above, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0) // the kernel's: 20 less the niceness
	if err == nil {
		syscall.Setpriority(syscall.PRIO_PROCESS, 0, min(20-above+behind, 19))
	}
}
