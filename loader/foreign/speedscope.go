package foreign

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// IsSpeedscope reports whether a text begins as speedscope's file format does.
func IsSpeedscope(data []byte, _ *work.Steps) bool {
	if !isJSON(data) {
		return false
	}
	head := data[:min(len(data), headSize)]
	has := func(text string) bool { return bytes.Contains(head, []byte(text)) }
	return has("speedscope.app/file-format-schema") || has(`"frames"`) && has(`"shared"`) ||
		has(`"profiles"`) && (has(`"sampled"`) || has(`"evented"`))
}

// scope makes a profile of a file as src/lib/file-format-spec.ts of speedscope describes it. All profiles
// of a file go into one. Each has a label with its name, if there are several.
type scope struct {
	*making
	c       cursor
	frames  []model.LocID
	samples int // the column; −1: no profile is sampled
	many    bool

	schema, exporter string // as the file has them

	round            rounding
	stack            []model.LocID
	labels           model.LabelSetID
	left             int    // values that are left out
	leftAt           string // the name of the profile of the first
	unclosed, strays int

	pieces  int    // into how many a profile is cut at most
	lasting string // the sample type of the samples that last
}

// Samples that last long are cut, so that what goes by times knows their parts: into pieces of a thousandth of
// their profile. All profiles of a file share the most pieces that it has.
const (
	piecesOfProfile = 1000
	piecesOfFile    = 100_000
)

// scopeProfile is what is read of a profile first: its lists stand in the text.
type scopeProfile struct {
	own                      bool // written here: the name is that of the sample type
	name, unit, kind         string
	start, end               float64
	samples, weights, events int // where the lists begin; 0: not there
	damaged                  bool

	typeName string      // of those written here
	label    model.Label // the same; its key is 0 where there is none
	times    int
}

// Speedscope decodes speedscope's file format.
func Speedscope(data []byte, d Decoding) (*model.Profile, error) {
	s := &scope{making: d.begin(len(data)), samples: -1}
	s.c = cursor{data: withoutMark(data), tick: s.at}
	profiles, shared, active, name, own := s.top()
	for i := range profiles {
		profiles[i].own = own
	}
	if s.c.err == nil && shared > 0 {
		s.c.at = shared
		s.shared()
	}
	s.many = len(profiles) > 1 && !own
	s.pieces = min(piecesOfProfile, piecesOfFile/max(1, len(profiles)))
	whole := slices.DeleteFunc(slices.Clone(profiles), func(p scopeProfile) bool { return p.damaged })
	for _, p := range whole {
		s.types(p)
	}
	for _, p := range whole {
		if s.c.err != nil {
			break
		}
		s.profile(p)
		if fault := s.c.forgive(); fault != nil {
			s.damagedProfile(&p, fault)
		}
	}
	if err := s.c.fault(SpeedscopeName); err != nil {
		return nil, err
	}
	if s.made.samples == 0 {
		return nil, s.empty(SpeedscopeName)
	}
	h := model.Header{Format: SpeedscopeName, Warnings: s.warnings()}
	shown := whole[0]
	if active >= 0 && active < len(profiles) && !profiles[active].damaged {
		shown = profiles[active]
	}
	t, _ := shown.sampleType()
	h.DefaultSampleType, h.Lasting = t.Type, s.lasting
	if name != "" {
		h.Comments = []string{name}
	}
	return s.finish(h)
}

// The newest version of the format that is known: its schema, and the release of speedscope where that wrote the file.
const (
	scopeSchema = "https://www.speedscope.app/file-format-schema.json"
	newestScope = "1.25"
)

// newer is a warning where the file is of a newer version.
func (s *scope) newer() []string {
	if s.schema != "" && !strings.HasSuffix(s.schema, strings.TrimPrefix(scopeSchema, "https://www.")) {
		return []string{input.Newer(file(SpeedscopeName), s.schema, scopeSchema)}
	}
	version, own := strings.CutPrefix(s.exporter, "speedscope@")
	if own && major(version) > major(newestScope) {
		return []string{input.Newer(file(SpeedscopeName), version, newestScope)}
	}
	return nil
}

// major is the first number of a version, 0 if it has none.
func major(version string) int {
	first, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(first)
	return n
}

func (s *scope) warnings() (w []string) {
	w = s.newer()
	if s.left > 0 {
		w = append(w, lang.N(s.left,
			"1 sample is left out, because its weight or its frames are not in the file; it is in the profile “{{.Profile}}”",
			"{{.N}} samples are left out, because their weights or frames are not in the file; the first is in the profile “{{.Profile}}”",
			lang.With{"Profile": safe.Text(s.leftAt)}))
	}
	if s.strays > 0 {
		w = append(w, lang.N(s.strays, "1 frame closes in another order than it opened, or was never open",
			"{{.N}} frames close in another order than they opened, or were never open", nil))
	}
	if s.unclosed > 0 {
		w = append(w, lang.N(s.unclosed, "1 frame is never closed: it lasts until the end of its profile",
			"{{.N}} frames are never closed: they last until the end of their profile", nil))
	}
	return w
}

// top reads the file but for its lists.
func (s *scope) top() (profiles []scopeProfile, shared, active int, name string, own bool) {
	c := &s.c
	c.object(func(key string) {
		switch key {
		case "shared":
			shared = c.at
		case "name":
			name = c.string()
		case "activeProfileIndex":
			active = int(c.index())
		case "$schema":
			s.schema = c.string()
		case "exporter":
			s.exporter = c.string()
			own = s.exporter == exporter
		case "profiles":
			c.array(func(int) {
				var p scopeProfile
				if fault := c.attempt(func() { s.describe(&p) }); fault != nil {
					s.damagedProfile(&p, fault)
					p.damaged = true
				}
				s.kept += 120
				profiles = append(profiles, p)
			})
		default:
			s.other(c, "", key)
		}
	})
	return profiles, shared, active, name, own
}

// damagedProfile counts a profile of which not all can be read.
func (s *scope) damagedProfile(p *scopeProfile, fault error) {
	s.damaged(lang.L("the profile “{{.Profile}}”", lang.With{"Profile": p.name}), fault)
}

func (s *scope) describe(p *scopeProfile) {
	c := &s.c
	c.object(func(key string) {
		switch key {
		case "type":
			p.kind = c.string()
		case "name":
			p.name = c.string()
		case "unit":
			p.unit = c.string()
		case "startValue":
			p.start = c.float()
		case "endValue":
			p.end = c.float()
		case "samples":
			p.samples = c.at
		case "weights":
			p.weights = c.at
		case "events":
			p.events = c.at
		case "sampleType":
			p.typeName = c.string()
		case "times":
			p.times = c.at
		case "label":
			p.label = s.label()
		default:
			s.other(c, "profiles", key)
		}
	})
}

// label reads the label of a thread, as [WriteSpeedscope] writes it.
func (s *scope) label() (l model.Label) {
	l.IsNum = true
	s.c.object(func(key string) {
		switch key {
		case "key":
			l.Key = s.b.String(s.c.string())
		case "text":
			l.Str, l.IsNum = s.b.String(s.c.string()), false
		case "number":
			l.Num = s.c.int()
		case "unit":
			l.Unit = s.b.String(s.c.string())
		}
	})
	if s.kept += 40; !l.IsNum {
		l.Num, l.Unit = 0, 0
	}
	return l
}

func (s *scope) shared() {
	c := &s.c
	c.object(func(key string) {
		if key != "frames" {
			s.other(c, "shared", key)
			return
		}
		c.array(func(i int) {
			var name, file string
			var line, column int64
			fault := c.attempt(func() {
				c.object(func(key string) {
					switch key {
					case "name":
						name = c.string()
					case "file":
						file = c.string()
					case "line":
						line = c.int()
					case "col":
						column = c.int()
					default:
						s.other(c, "shared.frames", key)
					}
				})
			})
			if fault != nil {
				s.damaged(fmt.Sprintf("shared.frames[%d]", i), fault)
			}
			s.kept += 4
			s.frames = append(s.frames, s.frame(name, file, line, column))
		})
	})
}

// timeType is that of all weights in a unit of time, and weightType that of those in none.
var (
	timeType   = model.ValueType{Type: "time", Unit: "nanoseconds"}
	weightType = model.ValueType{Type: "weight", Unit: "count"}
)

// unit is the sample type of a unit of the format, and how many of that are one of the unit. All times are
// nanoseconds, so that profiles of several units add up.
func (p *scopeProfile) sampleType() (t model.ValueType, times float64) {
	if t, times = p.unitType(); p.own {
		t.Type = cmp.Or(p.typeName, p.name)
	}
	return t, times
}

func (p *scopeProfile) unitType() (t model.ValueType, times float64) {
	switch p.unit {
	case "nanoseconds":
		return timeType, 1
	case "microseconds":
		return timeType, 1e3
	case "milliseconds":
		return timeType, 1e6
	case "seconds":
		return timeType, 1e9
	case "bytes":
		return model.ValueType{Type: "size", Unit: "bytes"}, 1
	}
	return weightType, 1
}

// types makes the sample types of a profile: samples are counted only where there are some.
func (s *scope) types(p scopeProfile) {
	if p.samples > 0 && s.samples < 0 && !p.own {
		s.samples = s.column(samplesType)
	}
	t, _ := p.sampleType()
	s.column(t)
	if plain, _ := p.unitType(); plain == weightType && p.unit != "" && p.unit != "none" {
		s.unit(p.name, p.unit)
	}
}

func (s *scope) profile(p scopeProfile) {
	s.labels, s.round = 0, rounding{}
	switch {
	case p.own && p.label.Key != 0:
		s.labels = s.set([]model.Label{p.label})
	case s.many && p.name != "":
		s.labels = s.set([]model.Label{s.text("profile", p.name)})
	}
	switch {
	case p.kind != "" && p.kind != "sampled" && p.kind != "evented":
		s.unread.Add(input.UnreadTables, func() string { return "profiles." + p.kind + ": " + p.name })
	case p.samples > 0:
		s.sampled(p)
	case p.events > 0:
		s.evented(p)
	}
}

// scopeList is a list that is read beside another one.
type scopeList struct {
	cursor
	more bool
}

func (s *scope) beside(at int) scopeList {
	l := scopeList{cursor: cursor{data: s.c.data, at: at, tick: s.c.tick}}
	l.more = at > 0 && l.accept('[')
	return l
}

// next goes to an element, by its number, and says whether there is one.
func (l *scopeList) next(i int) bool {
	l.more = l.more && (i == 0 || l.accept(',')) && l.peek() != ']'
	return l.more
}

// fault keeps the first fault of a list.
func (s *scope) fault(of *scopeList) {
	if of.err != nil && s.c.err == nil {
		s.c.err, s.c.over = of.err, of.over
	}
}

// sampled reads the stacks, which go from the root to the leaf, and the weights side by side. A sample has
// a time where the weights are times: the samples follow each other then. What was left of a profile has a list of
// times, or none.
func (s *scope) sampled(p scopeProfile) {
	t, times := p.sampleType()
	weight := s.column(t)
	at, cut := p.start, s.cutting(p)
	weights, moments := s.beside(p.weights), s.beside(p.times)
	s.c.at = p.samples
	s.c.array(func(i int) {
		s.stack = s.stack[:0]
		good := true
		s.c.array(func(int) {
			f := s.c.index()
			if f < 0 || int(f) >= len(s.frames) {
				good = false
				return
			}
			s.stack = append(s.stack, s.frames[f])
		})
		if s.c.err != nil {
			return
		}
		w := 1.0
		if p.weights > 0 {
			hasWeight := weights.next(i)
			if hasWeight {
				w = weights.float()
			}
			good = good && hasWeight && weights.err == nil
		}
		clear(s.values)
		time := int64(model.NoTime)
		if p.own {
			if moments.next(i) && !moments.null() {
				if when := moments.int(); units.Magnitude(when) < math.MaxInt64/2 {
					time = when
				}
			}
		} else if t.Unit == "nanoseconds" {
			time = nanoseconds(at * times)
			at += w
		}
		if good {
			s.values[weight], good = s.round.of(w * times)
		}
		if !good {
			s.leave(p)
			return
		}
		if !p.own {
			s.values[s.samples] = 1
		}
		slices.Reverse(s.stack)
		if !p.own && time != model.NoTime {
			s.c.stop(s.lasts(time, weight, cut))
			return
		}
		s.c.stop(s.sample(time, s.stack, s.labels))
	})
	s.fault(&weights)
	s.fault(&moments)
}

// cutting is how the long samples of a profile are cut.
type cutting struct {
	max  int64 // nanoseconds of a piece; 0: nothing is cut
	left int   // how many pieces more there may be than samples
}

// cutting goes by what a profile says of its length. If that is wrong, there are fewer pieces.
func (s *scope) cutting(p scopeProfile) *cutting {
	_, times := p.sampleType()
	span := nanoseconds((p.end - p.start) * times)
	if span == model.NoTime || span <= 0 || s.pieces == 0 {
		return &cutting{}
	}
	return &cutting{max: (span-1)/int64(s.pieces) + 1, left: s.pieces}
}

// lasts adds a sample that lasts as long as its weight, in pieces if that is long. The first has the other values.
func (s *scope) lasts(from int64, weight int, cut *cutting) error {
	s.lasting = timeType.Type
	long, n := s.values[weight], int64(1)
	if cut.max > 0 && long > cut.max {
		n = min((long-1)/cut.max, int64(cut.left)) + 1
		cut.left -= int(n - 1)
	}
	for i := range n {
		s.values[weight] = long / n
		if i < long%n {
			s.values[weight]++
		}
		if err := s.sample(from, s.stack, s.labels); err != nil {
			return err
		}
		from += s.values[weight]
		clear(s.values)
	}
	return nil
}

func (s *scope) leave(p scopeProfile) {
	if s.left++; s.left == 1 {
		s.leftAt = p.name
	}
}

// nanoseconds is a time that samples can have, [model.NoTime] for others.
func nanoseconds(at float64) int64 {
	if !(math.Abs(at) < math.MaxInt64/2) {
		return model.NoTime
	}
	return int64(math.Round(at))
}

// evented reads frames that open and close. What passes between two events is spent in the innermost
// frame that is open then.
func (s *scope) evented(p scopeProfile) {
	t, times := p.sampleType()
	weight := s.column(t)
	s.stack = s.stack[:0] // from the root
	open, cut := map[model.LocID]int{}, s.cutting(p)
	last := p.start * times
	pass := func(until float64) {
		if len(s.stack) == 0 || !(until > last) {
			last = max(last, until)
			return
		}
		clear(s.values)
		// Ends are rounded, so that the parts of a frame add up to the whole of it.
		from, to := nanoseconds(last), nanoseconds(until)
		if from == model.NoTime || to == model.NoTime {
			s.leave(p)
			return
		}
		s.values[weight] = to - from
		time := int64(model.NoTime)
		if t.Unit == "nanoseconds" {
			time = from
		}
		if last = until; to == from {
			return
		}
		slices.Reverse(s.stack)
		if time == model.NoTime {
			s.c.stop(s.sample(time, s.stack, s.labels))
		} else {
			s.c.stop(s.lasts(time, weight, cut))
		}
		slices.Reverse(s.stack)
	}
	s.c.at = p.events
	s.c.array(func(int) {
		kind, frame, at := "", int32(-1), math.NaN()
		s.c.object(func(key string) {
			switch key {
			case "type":
				kind = s.c.string()
			case "frame":
				frame = s.c.index()
			case "at":
				at = s.c.float()
			default:
				s.other(&s.c, "profiles.events", key)
			}
		})
		if s.c.err != nil {
			return
		}
		if frame < 0 || int(frame) >= len(s.frames) || math.IsNaN(at) {
			s.leave(p)
			return
		}
		pass(at * times)
		switch f := s.frames[frame]; kind {
		case "O":
			s.stack = append(s.stack, f)
			open[f]++
		case "C":
			s.close(f, open)
		default:
			s.leave(p)
		}
	})
	if s.c.err == nil && len(s.stack) > 0 {
		s.unclosed += len(s.stack)
		pass(max(p.end*times, last))
	}
}

// close closes the innermost frame that is at f, and those within it. open counts the frames that are.
func (s *scope) close(f model.LocID, open map[model.LocID]int) {
	if open[f] == 0 {
		s.strays++
		return
	}
	for i := len(s.stack) - 1; ; i-- {
		top := s.stack[i]
		s.stack = s.stack[:i]
		open[top]--
		if top == f {
			return
		}
		s.strays++
	}
}
