package loader

import (
	"errors"
	"fmt"
	"time"

	"profstation/model"
)

// protoDecoder reads a pprof protobuf straight into the model's tables.
//
// It accepts what profile.ParseUncompressed followed by CheckValid accepts,
// and refuses the rest; a fuzz target holds both against each other. It is
// faster because it makes no object for a message: Go writes the tables that
// samples refer to after the samples, so a scan first counts everything
// (which also is what the memory budget needs), then strings, mappings and
// functions, locations, and at last samples are decoded, each in one walk over
// the top-level fields, of which there are few compared with what they hold.
type protoDecoder struct {
	data []byte
	n    counts
	p    *progress
	b    *model.Builder

	head protoHeader

	text    string           // all strings of the file, one after the other
	textEnd []int            // string i is text[textEnd[i-1]:textEnd[i]]
	texts   []model.StringID // by index in the file; −1: not used yet

	mappings, functions, locations *idTable
	names                          demangler

	// Kept from message to message, so that none needs memory of its own.
	lines  []model.Line
	stack  []model.LocID
	values []int64
	labels []model.Label
	wire   []wireLabel
}

// protoHeader is the fields of the profile message itself, texts as indices.
type protoHeader struct {
	types                []wireValueType
	periodType           wireValueType
	dropFrames           int64
	keepFrames           int64
	time, duration       int64
	period               int64
	comments             []int64
	defaultSample, docID int64
}

type wireValueType struct{ typ, unit int64 }

// decodeProto reads a profile in pprof's protobuf form, already unpacked.
func decodeProto(data []byte, l Limits, p *progress) (*model.Profile, error) {
	n, err := scan(data, p)
	if err != nil {
		return nil, err
	}
	if err := n.indexable(); err != nil {
		return nil, err
	}
	if err := l.memory(n.tables()); err != nil {
		return nil, err
	}
	d := &protoDecoder{data: data, n: n, p: p, names: demangler{}}
	if err := d.header(); err != nil {
		return nil, err
	}
	if err := d.checkHeader(); err != nil {
		return nil, err
	}
	if d.head.dropFrames != 0 && d.raw(d.head.dropFrames) != "" {
		// The rule of what to drop is in the library; there shall be one of it.
		if err := l.memory(n.objects()); err != nil {
			return nil, err
		}
		return decodeWithLibrary(data, p)
	}
	for _, table := range []func() error{d.tables, d.locationTable, d.samples} {
		if err := table(); err != nil {
			return nil, err
		}
	}
	return d.finish(), nil
}

// header reads the string table and the fields of the profile itself.
func (d *protoDecoder) header() error {
	h := &d.head
	d.textEnd = make([]int, 0, d.n.strings+1)
	d.textEnd = append(d.textEnd, 0)
	text := make([]byte, 0, d.n.stringBytes)
	var f field
	for i := 0; i < len(d.data); {
		var err error
		if i, err = next(d.data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case profileSampleType:
			var t wireValueType
			err = t.decode(f.data)
			h.types = append(h.types, t)
		case profileString:
			if len(d.textEnd) == 1 && len(f.data) > 0 {
				return errors.New("the string table does not begin with the empty string")
			}
			text = append(text, f.data...)
			d.textEnd = append(d.textEnd, len(text))
		case profileDropFrames:
			err = f.int64(&h.dropFrames)
		case profileKeepFrames:
			err = f.int64(&h.keepFrames)
		case profileTime:
			if h.time != 0 {
				return errSecondProfile
			}
			err = f.int64(&h.time)
		case profileDuration:
			err = f.int64(&h.duration)
		case profilePeriodType:
			h.periodType = wireValueType{}
			if err = f.want(wireBytes); err == nil {
				err = h.periodType.decode(f.data)
			}
		case profilePeriod:
			err = f.int64(&h.period)
		case profileComment:
			err = f.uint64s(func(u uint64) { h.comments = append(h.comments, int64(u)) })
		case profileDefaultSample:
			err = f.int64(&h.defaultSample)
		case profileDocURL:
			err = f.int64(&h.docID)
		}
		if err != nil {
			return err
		}
	}
	d.text = string(text)
	d.texts = make([]model.StringID, d.n.strings)
	for i := range d.texts {
		d.texts[i] = -1
	}
	return nil
}

func (t *wireValueType) decode(data []byte) error {
	var f field
	for i := 0; i < len(data); {
		var err error
		if i, err = next(data, i, &f); err != nil {
			return err
		}
		switch f.number {
		case 1:
			err = f.int64(&t.typ)
		case 2:
			err = f.int64(&t.unit)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkHeader checks all that the header refers to, and that samples have a
// type.
func (d *protoDecoder) checkHeader() error {
	h := &d.head
	if len(h.types) == 0 && d.n.samples > 0 {
		return errors.New("it has samples but no sample types")
	}
	refs := append([]int64{h.dropFrames, h.keepFrames, h.periodType.typ, h.periodType.unit, h.defaultSample, h.docID}, h.comments...)
	for _, t := range h.types {
		refs = append(refs, t.typ, t.unit)
	}
	for _, i := range refs {
		if err := d.checkString(i); err != nil {
			return err
		}
	}
	types := make([]model.ValueType, len(h.types))
	for i, t := range h.types {
		types[i] = d.valueType(t)
	}
	d.b = model.NewBuilder(types)
	return nil
}

// checkString refuses an index outside the string table.
func (d *protoDecoder) checkString(i int64) error {
	if i < 0 || i >= int64(d.n.strings) {
		return fmt.Errorf("it refers to string %d of %d", i, d.n.strings)
	}
	return nil
}

// raw is string i of the file, which must be there.
func (d *protoDecoder) raw(i int64) string { return d.text[d.textEnd[i]:d.textEnd[i+1]] }

// string is string i of the file as an entry of the model's table.
func (d *protoDecoder) string(i int64) (model.StringID, error) {
	if err := d.checkString(i); err != nil {
		return 0, err
	}
	if d.texts[i] < 0 {
		d.texts[i] = d.b.String(d.raw(i))
	}
	return d.texts[i], nil
}

func (d *protoDecoder) valueType(t wireValueType) model.ValueType {
	return model.ValueType{Type: d.raw(t.typ), Unit: d.raw(t.unit)}
}

// finish hands over the tables.
func (d *protoDecoder) finish() *model.Profile {
	h := &d.head
	m := model.Header{
		Format:            "pprof",
		Duration:          time.Duration(h.duration),
		Period:            h.period,
		PeriodType:        d.valueType(h.periodType),
		DefaultSampleType: d.raw(h.defaultSample),
		DocURL:            d.raw(h.docID),
	}
	if h.time != 0 {
		m.Time = time.Unix(0, h.time)
	}
	for _, c := range h.comments {
		m.Comments = append(m.Comments, d.raw(c))
	}
	return d.b.Profile(m)
}

func (f *field) int64(to *int64) error {
	*to = int64(f.num)
	return f.want(wireVarint)
}
