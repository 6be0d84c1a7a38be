// Package mapped gives memory that lies in a file: the system keeps in memory what is looked at, and
// takes away the rest when it needs memory.
//
// Only numbers may lie in it, and nothing with pointers: the garbage collector does not know it.
package mapped
