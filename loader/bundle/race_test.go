//go:build race

package bundle

// dropped is what the race detector makes more: it drops a quarter of what comes back to a sync.Pool, from which
// archive/tar takes the 8 kB that it skips the rest of each entry with.
const dropped = MaxEntries / 4 * 8 << 10
