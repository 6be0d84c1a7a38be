// Package ballast prepares Go's heap for a process that is soon over.
//
// The garbage collector begins late, when the heap has twice the ballast's size. A command is often over before, and so
// is what packages do before main runs: go-graphviz alone makes 46,000 objects that stay. And the heap begins in large
// pages.
//
// It imports little, so it need not wait for others, and is initialised before go-graphviz, which imports much (The Go
// Programming Language Specification, "Program initialization").
package ballast

import "profstation/model/large/heap"

// held is never touched, so it takes no memory.
var held *[64 << 20]byte

func init() {
	held = new([64 << 20]byte)
	heap.Begin()
}

// Drop lets the collector begin when it usually does, and ends large pages. It is for a process that stays, once it has
// begun, or one that has little memory.
func Drop() {
	held = nil
	heap.End()
}
