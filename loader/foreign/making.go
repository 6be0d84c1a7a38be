package foreign

import (
	"encoding/binary"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// Decoding is how an input is decoded.
type Decoding struct {
	Shown    func(symbol string) string // as pprof shows a symbol
	Limits   input.Limits
	Progress *input.Progress
}

// unknown is the name of a frame of which a file says nothing.
const unknown = "[unknown]"

// making is a profile while it is made. Functions, locations and mappings are in it once.
type making struct {
	Decoding
	b         *model.Builder
	functions map[model.Function]model.FuncID
	locations map[string]model.LocID
	mappings  map[string]model.MappingID
	key       []byte // scratch
	line      [1]model.Line
	values    []int64 // of the sample at hand, one for each type so far
	unread    input.Unread
	damage    error // of the first part that is left out

	size int // bytes of the input
	next int // of them, where to look at the context and the memory again
	made
}

// made counts what the tables hold.
type made struct{ samples, timed, refs, labels, kept int64 }

// look is how many bytes lie between two looks at the context and at the memory, and lookRefs how many
// frames of stacks do.
const (
	look     = 256 << 10
	lookRefs = 1 << 20
)

func (d Decoding) begin(size int) *making {
	return &making{
		Decoding: d, b: model.NewBuilder(nil), size: size, functions: map[model.Function]model.FuncID{},
		locations: map[string]model.LocID{}, mappings: map[string]model.MappingID{},
	}
}

// memory estimates what loading takes at its peak.
func (m *making) memory() int64 {
	return int64(m.size) + m.samples*int64(24+8*len(m.values)) + 12*m.refs + 60*m.labels + 2*m.kept +
		250*int64(len(m.functions)) + 200*int64(len(m.locations))
}

// at looks at the context and the memory once in many bytes, of which so many are read.
func (m *making) at(done int) error {
	if done < m.next {
		return nil
	}
	m.next = done + look
	if err := m.Progress.Decoded(done, m.size); err != nil {
		return err
	}
	return m.Limits.Allow(m.memory())
}

// column is that of a sample type.
func (m *making) column(t model.ValueType) int {
	i := m.b.Type(t)
	for len(m.values) <= i {
		m.values = append(m.values, 0)
	}
	return i
}

// function makes a function by the name that a file has for it.
func (m *making) function(name, file string, start int64) model.FuncID {
	if name == "" {
		name = unknown
	}
	f := model.Function{SystemName: m.b.String(name), File: m.b.String(file), StartLine: start}
	id, ok := m.functions[f]
	if !ok {
		made := f
		made.Name = made.SystemName
		if isMangled(name) {
			made.Name = m.b.String(m.Shown(name))
		}
		id = m.b.Function(made)
		m.functions[f] = id
		m.kept += int64(len(name) + len(file))
	}
	return id
}

// isMangled reports whether a name is that of a symbol of C++ or Rust. All others are as their language
// writes them: what looks like C++ in readable form may be the <module> of a script.
func isMangled(name string) bool {
	for len(name) > 0 && name[0] == '_' {
		name = name[1:]
	}
	return len(name) > 1 && (name[0] == 'Z' || name[0] == 'R') && ('0' <= name[1] && name[1] <= '9' || 'A' <= name[1] && name[1] <= 'Z')
}

// mapping makes a mapping by its file. The first one is nobody's: no such file says which is the main
// binary.
func (m *making) mapping(file, buildID string) model.MappingID {
	if file == "" && buildID == "" {
		return model.NoMapping
	}
	key := file + "\x00" + buildID
	id, ok := m.mappings[key]
	if !ok {
		if len(m.mappings) == 0 {
			m.b.Mapping(model.Mapping{})
		}
		id = m.b.Mapping(model.Mapping{File: m.b.String(file), BuildID: m.b.String(buildID)})
		m.mappings[key] = id
		m.kept += int64(200 + len(key))
	}
	return id
}

// frame makes the location of one call.
func (m *making) frame(name, file string, line, column int64) model.LocID {
	m.line[0] = model.Line{Func: m.function(name, file, 0), Line: line, Column: column}
	return m.location(model.NoMapping, 0, m.line[:])
}

// location makes a location of lines, innermost first.
func (m *making) location(in model.MappingID, address uint64, lines []model.Line) model.LocID {
	k := binary.AppendUvarint(binary.AppendVarint(m.key[:0], int64(in)), address)
	for _, l := range lines {
		k = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(k, int64(l.Func)), l.Line), l.Column)
	}
	m.key = k
	id, ok := m.locations[string(k)]
	if !ok {
		id = m.b.Location(in, address, lines)
		m.locations[string(k)] = id
		m.kept += int64(len(k) + 24*len(lines))
	}
	return id
}

// set makes a label set.
func (m *making) set(labels []model.Label) model.LabelSetID {
	m.labels += int64(len(labels))
	return m.b.LabelSet(labels)
}

// text is a label with a text, which may be known by its number.
func (m *making) text(key, value string) model.Label {
	m.kept += int64(len(value))
	return model.Label{Key: m.b.String(key), Str: m.b.String(value)}
}

// damaged counts a part of the input that is left out, by its place or name.
func (m *making) damaged(part string, fault error) {
	if m.damage == nil {
		m.damage = fault
	}
	m.unread.Add(input.UnreadParts, func() string { return part + ": " + fault.Error() })
}

// leftOut is the warning for so many samples whose stacks cannot be followed.
func leftOut(n int) string {
	return lang.N(n, "1 sample is left out, because its stack is not in the file",
		"{{.N}} samples are left out, because their stacks are not in the file", nil)
}

// empty is the error for an input of a form in which no sample is, or of which none is left.
func (m *making) empty(form string) error {
	if m.damage != nil {
		return broken(form, m.damage)
	}
	return nothing(form, nil)
}

// sample adds a sample with the values at hand, from leaf to root. A time may be [model.NoTime].
func (m *making) sample(time int64, stack []model.LocID, labels model.LabelSetID) error {
	m.samples++
	before := m.refs / lookRefs
	if m.refs += int64(len(stack)); m.refs/lookRefs > before {
		if err := m.Progress.Cancelled(); err != nil {
			return err
		}
		if err := m.Limits.Allow(m.memory()); err != nil {
			return err
		}
	}
	if time == model.NoTime {
		m.b.Sample(stack, labels, m.values)
	} else {
		m.timed++
		m.b.SampleAt(time, stack, labels, m.values)
	}
	return nil
}

// finish makes the profile.
func (m *making) finish(h model.Header) (*model.Profile, error) {
	if err := m.Limits.Allow(m.memory()); err != nil {
		return nil, err
	}
	h.Foreign = true
	h.Warnings = append(h.Warnings, m.unread.Warnings()...)
	if m.timed > 0 {
		h.Timeless = ""
	}
	m.functions, m.locations, m.mappings = nil, nil, nil // sorting the stacks needs memory, too
	return m.b.Finish(m.Progress.Context(), h)
}

// samplesType counts samples.
var samplesType = model.ValueType{Type: "samples", Unit: "count"}
