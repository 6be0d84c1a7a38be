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

// IsOTLP reports whether bytes begin like a message with OpenTelemetry profiles, or like several, each behind its
// size.
func IsOTLP(head []byte, _ *work.Steps) bool {
	return !input.IsText(head) && (isOTLPMessage(head) || isSized(head))
}

// isOTLPMessage reports whether bytes begin with a message that has messages in it. A pprof profile has the same
// field numbers, but its first message begins with a number.
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

// isSized reports whether bytes begin with a message's size, as the Collector's file exporter writes it before each
// (format: proto). The message's first part is not larger.
func isSized(head []byte) bool {
	if len(head) < 8 || isOTLPMessage(head) || !isOTLPMessage(head[4:]) {
		return false
	}
	part, at := wire.Varint(head[4:], 1)
	return uint64(at)+part <= uint64(binary.BigEndian.Uint32(head))
}

// OTLP decodes a ProfilesData or an ExportProfilesServiceRequest, which have the same fields, or several such
// messages.
func OTLP(data []byte, d Decoding) (*model.Profile, error) {
	o := &otlp{builder: d.begin(OTLPForm, len(data))}
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

// fields calls take for each field in a message. It looks at the context now and then.
func (o *otlp) fields(data []byte, take func(f wire.Field) error) error {
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
		m.Err = take(m.Field)
	}
	return m.Err
}

// lookFields is how many fields lie between two looks at the context.
const lookFields = 1 << 12

// wireParts are a message's fields: its resources with their profiles, and its dictionaries.
type wireParts struct {
	resources, dictionaries [][]byte
	last                    int // number of its last field
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

// parts divides messages. In each, fields with the same number stand together, so a number that comes again begins
// the next message.
func (o *otlp) parts(data []byte) (all []wireParts, err error) {
	var p *wireParts
	err = o.fields(data, func(f wire.Field) error {
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
	r := &otlpIn{otlp: o, dict: &otlpDictionary{}}
	for _, data := range p.dictionaries {
		r.open(data)
		if err := otlpDictionaryFields.read(r, r.dict); err != nil {
			return err
		}
	}
	in, err := r.ready()
	for _, data := range p.resources {
		if err != nil {
			break
		}
		if err = o.at(o.done); err == nil {
			o.done += len(data)
			in.open(data)
			err = o.resource(in, in)
		}
	}
	return err
}

// small returns a number as an index, −1 if it is too large for one.
func small(v uint64) int32 {
	if v > math.MaxInt32 {
		return -1
	}
	return int32(v)
}
