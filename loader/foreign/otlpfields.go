package foreign

import (
	"slices"

	"profstation/loader/wire"
	"profstation/model"
)

// otlpLayout describes a message. Both encodings are read by it, so that each field is written once: its index is the
// field's number in protobuf, and its name the one in JSON.
type otlpLayout[T any] struct {
	name   string   // as warnings have it; "": fields that are not known are not counted
	older  []string // JSON members that only older layouts have
	fields []otlpField[T]
}

// otlpField is a field of a message. Index 0 is for a member that only JSON has, as no field has that number.
type otlpField[T any] struct {
	name string
	form otlpForm
	set  func(r *otlpIn, to *T) // stores the current value; nil if it is of no use here
}

// otlpForm is how a field is encoded.
type otlpForm int

const (
	anyForm otlpForm = 0 // its wire type is not checked
	varint  otlpForm = 1 + wire.TypeVarint
	fixed64 otlpForm = 1 + wire.Type64
	parted  otlpForm = 1 + wire.TypeBytes // a text, a message or packed numbers

	list    otlpForm = 1 << 4 // it is repeated: JSON has a list
	orOlder otlpForm = 1 << 5 // another wire type shows an older layout
)

// check returns an error if a protobuf field has another wire type than its form.
func (form otlpForm) check(f *wire.Field) error {
	switch want := form &^ (list | orOlder); {
	case want == anyForm || f.Type == int(want)-1:
		return nil
	case form&orOlder != 0:
		return errOlder
	default:
		return f.Want(int(want) - 1)
	}
}

// read reads the current value as a message. It returns the reader's first error.
func (m *otlpLayout[T]) read(r *otlpIn, to *T) error {
	if r.json != nil {
		r.json.object(func(key string) { m.member(r, key, to) })
		return r.json.err
	}
	outer := r.field
	r.stop(r.fields(outer.Data, func(f wire.Field) error {
		r.field = f
		if f.Number == 0 || f.Number >= len(m.fields) {
			r.unknown(m.name, "")
			return nil
		}
		field := &m.fields[f.Number]
		if r.stop(field.form.check(&r.field)); r.err == nil && field.set != nil {
			field.set(r, to)
		}
		return r.err
	}))
	r.field = outer
	return r.err
}

// member reads the current value, which is a member of a JSON message.
func (m *otlpLayout[T]) member(r *otlpIn, key string, to *T) {
	for i := range m.fields {
		switch f := &m.fields[i]; {
		case f.name != key || key == "":
			continue
		case f.set != nil && f.form&list != 0:
			r.json.array(func(int) { f.set(r, to) })
		case f.set != nil:
			f.set(r, to)
		}
		return
	}
	if slices.Contains(m.older, key) {
		r.stop(errOlder)
		return
	}
	r.unknown(m.name, key)
}

// The layouts, from the outermost message to the innermost.
var (
	// Only JSON is read by the first: protobufs are split before, as several may follow each other.
	otlpMessageFields = otlpLayout[[]byte]{"message", nil, []otlpField[[]byte]{
		1: {"resourceProfiles", parted, func(r *otlpIn, resources *[]byte) { *resources = r.part() }},
		2: {"dictionary", parted, func(r *otlpIn, _ *[]byte) { otlpDictionaryFields.read(r, r.dict) }},
	}}
	otlpResourceProfilesFields = otlpLayout[otlpResource]{"resourceProfiles", nil, []otlpField[otlpResource]{
		1: {"resource", anyForm, func(r *otlpIn, to *otlpResource) { otlpResourceFields.read(r, to) }},
		2: {"scopeProfiles", list, func(r *otlpIn, to *otlpResource) { to.scopes = append(to.scopes, r.part()) }},
		3: {name: "schemaUrl"},
	}}
	otlpResourceFields = otlpLayout[otlpResource]{"resource", nil, []otlpField[otlpResource]{
		1: {"attributes", list, func(r *otlpIn, to *otlpResource) {
			var a otlpAttribute
			if r.attribute(&otlpKeyValueFields, &a) == nil && a.shown {
				to.labels = append(to.labels, r.label(&a))
			}
		}},
		2: {name: "droppedAttributesCount"},
		3: {name: "entityRefs"},
	}}
	otlpScopeProfilesFields = otlpLayout[[][]byte]{"scopeProfiles", nil, []otlpField[[][]byte]{
		1: {name: "scope"},
		2: {"profiles", list, func(r *otlpIn, parts *[][]byte) {
			if r.json != nil || r.field.Type == wire.TypeBytes {
				r.kept += 30
				*parts = append(*parts, r.part())
			}
		}},
		3: {name: "schemaUrl"},
	}}

	// A profile is read twice: its head, and after all heads of the scope its samples.
	otlpProfileFields = otlpLayout[otlpHead]{
		"profile", []string{"sample", "stringTable", "locationIndices", "timeNanos"}, []otlpField[otlpHead]{
			1: {"sampleType", parted, func(r *otlpIn, h *otlpHead) {
				if r.json != nil && r.json.peek() == '[' {
					r.stop(errOlder)
					return
				}
				otlpValueTypeFields.read(r, &h.sample)
			}},
			2: {name: "samples"},
			3: {"timeUnixNano", fixed64 | orOlder, func(r *otlpIn, h *otlpHead) { h.time = r.int() }},
			4: {"durationNano", anyForm, func(r *otlpIn, h *otlpHead) { h.duration = r.int() }},
			5: {"periodType", parted | orOlder, func(r *otlpIn, h *otlpHead) {
				otlpValueTypeFields.read(r, &h.periodType)
			}},
			6:  {"period", varint | orOlder, func(r *otlpIn, h *otlpHead) { h.period = r.int() }},
			7:  {name: "profileId"},
			8:  {name: "droppedAttributesCount"},
			9:  {name: "originalPayloadFormat"},
			10: {name: "originalPayload"},
			11: {"attributeIndices", anyForm, func(r *otlpIn, h *otlpHead) { h.attributes = r.indices(h.attributes) }},
		}}
	otlpSamplesFields = otlpLayout[otlpTaken]{"", nil, []otlpField[otlpTaken]{
		2: {"samples", list, func(r *otlpIn, to *otlpTaken) {
			s := &to.sample
			*s = otlpSample{attributes: s.attributes[:0], values: s.values[:0], times: s.times[:0]}
			if otlpSampleFields.read(r, s) != nil {
				return
			}
			if r.json == nil && len(s.attributes) > 0 && len(s.values)+len(s.times) == 0 {
				r.stop(errOlder) // its values stand where attributes do now
				return
			}
			r.stop(to.take(s))
		}},
	}}
	otlpValueTypeFields = otlpLayout[otlpValueType]{"valueType", nil, []otlpField[otlpValueType]{
		1: {"typeStrindex", varint, func(r *otlpIn, t *otlpValueType) { t.typ = r.index() }},
		2: {"unitStrindex", varint, func(r *otlpIn, t *otlpValueType) { t.unit = r.index() }},
	}}
	otlpSampleFields = otlpLayout[otlpSample]{
		"sample", []string{"value", "locationsStartIndex"}, []otlpField[otlpSample]{
			1: {"stackIndex", varint | orOlder, func(r *otlpIn, s *otlpSample) { s.stack = r.index() }},
			2: {"attributeIndices", parted | orOlder, func(r *otlpIn, s *otlpSample) {
				s.attributes = r.indices(s.attributes)
			}},
			3: {"linkIndex", varint | orOlder, func(r *otlpIn, s *otlpSample) { s.link = r.index() }},
			4: {"values", parted | orOlder, func(r *otlpIn, s *otlpSample) { s.values = r.ints(s.values) }},
			5: {"timestampsUnixNano", parted | orOlder, func(r *otlpIn, s *otlpSample) { s.times = r.times(s.times) }},
		}}

	otlpDictionaryFields = otlpLayout[otlpDictionary]{
		"dictionary", []string{"attributeUnits"}, []otlpField[otlpDictionary]{
			1: {"mappingTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				otlpMappingFields.read(r, row(r, &d.mappings))
			}},
			2: {"locationTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				l := row(r, &d.locations)
				l.from = int32(len(d.lines))
				otlpLocationFields.read(r, l)
				l.to = int32(len(d.lines))
			}},
			3: {"functionTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				otlpFunctionFields.read(r, row(r, &d.functions))
			}},
			4: {"linkTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				l := row(r, &d.links)
				otlpLinkFields.read(r, l)
				r.kept += int64(len(l.trace) + len(l.span))
			}},
			5: {"stringTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				s := row(r, &d.strings)
				*s = r.text()
				r.kept += int64(len(*s))
			}},
			6: {"attributeTable", parted | list, func(r *otlpIn, d *otlpDictionary) { *row(r, &d.parts) = r.part() }},
			7: {"stackTable", parted | list, func(r *otlpIn, d *otlpDictionary) {
				otlpStackFields.read(r, &d.stacks)
				*row(r, &d.ends) = int32(len(d.stacks))
			}},
		}}
	otlpMappingFields = otlpLayout[otlpMapping]{"mapping", nil, []otlpField[otlpMapping]{
		1: {name: "memoryStart", form: varint},
		2: {name: "memoryLimit", form: varint},
		3: {name: "fileOffset", form: varint},
		4: {"filenameStrindex", varint, func(r *otlpIn, m *otlpMapping) { m.file = r.index() }},
		5: {"attributeIndices", anyForm, func(r *otlpIn, m *otlpMapping) { m.attributes = r.indices(m.attributes) }},
	}}
	otlpLocationFields = otlpLayout[otlpLocation]{"location", []string{"line"}, []otlpField[otlpLocation]{
		1: {"mappingIndex", varint, func(r *otlpIn, l *otlpLocation) { l.mapping = r.index() }},
		2: {"address", varint, func(r *otlpIn, l *otlpLocation) { l.address = uint64(r.int()) }},
		3: {"lines", parted | list, func(r *otlpIn, l *otlpLocation) { otlpLineFields.read(r, row(r, &r.dict.lines)) }},
		4: {name: "attributeIndices"},
	}}
	otlpLineFields = otlpLayout[otlpLine]{"line", nil, []otlpField[otlpLine]{
		1: {"functionIndex", varint, func(r *otlpIn, l *otlpLine) { l.function = r.index() }},
		2: {"line", varint, func(r *otlpIn, l *otlpLine) { l.line = r.int() }},
		3: {"column", varint, func(r *otlpIn, l *otlpLine) { l.column = r.int() }},
	}}
	otlpFunctionFields = otlpLayout[otlpFunction]{"function", nil, []otlpField[otlpFunction]{
		1: {"nameStrindex", varint, func(r *otlpIn, f *otlpFunction) { f.name = r.index() }},
		2: {"systemNameStrindex", varint, func(r *otlpIn, f *otlpFunction) { f.system = r.index() }},
		3: {"filenameStrindex", varint, func(r *otlpIn, f *otlpFunction) { f.file = r.index() }},
		4: {"startLine", varint, func(r *otlpIn, f *otlpFunction) { f.start = r.int() }},
	}}
	otlpLinkFields = otlpLayout[otlpLink]{"link", nil, []otlpField[otlpLink]{
		1: {"traceId", anyForm, func(r *otlpIn, l *otlpLink) { l.trace = r.id() }},
		2: {"spanId", anyForm, func(r *otlpIn, l *otlpLink) { l.span = r.id() }},
	}}
	otlpStackFields = otlpLayout[[]int32]{"stack", nil, []otlpField[[]int32]{
		1: {"locationIndices", anyForm, func(r *otlpIn, stacks *[]int32) { *stacks = r.indices(*stacks) }},
		2: {"", anyForm, func(r *otlpIn, _ *[]int32) {
			if r.field.Type == wire.TypeVarint { // AttributeUnit stood here
				r.stop(errOlder)
				return
			}
			r.unknown("stack", "")
		}},
	}}

	// A resource's attribute is a KeyValue. One of the dictionary has its key and its unit as indices of texts.
	otlpKeyValueFields = otlpLayout[otlpAttribute]{"attribute", nil, []otlpField[otlpAttribute]{
		0: {"unitStrindex", anyForm, func(r *otlpIn, a *otlpAttribute) { a.unit = r.textOf() }},
		1: {"key", anyForm, func(r *otlpIn, a *otlpAttribute) { a.key = r.text() }},
		2: {"value", anyForm, func(r *otlpIn, a *otlpAttribute) { otlpAnyValueFields.read(r, a) }},
		3: {"keyStrindex", anyForm, func(r *otlpIn, a *otlpAttribute) { a.key = r.textOf() }},
	}}
	otlpListedFields = otlpLayout[otlpAttribute]{"attribute", nil, []otlpField[otlpAttribute]{
		0: {"key", anyForm, func(r *otlpIn, a *otlpAttribute) { a.key = r.text() }},
		// Before, the key itself stood here.
		1: {"keyStrindex", varint | orOlder, func(r *otlpIn, a *otlpAttribute) { a.key = r.textOf() }},
		2: {"value", anyForm, func(r *otlpIn, a *otlpAttribute) { otlpAnyValueFields.read(r, a) }},
		3: {"unitStrindex", anyForm, func(r *otlpIn, a *otlpAttribute) { a.unit = r.textOf() }},
	}}
	otlpAnyValueFields = otlpLayout[otlpAttribute]{"value", nil, []otlpField[otlpAttribute]{
		1: {"stringValue", anyForm, shown((*otlpIn).text)},
		2: {"boolValue", anyForm, shown((*otlpIn).bool)},
		3: {"intValue", anyForm, func(r *otlpIn, a *otlpAttribute) { a.num, a.isNum, a.shown = r.int(), true, true }},
		4: {"doubleValue", anyForm, shown((*otlpIn).float)},
		5: {name: "arrayValue"},
		6: {name: "kvlistValue"},
		7: {"bytesValue", anyForm, shown((*otlpIn).blob)},
		8: {"stringValueStrindex", anyForm, shown((*otlpIn).textOf)},
	}}
)

// shown returns a setter for a value that is shown as a text.
func shown(text func(*otlpIn) string) func(*otlpIn, *otlpAttribute) {
	return func(r *otlpIn, a *otlpAttribute) { a.text, a.shown = text(r), true }
}

// row adds an empty row to a table and returns it.
func row[T any](r *otlpIn, table *[]T) *T {
	r.kept += 16
	*table = append(*table, *new(T))
	return &(*table)[len(*table)-1]
}

// otlpDictionary has a message's tables. The first entry of each stands for nothing.
type otlpDictionary struct {
	strings    []string
	mappings   []otlpMapping
	functions  []otlpFunction
	locations  []otlpLocation
	lines      []otlpLine // for all locations
	links      []otlpLink
	parts      [][]byte // attributes that are not read yet: they may refer to later texts
	attributes []otlpAttribute
	stacks     []int32 // locations of all stacks, each from the leaf
	ends       []int32 // where each stack ends in stacks

	made []model.LocID               // locations in the profile, made when needed: index + 1, 0 if not made
	sets map[string]model.LabelSetID // label sets of the current profile, by their attributes and link
}

type otlpMapping struct {
	file       int32
	attributes []int32
}

type otlpFunction struct {
	name, system, file int32
	start              int64
}

type otlpLocation struct {
	mapping  int32
	address  uint64
	from, to int32 // in lines
}

type otlpLine struct {
	function     int32
	line, column int64
}

type otlpLink struct{ trace, span string }

// otlpAttribute is a key and a value. Lists and maps are not shown.
type otlpAttribute struct {
	key, unit string
	text      string
	num       int64
	isNum     bool
	shown     bool
}

// otlpResource is a resource: its attributes as labels, and its scopes, not read yet.
type otlpResource struct {
	labels []model.Label
	scopes [][]byte
}

// otlpValueType is a sample type, with indices of texts.
type otlpValueType struct{ typ, unit int32 }

// otlpHead is a profile without its samples.
type otlpHead struct {
	sample, periodType otlpValueType
	period             int64
	time, duration     int64 // ns
	attributes         []int32
}

// otlpSample is a sample as the file has it.
type otlpSample struct {
	stack, link int32
	attributes  []int32
	values      []int64
	times       []int64 // ns since 1970
}

// otlpTaken is the current sample, and the function that is called with each.
type otlpTaken struct {
	sample otlpSample
	take   func(*otlpSample) error
}
