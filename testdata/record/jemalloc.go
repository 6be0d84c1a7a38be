package main

import (
	"bytes"
	"fmt"

	"github.com/google/pprof/profile"
)

// jemalloc writes a jemalloc heap profile in which each sample has an object of 4 KiB in use, and a thread that has
// all objects.
func jemalloc(samples []*profile.Sample) []byte {
	var b bytes.Buffer
	values := func(n int) {
		for _, thread := range []string{"*", "0"} {
			fmt.Fprintf(&b, "  t%s: %d: %d [0: 0]\n", thread, n, n*4096)
		}
	}
	b.WriteString("heap_v2/524288\n")
	values(len(samples))
	for _, s := range samples {
		b.WriteString("@")
		for _, l := range s.Location {
			fmt.Fprintf(&b, " 0x%x", l.Address)
		}
		b.WriteString("\n")
		values(1)
	}
	b.WriteString("\nMAPPED_LIBRARIES:\n00400000-00900000 r-xp 00000000 08:01 1234                /bin/record\n")
	return b.Bytes()
}
