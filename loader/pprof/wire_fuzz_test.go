package pprof

import (
	"math/rand/v2"
	"testing"

	"profstation/loader/wire"
)

// wireCases are protobufs that hold one peculiarity each; most are refused, by
// us as by the library.
var wireCases = []struct {
	name string
	data []byte
}{
	{"string table only", msg(str(""))},
	{"first string not empty", msg(str("x"))},
	{"no string table", msg(part(profileSampleType))},
	{"sample without types", msg(part(profileSample), str(""))},
	{"sample type alone", msg(part(profileSampleType), str(""))},
	{"value missing", msg(part(profileSampleType), part(profileSample), str(""))},
	{"value packed", msg(part(profileSampleType), part(profileSample, part(sampleValue, 7)...), str(""))},
	{"value unpacked", msg(part(profileSampleType), part(profileSample, num(sampleValue, 7)...), str(""))},
	{"two values for one type", msg(part(profileSampleType), part(profileSample, part(sampleValue, 7, 8)...), str(""))},
	{"dangling location", msg(part(profileSampleType), part(profileSample, msg(num(sampleValue, 7), num(sampleLocation, 5))...), str(""))},
	{"location 0", msg(part(profileSampleType), part(profileSample, msg(num(sampleValue, 7), num(sampleLocation, 0))...), str(""))},
	{"location id 0", msg(part(profileLocation), str(""))},
	{"location", msg(part(profileLocation, num(1, 9)...), str(""))},
	{"location twice", msg(part(profileLocation, num(1, 9)...), part(profileLocation, num(1, 9)...), str(""))},
	{"location with a huge id", msg(part(profileLocation, num(1, 1<<63)...), str(""))},
	{"mapping id 0", msg(part(profileMapping), str(""))},
	{"mapping twice", msg(part(profileMapping, num(1, 1)...), part(profileMapping, num(1, 1)...), str(""))},
	{"dangling mapping", msg(part(profileLocation, msg(num(1, 1), num(2, 5))...), str(""))},
	{"function id 0", msg(part(profileFunction), str(""))},
	{"function twice", msg(part(profileFunction, num(1, 1)...), part(profileFunction, num(1, 1)...), str(""))},
	{"line without function", msg(part(profileLocation, msg(num(1, 1), part(locationLine))...), str(""))},
	{"dangling function", msg(part(profileLocation, msg(num(1, 1), part(locationLine, num(1, 4)...))...), str(""))},
	{"string outside", msg(part(profileFunction, msg(num(1, 1), num(2, 3))...), str(""))},
	{"string negative", msg(part(profileFunction, msg(num(1, 1), num(2, 1<<63))...), str(""))},
	{"empty label", label()},
	{"label with an empty text", label(num(2, 2))},
	{"label text and number", label(num(2, 1), num(3, 4), num(4, 99))},
	{"label number", label(num(3, 4))},
	{"label unit only", label(num(4, 1))},
	{"label unit outside", label(num(3, 4), num(4, 9))},
	{"label key outside", label(num(1, 9))},
	{"time twice", msg(str(""), num(profileTime, 1), num(profileTime, 2))},
	{"time 0 and again", msg(str(""), num(profileTime, 0), num(profileTime, 2))},
	{"comments", msg(str(""), str("c"), num(profileComment, 1), part(profileComment, 1, 0))},
	{"comment outside", msg(str(""), num(profileComment, 1))},
	{"period type twice", msg(str(""), str("a"), part(profilePeriodType, num(1, 1)...), part(profilePeriodType))},
	{"unknown fields", msg(str(""), num(16, 1), part(99, 1, 2, 3), []byte{0xa1, 6, 1, 2, 3, 4, 5, 6, 7, 8}, []byte{0xa5, 6, 1, 2, 3, 4})},
	{"field 0", msg(str(""), num(0, 1))},
	{"huge field number", msg(str(""), []byte{0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 1})},
	{"wrong wire type", msg(str(""), num(profileString, 1))},
	{"group", msg(str(""), []byte{0x0b})},
	{"number of eleven bytes", msg(str(""), []byte{0x48, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})},
	{"number of ten bytes", msg(str(""), []byte{0x48, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f})},
	{"length beyond the end", msg(str(""), []byte{0x12, 9, 1})},
	{"fixed64 cut", msg(str(""), []byte{0xa1, 6, 1, 2})},
	{"fixed32 cut", msg(str(""), []byte{0xa5, 6, 1, 2})},
	{"packed number cut", msg(part(profileSampleType), part(profileSample, part(sampleValue, 0x87)...), str(""))},
	{"drop_frames", msg(str(""), str("x"), num(profileDropFrames, 1))},
	{"drop_frames no regexp", msg(str(""), str("("), num(profileDropFrames, 1))},
}

// msg joins fields.
func msg(fields ...[]byte) []byte {
	var m []byte
	for _, f := range fields {
		m = append(m, f...)
	}
	return m
}

func uvarint(u uint64) []byte {
	var b []byte
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

// num is a field with a number.
func num(field int, v uint64) []byte {
	return append(uvarint(uint64(field)<<3|wire.TypeVarint), uvarint(v)...)
}

// part is a field with bytes.
func part(field int, b ...byte) []byte {
	return append(append(uvarint(uint64(field)<<3|wire.TypeBytes), uvarint(uint64(len(b)))...), b...)
}

func str(s string) []byte { return part(profileString, []byte(s)...) }

// label is a profile with one sample that has one label with these fields.
// Strings: 1 is "k", 2 is empty.
func label(fields ...[]byte) []byte {
	l := part(sampleLabel, msg(fields...)...)
	return msg(part(profileSampleType), part(profileSample, msg(num(sampleValue, 1), l)...), str(""), str("k"), str(""))
}

func TestWireCases(t *testing.T) {
	for _, c := range wireCases {
		t.Run(c.name, func(t *testing.T) { compareWithLibrary(t, c.data) })
	}
}

// FuzzWire holds the wire decoder against the library.
func FuzzWire(f *testing.F) {
	for _, c := range wireCases {
		f.Add(c.data)
	}
	for seed := range uint64(8) {
		f.Add(encode(f, randomProfile(rand.New(rand.NewPCG(seed, 3)))))
	}
	f.Fuzz(compareWithLibrary)
}
