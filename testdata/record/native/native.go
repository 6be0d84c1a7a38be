//go:build cgo

// Package native computes in C, so that profiles have stacks that leave Go.
package native

/*
#include <stdint.h>

static uint64_t mix(uint64_t x) {
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	return x ^ (x >> 29);
}

uint64_t checksum(uint64_t seed, int rounds) {
	for (int i = 0; i < rounds; i++)
		seed = mix(seed + i);
	return seed;
}
*/
import "C"

// Available reports whether this program was built with cgo.
const Available = true

// Checksum mixes a seed in C, the given number of rounds.
func Checksum(seed uint64, rounds int) uint64 {
	return uint64(C.checksum(C.uint64_t(seed), C.int(rounds)))
}
