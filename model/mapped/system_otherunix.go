//go:build unix && !linux

package mapped

import "os"

const noReserve = 0

func allocate(f *os.File, from, n int64) error { return zeros(f, from, n) }

func flush(*os.File) {}

func forget(*os.File, int64, int64) {}
