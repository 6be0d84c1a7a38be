package foreign

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// otlp decodes OpenTelemetry profiles (opentelemetry/proto/profiles/v1development/profiles.proto as in
// opentelemetry-proto 1.10). Samples refer to the message's dictionary. Each profile has one sample type, so what was
// measured twice is in two profiles. Within a scope, their samples are joined if stack, labels and time are the same,
// and have both values then.
type otlp struct {
	*builder
	dict   *otlpDictionary
	begin  int64 // ns since 1970, which times are since; 0: not known yet
	end    int64
	head   model.Header
	odd    int // samples whose numbers of times and values differ
	walked int // fields since the last look at the context
	done   int // bytes of resources read
	cut    bool

	stack  []model.LocID
	labels []model.Label
}

// OTLPForm is OpenTelemetry's messages, as protobufs or JSON.
var OTLPForm = Form{Name: lang.Later("OpenTelemetry profiles"), called: lang.Later("a file of OpenTelemetry profiles")}

// errOlder says that a message has an older layout than [otlp] reads.
var errOlder = errors.New("an older layout")

// cutWithin notes that the input ends within a message. It returns an error if no message before that has a sample.
func (o *otlp) cutWithin() error {
	if o.made.samples == 0 {
		return errCut
	}
	o.cut = true
	return nil
}

// leave leaves out a part whose data is at fault. Other faults end the loading, which it returns.
func (o *otlp) leave(part string, err error) error {
	if err == nil || stops(err) || errors.Is(err, errOlder) {
		return err
	}
	o.damaged(part, err)
	return nil
}

// stops reports whether an error is not about the data: a limit, or the context's end.
func stops(err error) bool {
	return errors.As(err, new(*input.Error)) || errors.Is(err, context.Canceled) || errors.Is(err,
		context.DeadlineExceeded)
}

func (o *otlp) fault(err error) error {
	switch {
	case err == nil, stops(err):
		return err
	case errors.Is(err, errCut):
		return o.cutOff(o.size)
	case errors.Is(err, errOlder):
		return &input.Error{
			Found:  lang.L("OpenTelemetry profiles of an older version of the format (before opentelemetry-proto 1.10)"),
			Advice: lang.L("update the program that wrote them"), Err: err,
		}
	case o.dict != nil && len(o.dict.strings) > 0: // it is nothing else
		return o.broken(err)
	}
	return err
}

func (o *otlp) profile() (*model.Profile, error) {
	if o.made.samples == 0 {
		return nil, o.empty()
	}
	h := o.head
	h.Timeless = lang.L("This OpenTelemetry profile has no times for its samples: its sender left the timestamps out.")
	if o.begin > 0 {
		h.Time = time.Unix(0, o.begin)
	}
	if o.end > o.begin && o.begin > 0 {
		h.Duration = time.Duration(o.end - o.begin)
	}
	h.Warnings = []string{lang.L("the format of OpenTelemetry profiles is in development (v1development) and may change: compare important figures with another tool")}
	if o.odd > 0 {
		h.Warnings = append(h.Warnings, lang.N(o.odd, "1 sample has more or fewer times than values: its values are added up, without a time",
			"{{.N}} samples have more or fewer times than values: their values are added up, without a time", nil))
	}
	if n := int(o.made.samples); o.cut {
		h.Warnings = append(h.Warnings, lang.N(n, "the file is cut off within a message: 1 sample of those before was read",
			"the file is cut off within a message: {{.N}} samples of those before were read", nil))
	}
	return o.finish(h)
}

func (d *otlpDictionary) string(i int32) (string, error) {
	if i < 0 || int(i) >= len(d.strings) {
		return "", fmt.Errorf("it refers to text %d of %d", i, len(d.strings))
	}
	return d.strings[i], nil
}

// use makes room for what the tables will become.
func (o *otlp) use(d *otlpDictionary) {
	o.dict = d
	d.made = make([]model.LocID, len(d.locations))
	o.kept += int64(16*len(d.strings) + 30*len(d.mappings) + 20*len(d.functions) + 24*len(d.locations) + 12*len(d.lines) + 40*len(d.attributes) + 4*len(d.stacks))
}

// ready reads the attributes, which may refer to texts behind them, and takes the tables into use. It returns a reader
// for what refers to them.
func (r *otlpIn) ready() (in *otlpIn, err error) {
	o, d, in := r.otlp, r.dict, r.another()
	d.attributes = make([]otlpAttribute, len(d.parts))
	for i, part := range d.parts {
		in.open(part)
		a := &d.attributes[i]
		err := in.attribute(&otlpListedFields, a)
		a.shown = a.shown && err == nil
		if err := o.leave(attributeAt(i), err); err != nil {
			return nil, err
		}
	}
	d.parts = nil
	o.use(d)
	return in, nil
}

// resource reads a resource. Its attributes are labels for all its samples. It reads parts with in.
func (o *otlp) resource(r, in *otlpIn) error {
	var found otlpResource
	if err := otlpResourceProfilesFields.read(r, &found); err != nil {
		return err
	}
	for _, scope := range found.scopes {
		var profiles [][]byte
		in.open(scope)
		err := otlpScopeProfilesFields.read(in, &profiles)
		if err != nil && (in.json == nil || in.json.over) { // in JSON, the profiles before the fault are read
			return err
		}
		if err := o.scope(in, profiles, found.labels); err != nil {
			return err
		}
	}
	return nil
}

// scope adds a scope's profiles.
func (o *otlp) scope(in *otlpIn, profiles [][]byte, resource []model.Label) error {
	if len(profiles) > 0 && (len(o.dict.strings) == 0 || len(o.dict.ends) == 0) {
		return errOlder
	}
	o.kept += int64(60 * len(profiles))
	if err := o.Limits.Allow(o.memory()); err != nil {
		return err
	}
	heads, columns := make([]otlpHead, len(profiles)), make([]int, len(profiles))
	left := make([]bool, len(profiles))
	for i, part := range profiles { // all heads before the first sample: times count from the earliest
		in.open(part)
		err := otlpProfileFields.read(in, &heads[i])
		if err == nil {
			columns[i], err = o.header(&heads[i])
		}
		left[i] = err != nil
		if err := o.leave(profileAt(i), err); err != nil {
			return err
		}
	}
	var rows *otlpRows
	if len(profiles) > 1 {
		rows = &otlpRows{index: map[otlpRow]int{}}
	}
	for i, part := range profiles {
		if left[i] {
			continue
		}
		o.dict.sets = map[string]model.LabelSetID{} // they depend on the resource and the profile
		n := 0
		in.open(part)
		err := otlpSamplesFields.read(in, &otlpTaken{take: func(s *otlpSample) error {
			n++
			err := o.take(s, &heads[i], columns[i], resource, rows)
			if err != nil {
				err = o.leave(profileAt(i)+".samples["+strconv.Itoa(n-1)+"]", err)
			}
			return err
		}})
		if err := o.leave(profileAt(i), err); err != nil {
			return err
		}
	}
	if rows == nil {
		return nil
	}
	for i, r := range rows.rows {
		clear(o.values)
		copy(o.values, rows.values[i])
		if err := o.leave("stacks["+strconv.Itoa(int(r.stack))+"]", o.add(r)); err != nil {
			return err
		}
	}
	return nil
}

// profileAt is a profile's place in its scope, and attributeAt an attribute's in the dictionary.
func profileAt(i int) string   { return "profiles[" + strconv.Itoa(i) + "]" }
func attributeAt(i int) string { return "attributes[" + strconv.Itoa(i) + "]" }

// header takes a profile's head and returns the column for its sample type.
func (o *otlp) header(h *otlpHead) (column int, err error) {
	valueType := func(v otlpValueType) (t model.ValueType) {
		var e1, e2 error
		t.Type, e1 = o.dict.string(v.typ)
		t.Unit, e2 = o.dict.string(v.unit)
		err = errors.Join(err, e1, e2)
		return t
	}
	t, period := valueType(h.sample), valueType(h.periodType)
	if err != nil {
		return 0, err
	}
	if t.Type == "" {
		t = samplesType
	}
	if o.head.PeriodType == (model.ValueType{}) {
		o.head.PeriodType, o.head.Period = period, h.period
	}
	if h.time > 0 && (o.begin == 0 || o.made.samples == 0 && h.time < o.begin) {
		o.begin = h.time
	}
	if h.duration > 0 && h.time > 0 && h.time < math.MaxInt64-h.duration {
		o.end = max(o.end, h.time+h.duration)
	}
	if h.sample.typ != 0 && len(o.values) > maxEvents {
		return 0, fmt.Errorf("it has more than %d sample types", maxEvents)
	}
	return o.column(t), nil
}

// take adds a sample. Where it has times and no values, each counts 1; where it has several values and no
// times, they belong together.
func (o *otlp) take(s *otlpSample, h *otlpHead, column int, resource []model.Label, rows *otlpRows) error {
	if s.stack < 0 || int(s.stack) >= len(o.dict.ends) {
		return fmt.Errorf("a sample refers to stack %d of %d", s.stack, len(o.dict.ends))
	}
	labels, err := o.set(s, h, resource)
	if err != nil {
		return err
	}
	r := otlpRow{stack: s.stack, labels: labels, time: model.NoTime}
	one := func(v int64) error {
		if rows != nil {
			o.kept += int64(rows.add(r, column, v))
			return o.Limits.Allow(o.memory())
		}
		clear(o.values)
		o.values[column] = v
		return o.add(r)
	}
	if len(s.values) == len(s.times) || len(s.values) == 0 {
		for i, at := range s.times {
			if o.begin == 0 {
				o.begin = at
			}
			r.time = at - o.begin
			v := int64(1)
			if len(s.values) > 0 {
				v = s.values[i]
			}
			if err := one(v); err != nil {
				return err
			}
		}
		return nil
	}
	if len(s.times) > 0 {
		o.odd++
	}
	sum := int64(0)
	for _, v := range s.values {
		sum = units.Plus(sum, v)
	}
	return one(sum)
}

// add adds a row with the values at hand.
func (o *otlp) add(r otlpRow) error {
	d := o.dict
	from := int32(0)
	if r.stack > 0 {
		from = d.ends[r.stack-1]
	}
	o.stack = o.stack[:0]
	for _, l := range d.stacks[from:d.ends[r.stack]] {
		if l < 0 || int(l) >= len(d.locations) {
			return fmt.Errorf("a stack refers to location %d of %d", l, len(d.locations))
		}
		if d.made[l] == 0 {
			id, err := o.code(d.locations[l])
			if err != nil {
				return err
			}
			d.made[l] = id + 1
		}
		o.stack = append(o.stack, d.made[l]-1)
	}
	return o.sample(r.time, o.stack, r.labels)
}

// code makes a location.
func (o *otlp) code(l otlpLocation) (model.LocID, error) {
	d := o.dict
	in := model.NoMapping
	if l.mapping > 0 {
		if int(l.mapping) >= len(d.mappings) {
			return 0, fmt.Errorf("a location refers to mapping %d of %d", l.mapping, len(d.mappings))
		}
		m := d.mappings[l.mapping]
		file, err := d.string(m.file)
		if err != nil {
			return 0, err
		}
		build := ""
		for _, i := range m.attributes {
			if i < 0 || int(i) >= len(d.attributes) {
				return 0, fmt.Errorf("a mapping refers to attribute %d of %d", i, len(d.attributes))
			}
			switch d.attributes[i].key {
			case "process.executable.build_id.gnu", "process.executable.build_id.go":
				build = d.attributes[i].text
			case "process.executable.build_id.htlhash":
				if build == "" {
					build = d.attributes[i].text
				}
			}
		}
		in = o.mapping(file, build)
	}
	var lines []model.Line
	for _, line := range d.lines[l.from:l.to] {
		if line.function < 0 || int(line.function) >= len(d.functions) {
			return 0, fmt.Errorf("a line refers to function %d of %d", line.function, len(d.functions))
		}
		f := d.functions[line.function]
		name, e1 := d.string(f.name)
		system, e2 := d.string(f.system)
		file, e3 := d.string(f.file)
		if err := errors.Join(e1, e2, e3); err != nil {
			return 0, err
		}
		if name == "" {
			name = system
		}
		lines = append(lines, model.Line{Func: o.function(name, file, f.start), Line: line.line, Column: line.column})
	}
	return o.location(in, l.address, lines), nil
}

// set returns a sample's labels: its attributes, its span, its profile's attributes and the resource's.
func (o *otlp) set(s *otlpSample, h *otlpHead, resource []model.Label) (model.LabelSetID, error) {
	d := o.dict
	k := o.key[:0]
	for _, i := range s.attributes {
		k = append(strconv.AppendInt(k, int64(i), 36), ',')
	}
	k = strconv.AppendInt(append(k, ';'), int64(s.link), 36)
	o.key = k
	if id, ok := d.sets[string(k)]; ok {
		return id, nil
	}
	key := string(k)
	o.labels = o.labels[:0]
	for _, list := range [...][]int32{s.attributes, h.attributes} {
		for _, i := range list {
			if i < 0 || int(i) >= len(d.attributes) {
				return 0, errOlder // there, this field has values
			}
			if a := &d.attributes[i]; a.shown {
				o.labels = append(o.labels, o.label(a))
			}
		}
	}
	if s.link > 0 {
		if int(s.link) >= len(d.links) {
			return 0, fmt.Errorf("a sample refers to link %d of %d", s.link, len(d.links))
		}
		l := d.links[s.link]
		o.labels = append(o.labels, o.text("trace_id", l.trace), o.text("span_id", l.span))
	}
	o.labels = append(o.labels, resource...)
	id := o.builder.set(o.labels)
	d.sets[key] = id
	o.kept += int64(60 + len(key))
	return id, o.Limits.Allow(o.memory()) // a profile may have many attributes
}

// label is an attribute as a label.
func (o *otlp) label(a *otlpAttribute) model.Label {
	if !a.isNum {
		return o.text(a.key, a.text)
	}
	return model.Label{Key: o.out.String(a.key), Num: a.num, Unit: o.out.String(a.unit), IsNum: true}
}

// otlpRow tells samples in a scope apart.
type otlpRow struct {
	stack  int32
	labels model.LabelSetID
	time   int64
}

// otlpRows are the samples from several profiles, each with the values from all.
type otlpRows struct {
	index  map[otlpRow]int
	rows   []otlpRow
	values [][]int64
}

// add adds a value, and returns how many bytes that took.
func (r *otlpRows) add(row otlpRow, column int, v int64) (bytes int) {
	i, ok := r.index[row]
	if !ok {
		i = len(r.rows)
		r.index[row] = i
		r.rows, r.values = append(r.rows, row), append(r.values, nil)
		bytes = 80
	}
	for len(r.values[i]) <= column {
		r.values[i] = append(r.values[i], 0)
		bytes += 4
	}
	r.values[i][column] = units.Plus(r.values[i][column], v)
	return bytes
}
