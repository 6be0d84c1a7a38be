package main

import (
	"os"
	"runtime/pprof"
)

// writeDump writes the stacks of many goroutines that wait, each 2 to 9 calls deep. Go leaves out
// what is beyond 64 MB, which is more than 100,000 goroutines.
func writeDump(path string, goroutines int) error {
	waiting, never := make(chan bool), make(chan bool)
	for i := range goroutines {
		go descend(1+i%8, waiting, never)
		<-waiting
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.Lookup("goroutine").WriteTo(f, 2); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// descend waits after the given number of calls. It ends with the program.
//
//go:noinline
func descend(calls int, waiting chan<- bool, never <-chan bool) {
	if calls > 1 {
		descend(calls-1, waiting, never)
		return
	}
	waiting <- true
	<-never
}
