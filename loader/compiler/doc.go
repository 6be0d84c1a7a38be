// Package compiler asks the Go compiler why it made code as it did: what escapes to the heap and how it gets there, what
// is inlined or why not, and where bounds are checked.
//
// [Ask] compiles packages in a module, and writes nothing but into the build cache and a temporary folder. [Decode]
// reads what the compiler logs about one file.
package compiler
