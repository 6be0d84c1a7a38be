package hostile

import (
	"encoding/binary"
	"slices"
)

// Message is a protobuf that grows. Its methods append to it and return the result:
//
//	hostile.Message(nil).Num(1, 7).Part(2, hostile.Message(nil).Num(1, 3))
type Message []byte

// Num appends a number.
func (m Message) Num(field int, v uint64) Message {
	return binary.AppendUvarint(binary.AppendUvarint(m, uint64(field)<<3), v)
}

// Part appends a message, or any bytes with their length.
func (m Message) Part(field int, part []byte) Message {
	m = binary.AppendUvarint(m, uint64(field)<<3|2)
	return append(binary.AppendUvarint(m, uint64(len(part))), part...)
}

// Text appends a string.
func (m Message) Text(field int, s string) Message { return m.Part(field, []byte(s)) }

// Packed appends numbers as one field.
func (m Message) Packed(field int, v ...uint64) Message {
	var p []byte
	for _, v := range v {
		p = binary.AppendUvarint(p, v)
	}
	return m.Part(field, p)
}

// Times appends a message n times.
func (m Message) Times(n int, part Message) Message {
	m = slices.Grow(m, n*len(part))
	for range n {
		m = append(m, part...)
	}
	return m
}

// Strings appends to the string table. A profile's first string must be empty.
func (m Message) Strings(s ...string) Message {
	for _, s := range s {
		m = m.Text(fieldString, s)
	}
	return m
}

// The fields of profile.proto (github.com/google/pprof/proto/profile.proto).
const (
	fieldSampleType = 1
	fieldSample     = 2
	fieldMapping    = 3
	fieldLocation   = 4
	fieldFunction   = 5
	fieldString     = 6
	fieldTime       = 9
	fieldDuration   = 10
	fieldPeriodType = 11
	fieldPeriod     = 12
	fieldComment    = 13
	fieldDefault    = 14
)

// sample has one stack's references, from the leaf, and values.
func sample(refs []uint64, values ...uint64) Message {
	return Message(nil).Packed(1, refs...).Packed(2, values...)
}

// location has the same function in the given number of lines.
func location(id uint64, lines int, function uint64) Message {
	return Message(nil).Num(1, id).Num(3, id).Times(lines, Message(nil).Part(4, Message(nil).Num(1, function).Num(2, 7)))
}

func function(id, name uint64) Message { return Message(nil).Num(1, id).Num(2, name).Num(3, name) }

// begin returns a profile with one sample type and the strings "", "cpu", "nanoseconds", "main.f", and
// the given ones, which start at index 4.
func begin(s ...string) Message {
	return Message(nil).Part(fieldSampleType, Message(nil).Num(1, 1).Num(2, 2)).
		Strings("", "cpu", "nanoseconds", "main.f").Strings(s...)
}

// refs repeats a location n times.
func refs(n int, id uint64) []uint64 { return slices.Repeat([]uint64{id}, n) }
