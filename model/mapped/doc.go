// Package mapped provides memory that lies in a file. The system keeps in memory what is used, and takes away
// the rest when it needs memory.
//
// Only numbers may be stored in it, and nothing with pointers, because the garbage collector does not know
// about it.
package mapped
