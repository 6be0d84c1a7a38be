package loader

import (
	"fmt"

	"profstation/model"
)

// wireLabel is a label message, texts as indices.
type wireLabel struct{ key, str, num, unit int64 }

// samples reads the samples, which are most of a profile and refer to all the
// rest.
func (d *protoDecoder) samples() error {
	d.b.Grow(d.n.samples, d.n.refs)
	d.stack = make([]model.LocID, 0, d.n.mostRefs)
	samples := 0
	var f field
	for i := 0; i < len(d.data); {
		var err error
		if i, err = next(d.data, i, &f); err != nil {
			return err
		}
		if f.number != profileSample {
			continue
		}
		if err := d.sample(f.data); err != nil {
			return fmt.Errorf("sample %d: %w", samples, err)
		}
		samples++
		if samples%1024 == 0 {
			if err := d.p.decoded(i, len(d.data)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *protoDecoder) sample(data []byte) error {
	d.stack, d.values, d.wire = d.stack[:0], d.values[:0], d.wire[:0]
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case sampleLocation:
			if f.typ == wireBytes {
				err = d.packedStack(f.data)
			} else if err = f.want(wireVarint); err == nil {
				err = d.frame(f.num)
			}
		case sampleValue:
			err = f.uint64s(func(u uint64) { d.values = append(d.values, int64(u)) })
		case sampleLabel:
			if err = f.want(wireBytes); err == nil {
				err = d.label(f.data)
			}
		}
		if err != nil {
			return err
		}
	}
	if len(d.values) != d.n.types {
		return fmt.Errorf("it has %d values for %d sample types", len(d.values), d.n.types)
	}
	labels, err := d.labelSet()
	if err != nil {
		return err
	}
	d.b.Sample(d.stack, labels, d.values)
	return nil
}

// packedStack reads the locations of a stack. This is where the time of
// loading goes: numbers of one, two and three bytes, which are all up to two
// million, are decoded in place.
func (d *protoDecoder) packedStack(p []byte) error {
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
			if u, i = varint(p, i); i < 0 {
				return badVarint(p, at)
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

func (d *protoDecoder) frame(id uint64) error {
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

func (d *protoDecoder) label(data []byte) error {
	var l wireLabel
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			err = f.int64(&l.key)
		case 2:
			err = f.int64(&l.str)
		case 3:
			err = f.int64(&l.num)
		case 4:
			err = f.int64(&l.unit)
		}
		if err != nil {
			return err
		}
	}
	d.wire = append(d.wire, l)
	return nil
}

// labelSet interns the labels of the sample at hand. A label is a text where
// it has one, a number where it has a number or a unit, and else is dropped:
// profile.proto cannot tell it from none (postDecode in profile/encode.go).
func (d *protoDecoder) labelSet() (model.LabelSetID, error) {
	if len(d.wire) == 0 {
		return 0, nil
	}
	d.labels = d.labels[:0]
	for _, w := range d.wire {
		var l model.Label
		var err error
		if l.Key, err = d.string(w.key); err != nil {
			return 0, err
		}
		switch {
		case w.str != 0:
			l.Str, err = d.string(w.str)
		case w.num != 0 || w.unit != 0:
			l.IsNum, l.Num = true, w.num
			l.Unit, err = d.string(w.unit)
		default:
			continue
		}
		if err != nil {
			return 0, err
		}
		d.labels = append(d.labels, l)
	}
	return d.b.LabelSet(d.labels), nil
}
