package model

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"slices"
)

// labelSets assigns label sets their places in a table. A profile may have a set for each of a million
// goroutines, so each lookup uses the hash table once and allocates no string.
type labelSets struct {
	*Labels
	seed  maphash.Seed
	slots []int32  // the length is a power of two; 0: free, else a set's place + 1
	sums  []uint32 // the keys' hashes, by place
	keys  []byte   // all keys; set i's is keys[ends[i]:ends[i+1]]
	ends  []int
	key   []byte // scratch

	byLocs map[string]LineageID // lineages by their locations, encoded; nil: none yet
}

func newLabelSets() *labelSets {
	t := &labelSets{Labels: &Labels{start: []int32{0}}, seed: maphash.MakeSeed(), ends: []int{0}}
	t.id(nil, nil, 0)
	return t
}

// id returns a set's place. Sets for which the labels in by are the same, and the lineage, get the same place.
func (t *labelSets) id(set, by []Label, of LineageID) LabelSetID {
	t.key = appendKey(t.key[:0], by)
	if of != 0 {
		t.key = binary.AppendUvarint(append(t.key, 0, 2), uint64(of)) // no label has a 2 there
	}
	if 2*len(t.sums) >= len(t.slots) {
		t.grow()
	}
	sum := uint32(maphash.Bytes(t.seed, t.key))
	i := t.place(sum)
	for ; t.slots[i] != 0; i = t.after(i) {
		n := int(t.slots[i] - 1)
		if t.sums[n] == sum && bytes.Equal(t.keys[t.ends[n]:t.ends[n+1]], t.key) {
			return LabelSetID(n)
		}
	}
	t.sums = append(t.sums, sum)
	t.slots[i] = int32(len(t.sums))
	t.keys = append(t.keys, t.key...)
	t.ends = append(t.ends, len(t.keys))
	return t.add(set, of)
}

// appendKey encodes labels as bytes that are unique for them.
func appendKey(k []byte, labels []Label) []byte {
	for _, l := range labels {
		k = binary.AppendUvarint(k, uint64(l.Key))
		if !l.IsNum {
			k = binary.AppendUvarint(append(k, 0), uint64(l.Str))
			continue
		}
		k = binary.AppendVarint(append(k, 1), l.Num)
		k = binary.AppendUvarint(k, uint64(l.Unit))
	}
	return k
}

func (t *labelSets) place(sum uint32) int { return int(sum) & (len(t.slots) - 1) }
func (t *labelSets) after(i int) int      { return (i + 1) & (len(t.slots) - 1) }

// keyBytes is roughly the size of a label in a key.
const keyBytes = 6

// reserve allocates memory for that many more sets and labels.
func (t *labelSets) reserve(sets, labels int) {
	t.start, t.sums, t.ends = slices.Grow(t.start, sets), slices.Grow(t.sums, sets), slices.Grow(t.ends, sets)
	t.labels, t.keys = slices.Grow(t.labels, labels), slices.Grow(t.keys, labels*keyBytes)
	if need := 2 * (len(t.sums) + sets); need > len(t.slots) {
		t.resize(1 << bits.Len(uint(need)))
	}
}

func (t *labelSets) grow() { t.resize(max(16, 2*len(t.slots))) }

func (t *labelSets) resize(n int) {
	t.slots = make([]int32, n)
	for n, sum := range t.sums {
		i := t.place(sum)
		for t.slots[i] != 0 {
			i = t.after(i)
		}
		t.slots[i] = int32(n + 1)
	}
}

// Labelled returns a profile in which every sample has one more label for each pair of a key and a text. The
// label replaces what samples have under that key. The tables in p do not change.
func Labelled(p *Profile, pairs [][2]string) *Profile {
	out, texts, sets := p.Clone(), Extend(p.Strings), newLabelSets()
	sets.lineages = p.Labels.lineages
	more := make([]Label, len(pairs))
	replaced := map[StringID]bool{}
	for i, pair := range pairs {
		more[i] = Label{Key: texts.ID(pair[0]), Str: texts.ID(pair[1])}
		replaced[more[i].Key] = true
	}
	ids := make([]LabelSetID, p.Labels.Len())
	for i := range ids {
		var set []Label
		for _, l := range p.Labels.Set(LabelSetID(i)) {
			if !replaced[l.Key] {
				set = append(set, l)
			}
		}
		set = append(set, more...)
		ids[i] = sets.id(set, set, p.Labels.LineageOf(LabelSetID(i)))
	}
	column := make([]LabelSetID, p.Samples.Len())
	for i := range column {
		column[i] = ids[p.Samples.LabelSet(i)]
	}
	out.Strings, out.Labels, out.Samples.Labels = texts.Strings, sets.Labels, column
	return out
}
