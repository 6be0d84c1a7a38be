package analysis

// sumTable adds up by keys. It is a hash table with open places instead of a map because every
// span of a trace is looked up in it.
type sumTable struct {
	sums  []profileSum
	slots []int32 // 0: free, else a sum's place and 1; a power of two of them
}

func (k *profileKey) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 divided by the golden ratio
	h := (uint64(uint32(k.stack))<<32 | uint64(uint32(k.f))) * odd
	h = (h ^ h>>29 ^ uint64(uint32(k.reason))) * odd
	if k.task|k.region != 0 {
		h = (h ^ h>>31 ^ uint64(uint32(k.task))<<32 ^ uint64(uint32(k.region))) * odd
	}
	return h ^ h>>32
}

func (t *sumTable) add(k profileKey, count, delay int64) {
	if 2*len(t.sums) >= len(t.slots) {
		t.grow()
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.hash() & mask; ; i = (i + 1) & mask {
		switch n := t.slots[i]; {
		case n == 0:
			t.sums = append(t.sums, profileSum{k, count, delay})
			t.slots[i] = int32(len(t.sums))
			return
		case t.sums[n-1].key == k:
			t.sums[n-1].count += count
			t.sums[n-1].delay += delay
			return
		}
	}
}

func (t *sumTable) grow() {
	t.slots = make([]int32, max(2*len(t.slots), 256))
	mask := uint64(len(t.slots) - 1)
	for n := range t.sums {
		i := t.sums[n].key.hash() & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n + 1)
	}
}
