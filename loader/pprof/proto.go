package pprof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model"
)

// decoder reads a pprof protobuf straight into the model's tables, without objects for messages.
//
// It accepts what profile.ParseUncompressed followed by CheckValid accepts, and refuses the rest; a fuzz target
// compares them. Go writes samples before the tables to which they refer. So a scan first counts everything, also for
// the memory budget, and finds each table. Then each table is decoded in one walk, samples last.
type decoder struct {
	data []byte
	n    *counts
	p    *input.Progress
	b    *model.Builder
	err  error // refers to a missing string, in the current message

	head    header
	unknown unknown

	text    string           // all strings in the file, one after the other
	textEnd []int            // string i is text[textEnd[i]:textEnd[i+1]]
	texts   []model.StringID // by index in the file; −1: not used yet

	mappings, functions, locations *idTable
	names                          demangler
	early                          *Early // has the samples, or nil

	// These are reused from message to message, so that none needs its own memory.
	lines  []model.Line
	stack  []model.LocID
	values []int64
	wire   []wireLabel
	labels []model.Label
}

// header holds the profile message's own fields, with texts as indices.
type header struct {
	types      []wireValueType
	periodType wireValueType
	number     [profileDocURL + 1]int64 // by field
	comments   []int64
}

type wireValueType [2]uint64 // type and unit

// Decoding says how to decode a profile.
type Decoding struct {
	Limits    input.Limits
	AllFrames bool // keeps the frames named by drop_frames, like pprof's -all_frames
	Progress  *input.Progress
}

// Decode reads a profile in pprof's protobuf form, already unpacked. Unknown fields are left out, with a warning.
func Decode(data []byte, o Decoding) (*model.Profile, error) {
	n, err := scan(data, o.Progress)
	if err != nil {
		return nil, err
	}
	return decode(data, n, nil, o)
}

// decode decodes data that was counted. If samples were taken early, data is what is left.
func decode(data []byte, n *counts, early *Early, o Decoding) (*model.Profile, error) {
	l, p := o.Limits, o.Progress
	if err := n.countable(); err != nil {
		return nil, err
	}
	tables, objects := n.sizes()
	if err := l.Allow(tables); err != nil {
		return nil, err
	}
	if early != nil {
		ctx, stop := context.WithCancel(p.Context())
		defer stop()
		early.sort(ctx)
	}
	d := &decoder{data: data, n: n, p: p, names: demangler{}, early: early}
	if early != nil {
		d.unknown = early.unknown
	}
	if err := d.header(); err != nil {
		return nil, err
	}
	if drop := d.head.number[profileDropFrames]; drop != 0 && !o.AllFrames && d.raw(drop) != "" {
		if early != nil {
			return nil, odd{}
		}
		// Only the library has the rule for what to drop.
		if err := l.Allow(tables + objects); err != nil {
			return nil, err
		}
		var dropped *model.Profile
		var err error
		if stopped := p.Within(func() { dropped, err = withoutDropped(data) }); stopped != nil || err != nil {
			return nil, cmp.Or(stopped, err)
		}
		var unknown unknown // the library reports nothing about unknown fields
		unknown.within(ofProfile, data, p)
		dropped.Warnings = append(dropped.Warnings, unknown.Warnings()...)
		return dropped, nil
	}
	if err := d.tables(); err != nil {
		return nil, err
	}
	return d.finish()
}

// numbers is wire.Numbers for a message. It counts unknown fields.
func (d *decoder) numbers(m *message, data []byte, to []uint64) error {
	more, err := wire.Numbers(data, to)
	if more {
		d.unknown.of(m, data)
	}
	return err
}

func withoutDropped(data []byte) (*model.Profile, error) {
	p, err := profile.ParseUncompressed(data)
	if err != nil {
		return nil, err
	}
	return FromLibrary(p, formatName)
}

const formatName = "pprof"

// each calls take for a table's messages, in their order.
func (d *decoder) each(number int, what string, take func(data []byte) error) error {
	table := d.n.tables[number]
	m := wire.Message{All: d.data[:table.to], At: table.from}
	for n := 0; m.Next(); {
		if m.Number != number {
			continue
		}
		if m.Err = within(what, n, take(m.Data)); m.Err != nil {
			break
		}
		if n++; n%1024 == 0 {
			done := 0 // tables are little work
			if number == profileSample {
				done = m.At
			}
			m.Err = d.p.Decoded(done, len(d.data))
		}
	}
	return m.Err
}

// header reads the profile's own fields and checks the strings to which they refer.
func (d *decoder) header() error {
	h := &d.head
	h.comments = make([]int64, 0, d.n.n[comments])
	m := wire.Message{All: d.data}
	for n := 0; m.Next(); n++ {
		if n%4096 == 0 {
			if err := d.p.Cancelled(); err != nil {
				return err
			}
		}
		switch m.Number {
		case profileSampleType:
			var t wireValueType
			m.Err = d.numbers(ofValueType, m.Data, t[:])
			h.types = append(h.types, t)
		case profileSample:
			if !d.n.apart {
				m.At = d.n.tables[profileSample].to
			}
		case profilePeriodType:
			h.periodType = wireValueType{}
			if m.Err = m.Want(wire.TypeBytes); m.Err == nil {
				m.Err = d.numbers(ofValueType, m.Data, h.periodType[:])
			}
		case profileComment:
			m.Err = m.Int64s(&h.comments)
		case profileTime:
			if h.number[profileTime] != 0 {
				return errSecondProfile
			}
			fallthrough
		case profileDropFrames, profileKeepFrames, profileDuration, profilePeriod, profileDefaultSample, profileDocURL:
			h.number[m.Number], m.Err = int64(m.Num), m.Want(wire.TypeVarint)
		default:
			if ofProfile.carries(&m.Field) {
				d.unknown.add(ofProfile, &m.Field)
			}
		}
	}
	if m.Err != nil {
		return m.Err
	}
	if err := d.stringTable(); err != nil {
		return err
	}
	if len(h.types) == 0 && d.n.n[profileSample] > 0 {
		return errors.New("it has samples but no sample types")
	}
	refs := append([]int64{int64(h.periodType[0]), int64(h.periodType[1])}, h.comments...)
	for _, text := range []int{profileDropFrames, profileKeepFrames, profileDefaultSample, profileDocURL} {
		refs = append(refs, h.number[text])
	}
	for _, t := range h.types {
		refs = append(refs, int64(t[0]), int64(t[1]))
	}
	for _, i := range refs {
		if d.checkString(i); d.err != nil {
			return d.err
		}
	}
	types := make([]model.ValueType, len(h.types))
	for i, t := range h.types {
		types[i] = d.valueType(t)
	}
	d.b = model.NewBuilder(types)
	return nil
}

func (d *decoder) stringTable() error {
	n := d.n.n[profileString]
	d.textEnd = append(make([]int, 0, n+1), 0)
	d.texts = slices.Repeat([]model.StringID{-1}, n)
	var all strings.Builder
	all.Grow(d.n.n[stringBytes])
	err := d.each(profileString, "string", func(text []byte) error {
		if len(d.textEnd) == 1 && len(text) > 0 {
			return errors.New("the string table does not begin with the empty string")
		}
		all.Write(text)
		d.textEnd = append(d.textEnd, all.Len())
		return nil
	})
	d.text = all.String()
	return err
}

// checkString refuses an index outside the string table.
func (d *decoder) checkString(i int64) bool {
	n := int64(d.n.n[profileString])
	if i >= 0 && i < n {
		return true
	}
	if d.err == nil {
		d.err = fmt.Errorf("it refers to string %d of %d", i, n)
	}
	return false
}

// raw returns string i from the file, which must be there.
func (d *decoder) raw(i int64) string { return d.text[d.textEnd[i]:d.textEnd[i+1]] }

// string returns the model's index for string i in the file.
func (d *decoder) string(i uint64) model.StringID {
	if !d.checkString(int64(i)) {
		return 0
	}
	if d.texts[i] < 0 {
		d.texts[i] = d.b.String(d.raw(int64(i)))
	}
	return d.texts[i]
}

func (d *decoder) valueType(t wireValueType) model.ValueType {
	return model.ValueType{Type: d.raw(int64(t[0])), Unit: d.raw(int64(t[1]))}
}

func (d *decoder) finish() (*model.Profile, error) {
	h := &d.head
	m := model.Header{
		Format:            formatName,
		Duration:          time.Duration(h.number[profileDuration]),
		Period:            h.number[profilePeriod],
		PeriodType:        d.valueType(h.periodType),
		DefaultSampleType: d.raw(h.number[profileDefaultSample]),
		DocURL:            d.raw(h.number[profileDocURL]),
		Warnings:          d.unknown.Warnings(),
	}
	if t := h.number[profileTime]; t != 0 {
		m.Time = time.Unix(0, t)
	}
	m.Comments = make([]string, 0, len(h.comments))
	for _, c := range h.comments {
		m.Comments = append(m.Comments, d.raw(c))
	}
	readPooled(&m)
	return d.b.Finish(d.p.Context(), m)
}
