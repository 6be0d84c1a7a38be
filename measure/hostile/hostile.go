// Package hostile makes small files that ask for much: for memory, for time, or for whatever happens
// after the first number that is too large. Tests give them to decoders, views and commands, which refuse
// each in one line or show it within their limits.
//
// [Profiles] returns all profiles, [Traces] has all execution traces. [Message] and [TraceWriter] write more.
package hostile

import (
	"bytes"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Input is one hostile file.
type Input struct {
	Name  string        // can be part of a file name
	Bytes func() []byte // makes new bytes each time
	Large bool          // takes long to make or to read; fast tests may leave it out
}

// Profiles returns files that look like profiles: protobufs, texts, and both in gzip.
func Profiles() []Input {
	var all []Input
	for _, some := range [][]Input{packed(), unfolding(), labelled(), crowded(), numbered(), broken(), dumps(), legacy(), foreign(), tools()} {
		all = append(all, some...)
	}
	return all
}

// Named returns the input with that name. It panics if there is none.
func Named(name string) Input {
	for _, in := range Profiles() {
		if in.Name == name {
			return in
		}
	}
	panic("no hostile input is named " + name)
}

// Pack packs bytes with gzip.
func Pack(data []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		panic(err)
	}
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func text(s ...string) func() []byte {
	return func() []byte { return []byte(strings.Join(s, "")) }
}
