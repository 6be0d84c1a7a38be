package mutant

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// formed damages protobufs so that they are still protobufs, and decoders get further.
var formed = []damage{
	inside(func(r *rand.Rand, all []field, i int) []field { // another number, often a huge one or 0
		all[i].body = number(r)
		if all[i].wire() == 2 {
			all[i].body = append(all[i].body, number(r)...)
		}
		return all
	}),
	inside(func(r *rand.Rand, all []field, i int) []field { // often
		return slices.Insert(all, i, slices.Repeat(all[i:i+1], 1<<r.IntN(14))...)
	}),
	inside(func(r *rand.Rand, all []field, i int) []field { // a message or a list without an end
		all[i].body = bytes.Repeat(all[i].body, min(1<<r.IntN(14), limit/(1+len(all[i].body))))
		return all
	}),
	inside(func(r *rand.Rand, all []field, i int) []field { // in another's place
		j := r.IntN(len(all))
		all[i], all[j] = all[j], all[i]
		return all
	}),
	inside(func(r *rand.Rand, all []field, i int) []field { return slices.Delete(all, i, i+1) }),
	inside(func(r *rand.Rand, all []field, i int) []field { // under another's number
		all[i].key = uint64(1+r.IntN(16))<<3 | all[i].key&7
		return all
	}),
}

// field is a field in a protobuf message: a key, and what follows it, without the length.
type field struct {
	key  uint64
	body []byte
}

func (f field) wire() uint64 { return f.key & 7 }

// fields takes a message apart. It returns nil if data is no message.
func fields(data []byte) []field {
	var all []field
	for len(data) > 0 {
		key, n := binary.Uvarint(data)
		if n <= 0 || key>>3 == 0 {
			return nil
		}
		data = data[n:]
		var size int
		switch key & 7 {
		case 0:
			_, size = binary.Uvarint(data)
		case 1:
			size = 8
		case 2:
			length, n := binary.Uvarint(data)
			if n <= 0 || length > uint64(len(data)-n) {
				return nil
			}
			data, size = data[n:], int(length)
		case 5:
			size = 4
		}
		if size < 0 || key&7 != 2 && size == 0 || size > len(data) {
			return nil
		}
		all = append(all, field{key, data[:size:size]})
		data = data[size:]
	}
	return all
}

func join(all []field) []byte {
	var b []byte
	for _, f := range all {
		b = binary.AppendUvarint(b, f.key)
		if f.wire() == 2 {
			b = binary.AppendUvarint(b, uint64(len(f.body)))
		}
		b = append(b, f.body...)
		if len(b) > limit {
			break
		}
	}
	return b
}

// inside changes one field, at the top or deeper. All kinds of fields are equally likely, even if one
// kind has few.
func inside(change func(r *rand.Rand, all []field, i int) []field) damage {
	var descend func(r *rand.Rand, data []byte) []byte
	descend = func(r *rand.Rand, data []byte) []byte {
		all := fields(data)
		if len(all) == 0 {
			return data
		}
		var kinds []uint64
		for _, f := range all {
			if !slices.Contains(kinds, f.key) {
				kinds = append(kinds, f.key)
			}
		}
		kind := kinds[r.IntN(len(kinds))]
		i := r.IntN(len(all))
		for all[i].key != kind {
			i = (i + 1) % len(all)
		}
		if all[i].wire() == 2 && r.IntN(2) == 0 && len(fields(all[i].body)) > 0 {
			all[i].body = descend(r, all[i].body)
			return join(all)
		}
		return join(change(r, all, i))
	}
	return func(r *rand.Rand, data, _ []byte) []byte { return descend(r, data) }
}
