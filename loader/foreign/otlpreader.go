package foreign

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"profstation/loader/input"
	"profstation/loader/wire"
)

// otlpIn reads the values of a message in either encoding. The first error ends all reading.
type otlpIn struct {
	*otlp
	dict    *otlpDictionary
	json    *cursor    // nil if the message is a protobuf
	field   wire.Field // the current field of a protobuf
	err     error      // the first error in a protobuf; JSON's is in the cursor
	scratch []int64
}

// another returns a reader for parts of the same message.
func (r *otlpIn) another() *otlpIn {
	in := &otlpIn{otlp: r.otlp, dict: r.dict}
	if r.json != nil {
		in.json = &cursor{data: r.json.data, tick: r.json.tick}
	}
	return in
}

// part returns the current value for a later [otlpIn.open]: its bytes, or the JSON text from it on.
func (r *otlpIn) part() []byte {
	if r.json != nil {
		return r.json.data[r.json.at:]
	}
	return r.field.Data
}

// open makes a part the current value and forgets the error in another part.
func (r *otlpIn) open(part []byte) {
	if c := r.json; c != nil {
		c.at, c.err, c.over = len(c.data)-len(part), nil, false
		return
	}
	r.field, r.err = wire.Field{Data: part}, nil
}

// stop ends all reading with an error.
func (r *otlpIn) stop(err error) {
	if r.json != nil {
		r.json.stop(err)
	} else if r.err == nil {
		r.err = err
	}
}

// unknown counts the current field as unknown, if it has data.
func (r *otlpIn) unknown(message, key string) {
	given := r.field.Num != 0 || len(r.field.Data) > 0
	if r.json != nil {
		given = r.json.given()
	}
	if message == "" || !given {
		return
	}
	r.unread.Add(input.UnreadFields, func() string {
		if r.json == nil {
			key = strconv.Itoa(r.field.Number)
		}
		return message + ": " + key
	})
}

// attribute reads an attribute by one of its two layouts.
func (r *otlpIn) attribute(layout *otlpLayout[otlpAttribute], a *otlpAttribute) error {
	err := layout.read(r, a)
	r.kept += int64(len(a.key) + len(a.text))
	return err
}

// textOf reads an index and returns the text there.
func (r *otlpIn) textOf() string {
	s, err := r.dict.string(r.index())
	r.stop(err)
	return s
}

func (r *otlpIn) int() int64 {
	if r.json != nil {
		return r.json.int()
	}
	return int64(r.field.Num)
}

// index reads an index into a table. It returns −1 if it cannot be one.
func (r *otlpIn) index() int32 {
	if r.json != nil {
		return r.json.index()
	}
	return small(r.field.Num)
}

func (r *otlpIn) text() string {
	if r.json != nil {
		return r.json.string()
	}
	return string(r.field.Data)
}

func (r *otlpIn) bool() string {
	if r.json != nil {
		return string(r.json.word())
	}
	return strconv.FormatBool(r.field.Num != 0)
}

func (r *otlpIn) float() string {
	f := math.Float64frombits(r.field.Num)
	if r.json != nil {
		f = r.json.float()
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// id reads an id as hexadecimal text, which JSON has already.
func (r *otlpIn) id() string {
	if r.json != nil {
		return r.json.string()
	}
	return hex.EncodeToString(r.field.Data)
}

// blob reads bytes, base64 in JSON, as hexadecimal text.
func (r *otlpIn) blob() string {
	if r.json == nil {
		return hex.EncodeToString(r.field.Data)
	}
	text := r.json.string()
	if b, err := base64.StdEncoding.DecodeString(text); err == nil {
		return hex.EncodeToString(b)
	}
	return text
}

// indices appends indices.
func (r *otlpIn) indices(to []int32) []int32 {
	if r.json != nil {
		r.json.array(func(int) { to = append(to, r.json.index()) })
		return to
	}
	r.scratch = r.ints(r.scratch[:0])
	for _, v := range r.scratch {
		to = append(to, small(uint64(v)))
	}
	r.kept += int64(2 * len(r.scratch))
	if len(to) > math.MaxInt32/2 {
		r.stop(fmt.Errorf("a stack table with more than %d entries", math.MaxInt32/2))
	}
	return to
}

// ints appends numbers.
func (r *otlpIn) ints(to []int64) []int64 {
	if r.json != nil {
		r.json.array(func(int) { to = append(to, r.json.int()) })
		return to
	}
	r.stop(r.field.Int64s(&to))
	return to
}

// times appends times, which have eight bytes each in a protobuf.
func (r *otlpIn) times(to []int64) []int64 {
	data := r.field.Data
	switch {
	case r.json != nil:
		return r.ints(to)
	case len(data)%8 != 0:
		r.stop(errOlder)
		return to
	}
	for at := 0; at < len(data); at += 8 {
		to = append(to, int64(binary.LittleEndian.Uint64(data[at:])&math.MaxInt64))
	}
	return to
}
