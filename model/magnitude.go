package model

// Magnitude is |v|. The smallest number, which has no opposite, stays what it is,
// as in pprof; uint64(Magnitude(v)) is right for it too.
func Magnitude(v int64) int64 { return max(v, -v) }
