package timeline

// bitSet is a set of small numbers.
type bitSet []uint64

func makeBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

func (b bitSet) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitSet) set(i int)      { b[i>>6] |= 1 << (i & 63) }
