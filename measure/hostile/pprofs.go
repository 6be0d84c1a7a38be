package hostile

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// unfolding returns profiles whose stacks have far more frames than the file has bytes.
func unfolding() []Input {
	// stacks makes n stacks with depth references, all to one location with that many inlined lines.
	stacks := func(n, depth, lines int) func() []byte {
		return func() []byte {
			m := begin().Part(fieldFunction, function(1, 3)).Part(fieldLocation, location(1, lines, 1))
			for i := range n {
				m = m.Part(fieldSample, sample(refs(depth+i, 1), 1))
			}
			return Pack(m)
		}
	}
	// fans makes n stacks with depth frames that share no root.
	fans := func(n, depth, lines int) func() []byte {
		return func() []byte {
			m := begin().Part(fieldFunction, function(1, 3))
			for i := range uint64(n) {
				m = m.Part(fieldLocation, location(i+1, lines, 1)).Part(fieldSample, sample(refs(depth, i+1), 1))
			}
			return Pack(m)
		}
	}
	return []Input{
		{"unfolds-10000-lines-in-100000-references", stacks(1, 100_000, 10_000), false}, // 10⁹ frames in 805 bytes
		{"unfolds-1000-lines-in-5000-references", stacks(1, 5_000, 1_000), false},       // 329 bytes
		{"unfolds-3000-lines-in-3000-references", stacks(1, 3_000, 3_000), false},
		{"unfolds-a-million-lines", stacks(1, 100, 1_000_000), false},
		{"unfolds-a-deep-stack-2-million", stacks(1, 2_000_000, 1), false},
		{"unfolds-2000-stacks-that-share", stacks(2_000, 1_000, 100), false},
		{"unfolds-3000-deep-fans", fans(3_000, 3_000, 1), true},
		{"unfolds-300-fans-of-lines", fans(300, 300, 300), false},
		{"unfolds-just-below", fans(100, 100, 100), false},
		{"unfolds-folds-up-again", func() []byte { // one stack, a million times
			m := begin().Part(fieldFunction, function(1, 3)).Part(fieldLocation, location(1, 1, 1))
			return Pack(m.Times(1_000_000, Message(nil).Part(fieldSample, sample(refs(8, 1), 1))))
		}, true},
		{"unfolds-recursion-of-functions", func() []byte { // two functions in turns
			m := begin("main.g").Part(fieldFunction, function(1, 3)).Part(fieldFunction, function(2, 4)).
				Part(fieldLocation, location(1, 1, 1)).Part(fieldLocation, location(2, 1, 2))
			return Pack(m.Part(fieldSample, sample(slices.Repeat([]uint64{1, 2}, 200_000), 1)))
		}, false},
		{"unfolds-a-triangle", func() []byte { // each stack is a part of the next, from the leaf
			m := begin().Part(fieldFunction, function(1, 3))
			var stack []uint64
			for i := range uint64(2_000) {
				m = m.Part(fieldLocation, location(i+1, 1, 1))
				stack = append(stack, i+1)
				m = m.Part(fieldSample, sample(stack, 1))
			}
			return Pack(m)
		}, false},
	}
}

// labelled returns profiles with many labels.
func labelled() []Input {
	key := func(i int) string { return fmt.Sprintf("key-%d", i) }
	label := func(key, value uint64) Message { return Message(nil).Num(1, key).Num(2, value) }
	// one has n keys in one sample; each has one key in each of n samples.
	one := func(n int) func() []byte {
		return func() []byte {
			m, s := begin(), sample(nil, 1)
			for i := range n {
				m = m.Strings(key(i))
				s = s.Part(3, label(uint64(i+4), 3))
			}
			return Pack(m.Part(fieldSample, s))
		}
	}
	each := func(n int) func() []byte {
		return func() []byte {
			m := begin()
			for i := range n {
				m = m.Strings(key(i)).Part(fieldSample, sample(nil, 1).Part(3, label(uint64(i+4), 3)))
			}
			return Pack(m)
		}
	}
	return []Input{
		{"labels-4000-keys-of-a-sample", one(4_000), false},
		{"labels-12500-keys-of-a-sample", one(12_500), false},
		{"labels-4000-keys-of-samples", each(4_000), false},
		{"labels-100000-keys-of-samples", each(100_000), true},
		{"labels-one-key-100000-times", func() []byte { // in one sample
			return Pack(begin().Part(fieldSample, sample(nil, 1).Times(100_000, Message(nil).Part(3, label(3, 1)))))
		}, false},
		{"labels-1000-keys-of-1000-samples", func() []byte {
			m := begin()
			var all Message
			for i := range 1_000 {
				m = m.Strings(key(i))
				all = all.Part(3, label(uint64(i+4), 3))
			}
			for i := range uint64(1_000) {
				m = m.Part(fieldSample, append(sample(nil, 1).Part(3, Message(nil).Num(1, 3).Num(3, i+1)), all...))
			}
			return Pack(m)
		}, false},
		{"labels-300000-values-of-a-key", func() []byte {
			m := begin("id")
			for i := range 300_000 {
				m = m.Strings(fmt.Sprint(i)).Part(fieldSample, sample(nil, 1).Part(3, label(4, uint64(i+5))))
			}
			return Pack(m)
		}, true},
		{"labels-300000-numbers-of-a-key", func() []byte {
			m := begin("bytes")
			for i := range uint64(300_000) {
				m = m.Part(fieldSample, sample(nil, 1).Part(3, Message(nil).Num(1, 4).Num(3, i*i*i).Num(4, 4)))
			}
			return Pack(m)
		}, true},
		{"labels-a-million-empty", func() []byte {
			return Pack(begin().Part(fieldSample, sample(nil, 1).Times(1_000_000, Message(nil).Part(3, nil))))
		}, false},
		{"labels-texts-and-numbers-of-a-key", func() []byte {
			s := sample(nil, 1)
			for i := range uint64(1_000) {
				s = s.Part(3, label(3, 1)).Part(3, Message(nil).Num(1, 3).Num(3, i).Num(4, 2))
			}
			return Pack(begin().Part(fieldSample, s))
		}, false},
		{"labels-a-key-of-4-MB", func() []byte {
			return Pack(begin(strings.Repeat("k", 4<<20)).Part(fieldSample, sample(nil, 1).Part(3, label(4, 4))))
		}, false},
	}
}

// crowded returns profiles with very many of one thing, most of them empty.
func crowded() []Input {
	empties := func(field, n int) func() []byte {
		return func() []byte { return Pack(begin().Times(n, Message(nil).Part(field, nil))) }
	}
	// columns has types × samples values; each sample has its own location.
	columns := func(types, samples int) func() []byte {
		return func() []byte {
			m := begin().Part(fieldFunction, function(1, 3)).
				Times(types-1, Message(nil).Part(fieldSampleType, Message(nil).Num(1, 1).Num(2, 2)))
			values := slices.Repeat([]uint64{1}, types)
			for i := range uint64(samples) {
				m = m.Part(fieldLocation, location(i+1, 1, 1)).Part(fieldSample, sample([]uint64{i + 1}, values...))
			}
			return Pack(m)
		}
	}
	return []Input{
		{"crowd-20-million-sample-types", empties(fieldSampleType, 20_000_000), false},
		{"crowd-100000-sample-types", empties(fieldSampleType, 100_000), false},
		{"crowd-2-million-samples", empties(fieldSample, 2_000_000), false},
		{"crowd-8-million-samples", empties(fieldSample, 8_000_000), true},
		{"crowd-8-million-strings", empties(fieldString, 8_000_000), true},
		{"crowd-8-million-locations", empties(fieldLocation, 8_000_000), true},
		{"crowd-8-million-functions", empties(fieldFunction, 8_000_000), true},
		{"crowd-8-million-mappings", empties(fieldMapping, 8_000_000), true},
		{"crowd-134-million-comments", func() []byte {
			return Pack(begin().Part(fieldSample, sample(nil, 1)).Part(fieldComment, make([]byte, 134_000_000)))
		}, true},
		{"crowd-2-million-comments", func() []byte {
			return Pack(begin().Part(fieldSample, sample(nil, 1)).Part(fieldComment, bytes.Repeat([]byte{3}, 2_000_000)))
		}, false},
		{"crowd-2000-types-20000-locations", columns(2_000, 20_000), true},
		{"crowd-400-types-10000-locations", columns(400, 10_000), false},
		{"crowd-100-types-10000-locations", columns(100, 10_000), false},
		{"crowd-20000-types-1000-samples-without-values", func() []byte {
			m := begin().Times(20_000, Message(nil).Part(fieldSampleType, nil))
			return Pack(m.Times(1_000, Message(nil).Part(fieldSample, nil)))
		}, false},
		{"crowd-400000-mappings", func() []byte {
			m := begin().Part(fieldSample, sample(nil, 1))
			for i := range uint64(400_000) {
				m = m.Part(fieldMapping, Message(nil).Num(1, i+1).Num(2, i).Num(3, i+1).Num(5, 3))
			}
			return Pack(m)
		}, true},
		{"crowd-a-name-of-32-MB", func() []byte {
			return Pack(begin(strings.Repeat("main.", 32<<20/5)).Part(fieldFunction, function(1, 4)).
				Part(fieldLocation, location(1, 1, 1)).Part(fieldSample, sample(refs(1, 1), 1)))
		}, false},
		{"crowd-1000-names-of-50-kB", func() []byte {
			m := begin()
			for i := range uint64(1_000) {
				m = m.Strings(fmt.Sprint(i, strings.Repeat("(*", 25_000))).Part(fieldFunction, function(i+1, i+4)).
					Part(fieldLocation, location(i+1, 1, i+1)).Part(fieldSample, sample(refs(1, i+1), 1))
			}
			return Pack(m)
		}, true},
		{"crowd-a-mangled-name-of-1-MB", func() []byte {
			return Pack(begin("_Z"+strings.Repeat("Z", 1<<20)).Part(fieldFunction, function(1, 4)).
				Part(fieldLocation, location(1, 1, 1)).Part(fieldSample, sample(refs(1, 1), 1)))
		}, false},
		{"crowd-2000-mangled-names-that-unfold", func() []byte {
			m := begin()
			for i := range uint64(2_000) {
				name := fmt.Sprintf("_Z4f%03dI1aE", i%1000) + strings.Repeat("ISt4pairIS0_S0_E", 20) + fmt.Sprint(i)
				m = m.Strings(name).Part(fieldFunction, function(i+1, i+4)).
					Part(fieldLocation, location(i+1, 1, i+1)).Part(fieldSample, sample(refs(1, i+1), 1))
			}
			return Pack(m)
		}, false},
	}
}

// numbered returns profiles whose numbers are at the limits, or name the same thing twice.
func numbered() []Input {
	whole := func(m Message) func() []byte { return func() []byte { return m } }
	base := slices.Clip(begin().Part(fieldFunction, function(1, 3)).Part(fieldLocation, location(1, 1, 1))) // so that append copies
	far := uint64(math.MaxUint64)
	return []Input{
		{"numbers-values-at-the-limits", whole(base.
			Part(fieldSample, sample(refs(1, 1), math.MaxInt64)).Part(fieldSample, sample(refs(1, 1), math.MaxInt64)).
			Part(fieldSample, sample(refs(2, 1), 1<<63)).Part(fieldSample, sample(refs(2, 1), 1<<63))), false},
		{"numbers-times-at-the-limits", whole(base.Part(fieldSample, sample(refs(1, 1), 1)).
			Num(fieldTime, 1<<63).Num(fieldDuration, math.MaxInt64).Num(fieldPeriod, 1<<63).Num(fieldDefault, far)), false},
		{"numbers-ids-at-the-limits", whole(begin().Part(fieldFunction, function(far, 3)).
			Part(fieldLocation, location(far, 1, far)).Part(fieldSample, sample(refs(1, far), 1))), false},
		{"numbers-lines-at-the-limits", whole(base.Part(fieldLocation, Message(nil).Num(1, 2).Num(3, far).
			Part(4, Message(nil).Num(1, 1).Num(2, 1<<63).Num(3, 1<<63))).Part(fieldSample, sample([]uint64{1, 2}, 1))), false},
		{"numbers-addresses-at-the-limits", whole(base.Part(fieldMapping, Message(nil).Num(1, 1).Num(2, far).Num(3, 0).Num(4, far)).
			Part(fieldSample, sample(refs(1, 1), 1))), false},
		{"numbers-ids-spread", func() []byte { // each far from the last in the table of ids
			m := begin().Part(fieldFunction, function(1, 3))
			for i := range uint64(100_000) {
				m = m.Part(fieldLocation, location(i<<40|1, 1, 1)).Part(fieldSample, sample(refs(1, i<<40|1), 1))
			}
			return Pack(m)
		}, true},
		{"numbers-ids-that-collide", func() []byte { // 100,000 locations with one id
			m := begin().Part(fieldFunction, function(1, 3))
			return Pack(m.Times(100_000, Message(nil).Part(fieldLocation, location(1, 1, 1))).Part(fieldSample, sample(refs(1, 1), 1)))
		}, false},
		{"numbers-ids-of-zero", whole(begin().Part(fieldFunction, function(0, 3)).Part(fieldLocation, location(0, 1, 0)).
			Part(fieldSample, sample(refs(1, 0), 1))), false},
		{"numbers-ids-of-nothing", whole(base.Part(fieldSample, sample(refs(1, 77), 1))), false},
		{"numbers-strings-of-nothing", whole(begin().Part(fieldFunction, function(1, 1<<40)).Part(fieldSample, sample(nil, 1))), false},
		{"numbers-too-few-values", whole(base.Part(fieldSample, sample(refs(1, 1)))), false},
		{"numbers-too-many-values", whole(base.Part(fieldSample, sample(refs(1, 1), make([]uint64, 1_000)...))), false},
		{"numbers-without-an-end", whole(append(base, bytes.Repeat([]byte{0xff}, 1<<20)...)), false},
		{"numbers-a-length-of-4-GB", whole(append(base, 0x12, 0xff, 0xff, 0xff, 0xff, 0x0f)), false},
	}
}

// broken returns profiles without some part that everybody needs.
func broken() []Input {
	whole := func(m Message) func() []byte { return func() []byte { return m } }
	stack := slices.Clip(Message(nil).Part(fieldFunction, function(1, 3)).Part(fieldLocation, location(1, 1, 1)))
	names := slices.Clip(Message(nil).Strings("", "cpu", "nanoseconds", "main.f"))
	return []Input{
		{"broken-no-sample-types", whole(append(names, stack.Part(fieldSample, sample(refs(1, 1)))...)), false},
		{"broken-no-sample-types-no-samples", whole(append(names, stack...)), false},
		{"broken-no-sample-types-but-values", whole(append(names, stack.Part(fieldSample, sample(refs(1, 1), 1))...)), false},
		{"broken-no-sample-types-2-million-samples", func() []byte {
			return Pack(names.Times(2_000_000, Message(nil).Part(fieldSample, nil)))
		}, false},
		{"broken-only-a-string", whole(names), false},
		{"broken-no-strings", whole(Message(nil).Part(fieldSampleType, nil).Part(fieldSample, sample(nil, 1))), false},
		{"broken-first-string-is-not-empty",
			whole(Message(nil).Strings("x").Part(fieldSampleType, nil).Part(fieldSample, sample(nil, 1))), false},
		{"broken-no-samples", whole(append(begin(), stack...)), false},
		{"broken-cut-in-a-sample", func() []byte {
			m := append(begin(), stack.Part(fieldSample, sample(refs(1_000, 1), 1))...)
			return m[:len(m)-100]
		}, false},
		{"broken-other-wire-types", whole(begin().Num(fieldSample, 1).Num(fieldLocation, 1)), false},
		{"broken-groups", whole(append(begin(), bytes.Repeat([]byte{0x13}, 100_000)...)), false},
		{"broken-nested-deep", func() []byte { // messages within messages, where nobody expects them
			m := begin()
			for range 12 {
				m = Message(nil).Part(fieldSample, m).Part(fieldSample, m)
			}
			return m
		}, false},
		{"broken-names-that-move-the-terminal",
			whole(begin("\x1b]0;title\x07\x1b[2J\u202eevil\u009b31m\x00", `"];x[URL="javascript:`, "=cmd|' /C calc'!A0", "\xff\xfe").
				Part(fieldFunction, function(1, 4)).Part(fieldFunction, function(2, 5)).Part(fieldFunction,
				function(3, 6)).Part(fieldFunction, function(4, 7)).
				Part(fieldLocation, location(1, 1, 1)).Part(fieldLocation, location(2, 1, 2)).Part(fieldLocation,
				location(3, 1, 3)).Part(fieldLocation, location(4, 1, 4)).
				Part(fieldSample, sample([]uint64{1, 2, 3, 4}, 1).Part(3, Message(nil).Num(1, 4).Num(2, 6)))), false},
	}
}
