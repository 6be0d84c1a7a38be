// Package memory accounts for the memory of one process: from its resident size down to live objects, as parts
// that add up. It answers "the process has 2GB, the heap profile shows 300MB: where is the rest?".
//
// Fill [Sources] with what is known (package loader/memory reads the files), and call [Sources.Account]. A part is
// never guessed: what the sources leave open is a part of its own.
package memory
