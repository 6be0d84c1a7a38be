package foreign

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/work"
)

// slabsMark begins a JsonSlabs container: JSON whose parts are elsewhere, as JSON again or as columns with numbers,
// each in its own slab (FORMAT.md in mstange/json-slabs). Behind the mark are the version, the number of slabs, the
// outermost JSON's slab number, and a table with each slab's type, place and size. An object with nothing but "$s"
// stands for a slab:
//
//	{"stackTable":{"frame":{"$s":0},"length":3}}
var slabsMark = []byte("\xdc\xdfJSLB\x01\x00")

// slabsVersion is the newest known version of the container.
const slabsVersion = 1

func isSlabs(data []byte) bool { return bytes.HasPrefix(data, slabsMark) }

// slabType is how a slab's bytes are read.
type slabType uint32

const jsonSlab slabType = 10

// numberSlabs are the column types: an element's size, and how it is written in JSON.
var numberSlabs = [jsonSlab]struct {
	size  int
	write func(to, element []byte) []byte
}{
	{1, func(to, e []byte) []byte { return strconv.AppendInt(to, int64(int8(e[0])), 10) }},
	{1, func(to, e []byte) []byte { return strconv.AppendUint(to, uint64(e[0]), 10) }},
	{2, func(to, e []byte) []byte {
		return strconv.AppendInt(to, int64(int16(binary.LittleEndian.Uint16(e))), 10)
	}},
	{2, func(to, e []byte) []byte { return strconv.AppendUint(to, uint64(binary.LittleEndian.Uint16(e)), 10) }},
	{4, func(to, e []byte) []byte {
		return strconv.AppendInt(to, int64(int32(binary.LittleEndian.Uint32(e))), 10)
	}},
	{4, func(to, e []byte) []byte { return strconv.AppendUint(to, uint64(binary.LittleEndian.Uint32(e)), 10) }},
	{4, func(to, e []byte) []byte {
		return appendFloat(to, float64(math.Float32frombits(binary.LittleEndian.Uint32(e))), 32)
	}},
	{8, func(to, e []byte) []byte {
		return appendFloat(to, math.Float64frombits(binary.LittleEndian.Uint64(e)), 64)
	}},
	{8, func(to, e []byte) []byte { return strconv.AppendInt(to, int64(binary.LittleEndian.Uint64(e)), 10) }},
	{8, func(to, e []byte) []byte { return strconv.AppendUint(to, binary.LittleEndian.Uint64(e), 10) }},
}

// appendFloat writes a fraction; JSON has no word for those that are no number.
func appendFloat(to []byte, f float64, bits int) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(to, "null"...)
	}
	return strconv.AppendFloat(to, f, 'g', -1, bits)
}

// Limits for a container: its writers nest slabs once or twice, and use each once.
const (
	deepestSlab = 32
	maxSlabUses = 1 << 20
)

// slabs is a container while it is turned into one text.
type slabs struct {
	*builder
	data  []byte
	table []byte // twelve bytes for each slab
	to    []byte
	uses  int
	steps *work.Steps
}

// word returns a four-byte number in the head or the table.
func word(data []byte, i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }

// joined turns a container into one JSON text.
func (b *builder) joined(data []byte) ([]byte, error) {
	s := &slabs{builder: b, data: data, steps: work.StepsUntil(b.Progress.Context())}
	head := data[len(slabsMark):]
	if len(head) < 12 {
		return nil, errCut
	}
	version, count, root := word(head, 0), word(head, 1), word(head, 2)
	if version > slabsVersion {
		return nil, &input.Error{
			Found: lang.L("{{.File}} in a JsonSlabs container of version {{.Version}}; the newest that is known is {{.Known}}",
				lang.With{"File": s.file(), "Version": version, "Known": slabsVersion}),
			Advice: lang.L("save it as .json"),
		}
	}
	if s.table = head[12:]; uint64(len(s.table)) < 12*uint64(count) {
		return nil, errCut
	}
	s.table = s.table[:12*count]
	if err := s.write(root, 0); err != nil {
		return nil, err
	}
	return s.to, nil
}

// write writes a slab, within so many others.
func (s *slabs) write(slab uint32, depth int) error {
	if uint64(slab) >= uint64(len(s.table)/12) {
		return fmt.Errorf("it refers to slab %d of %d", slab, len(s.table)/12)
	}
	if s.uses++; depth > deepestSlab || s.uses > maxSlabUses {
		return errors.New("its slabs refer to each other without an end")
	}
	entry := s.table[12*slab:]
	of, from, size := slabType(word(entry, 0)), uint64(word(entry, 1)), uint64(word(entry, 2))
	if from+size > uint64(len(s.data)) {
		return errCut
	}
	data := s.data[from : from+size]
	switch {
	case of > jsonSlab:
		s.unread.Add(input.UnreadTables, func() string { return fmt.Sprintf("slabs[%d].%d", slab, of) })
		s.to = append(s.to, "null"...)
	case of == jsonSlab:
		return s.text(data, depth)
	default:
		return s.column(data, of)
	}
	return nil
}

// column writes a column's numbers as a list.
func (s *slabs) column(data []byte, of slabType) error {
	t := numberSlabs[of]
	s.to = append(s.to, '[')
	for i := 0; i+t.size <= len(data); i += t.size {
		if i > 0 {
			s.to = append(s.to, ',')
		}
		s.to = t.write(s.to, data[i:i+t.size])
		if s.steps.Over(1) {
			return s.Progress.Cancelled()
		}
		if i%look == 0 {
			if err := s.allowed(); err != nil {
				return err
			}
		}
	}
	s.to = append(s.to, ']')
	return s.allowed()
}

// text writes JSON with the slabs that it refers to.
func (s *slabs) text(text []byte, depth int) error {
	for {
		from, to, slab := placeholder(text)
		if slab < 0 {
			s.to = append(s.to, text...)
			return s.allowed()
		}
		if s.steps.Over(1 + to/64) {
			return s.Progress.Cancelled()
		}
		s.to = append(s.to, text[:from]...)
		text = text[to:]
		if err := s.write(uint32(slab), depth+1); err != nil {
			return err
		}
	}
}

// allowed refuses a text that is larger than the limits allow.
func (s *slabs) allowed() error {
	if int64(len(s.to)) > s.Limits.Uncompressed {
		return s.Limits.UnpacksTooFar()
	}
	return s.Limits.Allow(int64(len(s.data) + cap(s.to)))
}

var slabKey = []byte(`"$s"`)

// placeholder finds a text's first object with nothing but "$s", and returns where it begins and ends. slab is −1 if
// there is none. Quotes within JSON texts have a backslash before them, so the key is in none.
func placeholder(text []byte) (from, to, slab int) {
	for at := 0; ; {
		i := bytes.Index(text[at:], slabKey)
		if i < 0 {
			return 0, 0, -1
		}
		before := bytes.TrimRight(text[at:at+i], jsonBlanks)
		start := at + len(before) - 1
		at += i + len(slabKey)
		rest := bytes.TrimLeft(text[at:], jsonBlanks)
		rest, colon := bytes.CutPrefix(rest, []byte(":"))
		rest = bytes.TrimLeft(rest, jsonBlanks)
		digits := len(rest) - len(bytes.TrimLeft(rest, "0123456789"))
		n, err := strconv.ParseUint(string(rest[:digits]), 10, 31)
		rest, closed := bytes.CutPrefix(bytes.TrimLeft(rest[digits:], jsonBlanks), []byte("}"))
		if colon && closed && err == nil && bytes.HasSuffix(before, []byte("{")) {
			return start, len(text) - len(rest), int(n)
		}
	}
}

const jsonBlanks = " \t\r\n"
