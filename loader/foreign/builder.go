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

// unknown names a frame that the file says nothing about.
const unknown = "[unknown]"

// builder is a profile while it is made. Functions, locations and mappings are in it once.
type builder struct {
	Form
	Decoding
	out       *model.Builder
	functions map[model.Function]model.FuncID
	locations map[string]model.LocID
	mappings  map[string]model.MappingID
	key       []byte // scratch
	line      [1]model.Line
	values    []int64 // the current sample's, one for each type so far
	unread    input.Unread
	damage    error // why the first part was left out

	size int // input size in bytes
	next int // offset at which to look at the context and the memory again
	made
}

// made counts what the tables hold.
type made struct{ samples, timed, refs, labels, kept int64 }

// look is how many bytes lie between two looks at the context and at the memory, and lookRefs how many stack frames
// do.
const (
	look     = 256 << 10
	lookRefs = 1 << 20
)

func (d Decoding) begin(f Form, size int) *builder {
	return &builder{
		Form: f, Decoding: d, out: model.NewBuilder(nil), size: size, functions: map[model.Function]model.FuncID{},
		locations: map[string]model.LocID{}, mappings: map[string]model.MappingID{},
	}
}

// memory estimates what loading takes at its peak.
func (b *builder) memory() int64 {
	return int64(b.size) + b.samples*int64(24+8*len(b.values)) + 12*b.refs + 60*b.labels + 2*b.kept +
		250*int64(len(b.functions)) + 200*int64(len(b.locations))
}

// at looks at the context and the memory once in many bytes. done bytes are read.
func (b *builder) at(done int) error {
	if done < b.next {
		return nil
	}
	b.next = done + look
	if err := b.Progress.Decoded(done, b.size); err != nil {
		return err
	}
	return b.Limits.Allow(b.memory())
}

// column returns the column for a sample type.
func (b *builder) column(t model.ValueType) int {
	i := b.out.Type(t)
	for len(b.values) <= i {
		b.values = append(b.values, 0)
	}
	return i
}

// function makes a function by the name that a file has for it.
func (b *builder) function(name, file string, start int64) model.FuncID {
	if name == "" {
		name = unknown
	}
	f := model.Function{SystemName: b.out.String(name), File: b.out.String(file), StartLine: start}
	id, ok := b.functions[f]
	if !ok {
		made := f
		made.Name = made.SystemName
		if isMangled(name) {
			made.Name = b.out.String(b.Shown(name))
		}
		id = b.out.Function(made)
		b.functions[f] = id
		b.kept += int64(len(name) + len(file))
	}
	return id
}

// isMangled reports whether a name is a mangled symbol from C++ or Rust. All others are as their language writes
// them: what looks like readable C++ may be a script's <module>.
func isMangled(name string) bool {
	for len(name) > 0 && name[0] == '_' {
		name = name[1:]
	}
	return len(name) > 1 && (name[0] == 'Z' || name[0] == 'R') && ('0' <= name[1] && name[1] <= '9' || 'A' <= name[1] && name[1] <= 'Z')
}

// mapping makes a mapping by its file. The first one is nobody's: no such file says which is the main
// binary.
func (b *builder) mapping(file, buildID string) model.MappingID {
	if file == "" && buildID == "" {
		return model.NoMapping
	}
	key := file + "\x00" + buildID
	id, ok := b.mappings[key]
	if !ok {
		if len(b.mappings) == 0 {
			b.out.Mapping(model.Mapping{})
		}
		id = b.out.Mapping(model.Mapping{File: b.out.String(file), BuildID: b.out.String(buildID)})
		b.mappings[key] = id
		b.kept += int64(200 + len(key))
	}
	return id
}

// frame makes a location with one line.
func (b *builder) frame(name, file string, line, column int64) model.LocID {
	b.line[0] = model.Line{Func: b.function(name, file, 0), Line: line, Column: column}
	return b.location(model.NoMapping, 0, b.line[:])
}

// location makes a location with its lines, innermost first.
func (b *builder) location(in model.MappingID, address uint64, lines []model.Line) model.LocID {
	k := binary.AppendUvarint(binary.AppendVarint(b.key[:0], int64(in)), address)
	for _, l := range lines {
		k = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(k, int64(l.Func)), l.Line), l.Column)
	}
	b.key = k
	id, ok := b.locations[string(k)]
	if !ok {
		id = b.out.Location(in, address, lines)
		b.locations[string(k)] = id
		b.kept += int64(len(k) + 24*len(lines))
	}
	return id
}

// set makes a label set.
func (b *builder) set(labels []model.Label) model.LabelSetID {
	b.labels += int64(len(labels))
	return b.out.LabelSet(labels)
}

// text is a label with a text, which may be known by its number.
func (b *builder) text(key, value string) model.Label {
	b.kept += int64(len(value))
	return model.Label{Key: b.out.String(key), Str: b.out.String(value)}
}

// texts makes labels from keys and values in turn. Empty values have none.
func (b *builder) texts(pairs ...string) (labels []model.Label) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			labels = append(labels, b.text(pairs[i], pairs[i+1]))
		}
	}
	return labels
}

// damaged counts a part that is left out, by its place or name.
func (b *builder) damaged(part string, fault error) {
	if b.damage == nil {
		b.damage = fault
	}
	b.unread.Add(input.UnreadParts, func() string { return part + ": " + fault.Error() })
}

// leftOut is the warning for so many samples whose stacks cannot be followed.
func leftOut(n int) string {
	return lang.N(n, "1 sample is left out, because its stack is not in the file",
		"{{.N}} samples are left out, because their stacks are not in the file", nil)
}

// whole returns an error if JSON could not be read to its end, or if nothing in it is a sample.
func (b *builder) whole(c *cursor) error {
	if err := c.fault(b.Form); err != nil || b.samples > 0 {
		return err
	}
	return b.empty()
}

// empty is the error for an input without a sample, or with none left.
func (b *builder) empty() error {
	if b.damage != nil {
		return b.broken(b.damage)
	}
	return b.nothing(nil)
}

// sample adds a sample with the values at hand, from leaf to root. A time may be [model.NoTime].
func (b *builder) sample(time int64, stack []model.LocID, labels model.LabelSetID) error {
	b.samples++
	before := b.refs / lookRefs
	if b.refs += int64(len(stack)); b.refs/lookRefs > before {
		if err := b.Progress.Cancelled(); err != nil {
			return err
		}
		if err := b.Limits.Allow(b.memory()); err != nil {
			return err
		}
	}
	if time == model.NoTime {
		b.out.Sample(stack, labels, b.values)
	} else {
		b.timed++
		b.out.SampleAt(time, stack, labels, b.values)
	}
	return nil
}

// finish makes the profile.
func (b *builder) finish(h model.Header) (*model.Profile, error) {
	if err := b.Limits.Allow(b.memory()); err != nil {
		return nil, err
	}
	h.Format, h.Foreign = b.Name, true
	h.Warnings = append(h.Warnings, b.unread.Warnings()...)
	if b.timed > 0 {
		h.Timeless = ""
	}
	b.functions, b.locations, b.mappings = nil, nil, nil // sorting the stacks needs memory, too
	return b.out.Finish(b.Progress.Context(), h)
}

// samplesType counts samples.
var samplesType = model.ValueType{Type: "samples", Unit: "count"}
