// Profstation shows profiles and execution traces of Go programs. Built without cgo it is the command line alone, a
// program that needs no library.
package main

import (
	"os"

	"profstation/app/ballast"
	"profstation/app/command"
)

func main() {
	os.Exit(command.Main(window, ballast.Drop))
}
