package foreign

import (
	"encoding/binary"
	"fmt"
	"math"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model"
	"profstation/model/work"
)

// IsOTLP reports whether bytes begin as a message of OpenTelemetry profiles does, or as several, each behind its size.
func IsOTLP(head []byte, _ *work.Steps) bool {
	return !input.IsText(head) && (isOTLPMessage(head) || isSized(head))
}

// isOTLPMessage reports whether bytes begin with a message of messages. A profile of pprof, whose fields have the same
// numbers, begins with one of two numbers.
func isOTLPMessage(head []byte) bool {
	if len(head) < 4 || head[0] != 1<<3|wire.TypeBytes {
		return false
	}
	size, at := wire.Varint(head, 1)
	if at < 0 || size < 2 || at+2 > len(head) {
		return false
	}
	if tag := head[at]; tag != 1<<3|wire.TypeBytes && tag != 2<<3|wire.TypeBytes {
		return false
	}
	within, next := wire.Varint(head, at+1)
	return next > 0 && uint64(next-at)+within <= size
}

// isSized reports whether bytes begin with the size of a message, as the Collector's file exporter writes it before each
// (format: proto). The first part of the message is not larger.
func isSized(head []byte) bool {
	if len(head) < 8 || isOTLPMessage(head) || !isOTLPMessage(head[4:]) {
		return false
	}
	part, at := wire.Varint(head[4:], 1)
	return uint64(at)+part <= uint64(binary.BigEndian.Uint32(head))
}

// OTLP decodes a ProfilesData or an ExportProfilesServiceRequest, whose fields are the same, or several of them.
func OTLP(data []byte, d Decoding) (*model.Profile, error) {
	o := &otlp{making: d.begin(len(data))}
	read := o.wire
	if isSized(data) {
		read = o.sized
	}
	if err := o.fault(read(data)); err != nil {
		return nil, err
	}
	return o.profile()
}

// sized reads messages, each behind its size in four bytes.
func (o *otlp) sized(data []byte) error {
	for len(data) > 0 {
		if len(data) < 4 {
			return o.cutWithin()
		}
		size := binary.BigEndian.Uint32(data)
		if data = data[4:]; uint64(size) > uint64(len(data)) {
			return o.cutWithin()
		}
		if err := o.wire(data[:size]); err != nil {
			return err
		}
		data = data[size:]
	}
	return nil
}

// fields walks over the fields of a message. It looks at the context now and then.
func (o *otlp) fields(data []byte, take func(f *wire.Field) error) error {
	m := wire.Message{All: data}
	for m.Next() {
		if o.walked += 1 + len(m.Data)/64; o.walked >= lookFields {
			o.walked = 0
			if m.Err = o.Progress.Cancelled(); m.Err == nil {
				m.Err = o.Limits.Allow(o.memory())
			}
			if m.Err != nil {
				break
			}
		}
		m.Err = take(&m.Field)
	}
	return m.Err
}

// known walks over the fields of a message up to the last that is known, and counts those beyond it.
func (o *otlp) known(message string, last int, data []byte, take func(f *wire.Field) error) error {
	return o.fields(data, func(f *wire.Field) error {
		if f.Number > last {
			o.unknown(message, f)
			return nil
		}
		return take(f)
	})
}

// unknown counts a field that is not known, if it has data.
func (o *otlp) unknown(message string, f *wire.Field) {
	if f.Num != 0 || len(f.Data) > 0 {
		o.unread.Add(input.UnreadFields, func() string { return fmt.Sprintf("%s: %d", message, f.Number) })
	}
}

// lookFields is how many fields lie between two looks at the context.
const lookFields = 1 << 12

// wireParts are the fields of a message: its resources with their profiles, and what these refer to.
type wireParts struct {
	resources, dictionaries [][]byte
	last                    int // the number of the field at its end
}

func (p *wireParts) whole() bool { return len(p.resources) > 0 && len(p.dictionaries) > 0 }

// wire reads messages that stand end to end, as files do after cat.
func (o *otlp) wire(data []byte) error {
	all, err := o.parts(data)
	cut := wire.IsCut(err)
	if err != nil && !cut {
		return err
	}
	if n := len(all) - 1; cut && n >= 0 && !all[n].whole() {
		all = all[:n]
	}
	for _, p := range all {
		if err := o.message(p); err != nil {
			return err
		}
	}
	if cut {
		return o.cutWithin()
	}
	return nil
}

// parts divides messages. Fields of a number stand together in each, so one that begins for the second time is of the
// next message.
func (o *otlp) parts(data []byte) (all []wireParts, err error) {
	var p *wireParts
	err = o.fields(data, func(f *wire.Field) error {
		if f.Type != wire.TypeBytes || f.Number != 1 && f.Number != 2 {
			return fmt.Errorf("field %d of the message is unknown", f.Number)
		}
		if p == nil || p.whole() && f.Number != p.last {
			all = append(all, wireParts{})
			p = &all[len(all)-1]
			o.kept += 100
		}
		p.last = f.Number
		o.kept += 12
		if f.Number == 1 {
			p.resources = append(p.resources, f.Data)
		} else {
			p.dictionaries = append(p.dictionaries, f.Data)
		}
		return nil
	})
	return all, err
}

// message reads a message.
func (o *otlp) message(p wireParts) error {
	dict := &dictionary{}
	var attributes [][]byte
	for _, data := range p.dictionaries {
		if err := o.wireDictionary(dict, data, &attributes); err != nil {
			return err
		}
	}
	for i, data := range attributes { // which may refer to texts behind them
		a, err := o.wireAttribute(dict, data, true)
		if err := o.leave(attributeAt(i), err); err != nil {
			return err
		}
		a.shown = a.shown && err == nil
		dict.attributes = append(dict.attributes, a)
	}
	o.use(dict)
	for _, data := range p.resources {
		if err := o.at(o.done); err != nil {
			return err
		}
		o.done += len(data)
		if err := o.wireResource(data); err != nil {
			return err
		}
	}
	return nil
}

func (o *otlp) wireDictionary(d *dictionary, data []byte, attributes *[][]byte) error {
	return o.known("dictionary", 7, data, func(f *wire.Field) (err error) {
		if err := f.Want(wire.TypeBytes); err != nil {
			return err
		}
		o.kept += 16
		switch f.Number {
		case 1:
			var v [4]uint64
			var m otlpMapping
			err = o.known("mapping", 5, f.Data, func(f *wire.Field) error {
				if f.Number == 5 {
					return o.int32s(f, &m.attributes)
				}
				return place(f, v[:])
			})
			m.file = small(v[3])
			d.mappings = append(d.mappings, m)
		case 2:
			err = o.wireLocation(d, f.Data)
		case 3:
			var v [4]uint64
			err = o.known("function", 4, f.Data, func(f *wire.Field) error { return place(f, v[:]) })
			d.functions = append(d.functions, otlpFunction{small(v[0]), small(v[1]), small(v[2]), int64(v[3])})
		case 4:
			var l otlpLink
			err = o.known("link", 2, f.Data, func(f *wire.Field) error {
				switch f.Number {
				case 1:
					l.trace = otlpBytes(f.Data)
				case 2:
					l.span = otlpBytes(f.Data)
				}
				o.kept += int64(len(f.Data))
				return nil
			})
			d.links = append(d.links, l)
		case 5:
			d.strings = append(d.strings, string(f.Data))
			o.kept += int64(len(f.Data))
		case 6:
			*attributes = append(*attributes, f.Data)
		case 7:
			err = o.known("stack", 2, f.Data, func(f *wire.Field) error {
				switch {
				case f.Number == 2 && f.Type == wire.TypeVarint:
					return errOlder // AttributeUnit stood here
				case f.Number != 1:
					o.unknown("stack", f)
					return nil
				}
				return o.int32s(f, &d.stacks)
			})
			d.ends = append(d.ends, int32(len(d.stacks)))
		}
		return err
	})
}

func (o *otlp) wireLocation(d *dictionary, data []byte) error {
	l := otlpLocation{from: int32(len(d.lines))}
	var v [2]uint64
	err := o.known("location", 4, data, func(f *wire.Field) error {
		if f.Number != 3 {
			return place(f, v[:])
		}
		if err := f.Want(wire.TypeBytes); err != nil {
			return err
		}
		var v [3]uint64
		if err := o.known("line", 3, f.Data, func(f *wire.Field) error { return place(f, v[:]) }); err != nil {
			return err
		}
		d.lines = append(d.lines, otlpLine{small(v[0]), int64(v[1]), int64(v[2])})
		o.kept += 12
		return nil
	})
	l.mapping, l.address, l.to = small(v[0]), v[1], int32(len(d.lines))
	d.locations = append(d.locations, l)
	return err
}

// place keeps a number whose field has a place among those that count.
func place(f *wire.Field, to []uint64) error {
	if i := f.Number - 1; i >= 0 && i < len(to) {
		to[i] = f.Num
		return f.Want(wire.TypeVarint)
	}
	return nil
}

// small is an index, −1 where it is none.
func small(v uint64) int32 {
	if v > math.MaxInt32 {
		return -1
	}
	return int32(v)
}

// int32s appends indices, packed or not.
func (o *otlp) int32s(f *wire.Field, to *[]int32) error {
	var all []int64
	if err := f.Int64s(&all); err != nil {
		return err
	}
	for _, v := range all {
		*to = append(*to, small(uint64(v)))
	}
	o.kept += int64(2 * len(all))
	if len(*to) > math.MaxInt32/2 {
		return fmt.Errorf("a stack table with more than %d entries", math.MaxInt32/2)
	}
	return nil
}

// wireAttribute reads a KeyValue of the protocol, or one of the dictionary, whose key and unit are texts there.
func (o *otlp) wireAttribute(d *dictionary, data []byte, listed bool) (a otlpAttribute, err error) {
	var key, unit int32
	err = o.known("attribute", 3, data, func(f *wire.Field) error {
		switch {
		case f.Number == 2:
			return o.wireValue(d, f.Data, &a)
		case f.Number == 1 && !listed:
			a.key = string(f.Data)
		case f.Number == 1 && f.Type == wire.TypeBytes:
			return errOlder // the key itself stood here
		case f.Number == 1, f.Number == 3 && !listed:
			key = small(f.Num)
		case f.Number == 3:
			unit = small(f.Num)
		}
		return nil
	})
	if err == nil && key != 0 {
		a.key, err = d.string(key)
	}
	if err == nil && unit != 0 {
		a.unit, err = d.string(unit)
	}
	o.kept += int64(len(a.key) + len(a.text))
	return a, err
}

// wireValue reads an AnyValue.
func (o *otlp) wireValue(d *dictionary, data []byte, a *otlpAttribute) error {
	return o.known("value", 8, data, func(f *wire.Field) (err error) {
		switch f.Number {
		case 1:
			a.text, a.shown = string(f.Data), true
		case 2:
			a.text, a.shown = fmt.Sprint(f.Num != 0), true
		case 3:
			a.num, a.isNum, a.shown = int64(f.Num), true, true
		case 4:
			a.text, a.shown = otlpNumber(math.Float64frombits(f.Num)), true
		case 7:
			a.text, a.shown = otlpBytes(f.Data), true
		case 8:
			a.text, err = d.string(small(f.Num))
			a.shown = true
		}
		return err
	})
}

func (o *otlp) wireResource(data []byte) error {
	var labels []model.Label
	var scopes [][]byte
	err := o.known("resourceProfiles", 3, data, func(f *wire.Field) error {
		switch f.Number {
		case 1:
			return o.known("resource", 3, f.Data, func(f *wire.Field) error {
				if f.Number != 1 || f.Type != wire.TypeBytes {
					return nil
				}
				a, err := o.wireAttribute(o.dict, f.Data, false)
				if err == nil && a.shown {
					labels = append(labels, o.label(a))
				}
				return err
			})
		case 2:
			scopes = append(scopes, f.Data)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, s := range scopes {
		var profiles []otlpProfile
		err := o.known("scopeProfiles", 3, s, func(f *wire.Field) error {
			if f.Number == 2 && f.Type == wire.TypeBytes {
				profiles = append(profiles, &wireProfile{o, f.Data})
				o.kept += 30
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := o.scope(profiles, labels); err != nil {
			return err
		}
	}
	return nil
}

// wireProfile is the bytes of a profile.
type wireProfile struct {
	o    *otlp
	data []byte
}

func (p *wireProfile) head() (h otlpHead, err error) {
	valueType := func(f *wire.Field, typ, unit *int32) error {
		var v [2]uint64
		if err := f.Want(wire.TypeBytes); err != nil {
			return err
		}
		err := p.o.known("valueType", 2, f.Data, func(f *wire.Field) error { return place(f, v[:]) })
		*typ, *unit = small(v[0]), small(v[1])
		return err
	}
	err = p.o.known("profile", 11, p.data, func(f *wire.Field) error {
		switch f.Number {
		case 1:
			return valueType(f, &h.typ, &h.unit)
		case 3:
			if f.Type != wire.Type64 {
				return errOlder
			}
			h.time = int64(f.Num)
		case 4:
			h.duration = int64(f.Num)
		case 5:
			if f.Type != wire.TypeBytes {
				return errOlder
			}
			return valueType(f, &h.periodTyp, &h.periodUnit)
		case 6:
			h.period = int64(f.Num)
			if f.Type != wire.TypeVarint {
				return errOlder
			}
		case 11:
			return p.o.int32s(f, &h.attributes)
		}
		return nil
	})
	return h, err
}

func (p *wireProfile) samples(take func(*otlpSample) error) error {
	var s otlpSample
	return p.o.fields(p.data, func(f *wire.Field) error {
		if f.Number != 2 {
			return nil
		}
		s = otlpSample{attributes: s.attributes[:0], values: s.values[:0], times: s.times[:0]}
		bare := true // it has neither values nor times
		err := p.o.known("sample", 5, f.Data, func(f *wire.Field) error {
			switch {
			case f.Number == 1 && f.Type == wire.TypeVarint:
				s.stack = small(f.Num)
			case f.Number == 2 && f.Type == wire.TypeBytes:
				return p.o.int32s(f, &s.attributes)
			case f.Number == 3 && f.Type == wire.TypeVarint:
				s.link = small(f.Num)
			case f.Number == 4 && f.Type == wire.TypeBytes:
				bare = false
				return f.Int64s(&s.values)
			case f.Number == 5 && f.Type == wire.TypeBytes && len(f.Data)%8 == 0:
				bare = false
				for at := 0; at < len(f.Data); at += 8 {
					t := uint64(0)
					for i, b := range f.Data[at : at+8] {
						t |= uint64(b) << (8 * i)
					}
					s.times = append(s.times, int64(t&math.MaxInt64))
				}
			default:
				return errOlder
			}
			return nil
		})
		if err == nil && bare && len(s.attributes) > 0 {
			return errOlder // its values stand where attributes do now
		}
		if err == nil {
			err = take(&s)
		}
		return err
	})
}
