package pprof

import (
	"fmt"

	"profstation/loader/wire"
	"profstation/model"
)

// wireLabel is a label message: key, text, number and unit. Texts are indices.
type wireLabel [4]uint64

func (d *decoder) sample(data []byte) error {
	d.stack, d.values, d.wire = d.stack[:0], d.values[:0], d.wire[:0]
	types, more := d.n.n[profileSampleType], false
	m := wire.Message{All: data}
	for m.Next() {
		switch m.Number {
		case sampleLocation:
			if m.Type == wire.TypeBytes {
				m.Err = d.packedStack(m.Data)
			} else if m.Err = m.Want(wire.TypeVarint); m.Err == nil {
				m.Err = d.frame(m.Num)
			}
		case sampleValue:
			if n := len(d.values) + len(m.Data)/10; n > types { // no number is longer than ten bytes
				return fmt.Errorf("it has at least %d values for %d sample types", n, types)
			}
			m.Err = m.Int64s(&d.values)
		case sampleLabel:
			var l wireLabel
			if m.Err = m.Want(wire.TypeBytes); m.Err == nil {
				m.Err = d.numbers(ofLabel, m.Data, l[:])
			}
			d.wire = append(d.wire, l)
		default:
			more = true
		}
	}
	if more {
		d.unknown.of(ofSample, data)
	}
	if m.Err != nil {
		return m.Err
	}
	if len(d.values) != types {
		return fmt.Errorf("it has %d values for %d sample types", len(d.values), types)
	}
	d.b.Sample(d.stack, d.labelSet(), d.values)
	return d.err
}

// packedStack reads the locations in a stack. Loading spends most of its time here, so numbers with
// one, two or three bytes, which are all up to two million, are decoded in place.
func (d *decoder) packedStack(p []byte) error {
	stack, dense := d.stack, d.locations.dense
	for i := 0; i < len(p); {
		u := uint64(p[i])
		switch {
		case u < 0x80:
			i++
		case i+1 < len(p) && p[i+1] < 0x80:
			u = u&0x7f | uint64(p[i+1])<<7
			i += 2
		case i+2 < len(p) && p[i+2] < 0x80:
			u = u&0x7f | uint64(p[i+1]&0x7f)<<7 | uint64(p[i+2])<<14
			i += 3
		default:
			at := i
			if u, i = wire.Varint(p, i); i < 0 {
				return wire.BadVarint(p, at)
			}
		}
		var l int32
		if u < uint64(len(dense)) {
			l = dense[u]
		} else {
			l = d.locations.index(u)
		}
		if l < 0 {
			return dangling(u)
		}
		stack = append(stack, model.LocID(l))
	}
	d.stack = stack
	return nil
}

func (d *decoder) frame(id uint64) error {
	l := d.locations.index(id)
	if l < 0 {
		return dangling(id)
	}
	d.stack = append(d.stack, model.LocID(l))
	return nil
}

func dangling(id uint64) error {
	return fmt.Errorf("it refers to location %d, which is not in the file", id)
}

// labelSet interns the current sample's labels. A label without text, number and unit is dropped:
// in profile.proto it means the same as no label (postDecode in profile/encode.go).
func (d *decoder) labelSet() model.LabelSetID {
	if len(d.wire) == 0 {
		return 0
	}
	d.labels = d.labels[:0]
	for _, w := range d.wire {
		key, text, num, unit := d.string(w[0]), w[1], int64(w[2]), w[3]
		switch {
		case text != 0:
			d.labels = append(d.labels, model.Label{Key: key, Str: d.string(text)})
		case num != 0 || unit != 0:
			d.labels = append(d.labels, model.Label{Key: key, IsNum: true, Num: num, Unit: d.string(unit)})
		}
	}
	return d.b.LabelSet(d.labels)
}
