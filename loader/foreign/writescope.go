package foreign

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// scopeUnits maps a sample type's unit to speedscope's name for it.
var scopeUnits = map[string]string{
	"nanoseconds": "nanoseconds", "microseconds": "microseconds", "milliseconds": "milliseconds", "seconds": "seconds", "bytes": "bytes",
}

// maxThreads is how many threads, the heaviest, have their own profiles in a speedscope file: its menu lists them
// all.
const maxThreads = 64

// scopeWriter writes samples as a speedscope file.
type scopeWriter struct {
	*writer
	stacks  map[string]int32 // by frame numbers: index in texts
	texts   []string         // stacks in JSON
	samples []scopeSample
	values  []int64 // for each sample, one for each type

	timed   bool // samples are sorted by thread and time
	axis    model.LabelAxis
	shown   func(model.LabelSetID) []model.Label
	threads []scopeThread
	ofSet   map[model.LabelSetID]int32 // place in threads
	ofLabel map[string]int32
}

// scopeSample is a sample without its values, which stand at nth.
type scopeSample struct {
	at            int64
	nth           int
	thread, stack int32
}

// scopeThread is the samples with the same label value.
type scopeThread struct {
	label   string // in JSON; "": they have none
	name    string // for people, behind the sample type
	weight  int64  // Σ|value| for the query's sample type
	samples []scopeSample
}

// WriteSpeedscope writes what a query left as a speedscope file. It has a sampled profile for each sample type, with
// its name; the query's is shown first. Zeros are left out.
//
// If samples have times, each thread has its own profile, sorted by time as in speedscope's "Time Order". The members
// sampleType, label and times are ours: they bring back what the format cannot say. Its errors are the context's and
// the writer's.
func WriteSpeedscope(ctx context.Context, to io.Writer, r *query.Result) error {
	w := &scopeWriter{
		writer: newWriter(r), stacks: map[string]int32{}, timed: r.Profile.Samples.Times != nil,
		shown: r.ShownLabels(), ofSet: map[model.LabelSetID]int32{}, ofLabel: map[string]int32{},
	}
	if w.timed {
		w.axis = r.Profile.ThreadAxis()
	}
	if err := w.each(ctx, true, w.add); err != nil {
		return err
	}
	steps := work.StepsUntil(ctx)
	w.divide(steps)
	out := bufio.NewWriter(to)
	if err := w.write(steps, out); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// add keeps a sample.
func (w *scopeWriter) add(stack []byte, s query.KeptSample) {
	if !slices.ContainsFunc(s.Values, func(v int64) bool { return v != 0 }) {
		return
	}
	id, ok := w.stacks[string(stack)]
	if !ok {
		id = int32(len(w.texts))
		key := string(stack)
		w.stacks[key] = id
		text := []byte{'['}
		for i, frame := range framesIn(key) {
			if i > 0 {
				text = append(text, ',')
			}
			text = fmt.Append(text, frame)
		}
		w.texts = append(w.texts, string(append(text, ']')))
	}
	thread := w.thread(s.Set)
	t := &w.threads[thread]
	t.weight = units.Plus(t.weight, units.Magnitude(s.Values[w.r.Column]))
	w.samples = append(w.samples, scopeSample{s.At, len(w.samples), thread, id})
	w.values = append(w.values, s.Values...)
}

// thread returns the number of the thread that a label set belongs to.
func (w *scopeWriter) thread(set model.LabelSetID) int32 {
	i, ok := w.ofSet[set]
	if ok {
		return i
	}
	label, name := w.label(set)
	if i, ok = w.ofLabel[label]; !ok {
		i = int32(len(w.threads))
		w.ofLabel[label] = i
		w.threads = append(w.threads, scopeThread{label: label, name: name})
	}
	w.ofSet[set] = i
	return i
}

// label returns a thread's label, in JSON and for people.
func (w *scopeWriter) label(set model.LabelSetID) (text, name string) {
	if w.axis == (model.LabelAxis{}) {
		return "", ""
	}
	p := w.r.Profile
	for _, l := range w.shown(set) {
		if p.Strings.Raw(l.Key) != w.axis.Key || l.IsNum != w.axis.Numeric {
			continue
		}
		of := map[string]any{"key": w.axis.Key, "text": p.Strings.Raw(l.Str)}
		value := model.LabelValue{Text: p.Strings.Raw(l.Str)}
		if l.IsNum {
			of = map[string]any{"key": w.axis.Key, "number": l.Num, "unit": p.Strings.Raw(l.Unit)}
			value = model.LabelValue{Num: l.Num}
		}
		b, _ := json.Marshal(of) // texts and numbers have no error
		return string(b), w.axis.Key + " " + p.LabelText(w.axis, value, "auto")
	}
	return "", "no " + w.axis.Key
}

// divide sorts the threads by their weights, and their samples by time.
func (w *scopeWriter) divide(steps *work.Steps) {
	if len(w.threads) == 0 {
		w.threads = []scopeThread{{}}
	}
	order := make([]int, len(w.threads))
	for i := range order {
		order[i] = i
	}
	work.SortSteps(steps, false, order, func(i, j int) int {
		a, b := &w.threads[i], &w.threads[j]
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.name, b.name), cmp.Compare(i, j))
	})
	rank, threads := make([]int32, len(order)), []scopeThread{}
	for i, of := range order {
		if i < maxThreads {
			threads = append(threads, w.threads[of])
		} else if i == maxThreads {
			threads = append(threads, scopeThread{name: fmt.Sprintf("%d others by %s", len(order)-maxThreads, w.axis.Key)})
		}
		rank[of] = int32(min(i, maxThreads))
	}
	w.threads = threads
	for i := range w.samples {
		w.samples[i].thread = rank[w.samples[i].thread]
	}
	if w.timed {
		last := func(at int64) int64 {
			if at == model.NoTime {
				return math.MaxInt64
			}
			return at
		}
		work.SortSteps(steps, false, w.samples, func(a, b scopeSample) int {
			return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(last(a.at), last(b.at)), cmp.Compare(a.nth, b.nth))
		})
	}
	from := 0
	for i, s := range w.samples {
		if i+1 == len(w.samples) || w.samples[i+1].thread != s.thread {
			w.threads[s.thread].samples = w.samples[from : i+1]
			from = i + 1
		}
	}
}

// value returns a sample's value for a sample type.
func (w *scopeWriter) value(s scopeSample, column int) int64 {
	return w.values[s.nth*len(w.r.Profile.Types)+column]
}

// scopeAbout is a profile in a speedscope file, without its lists.
type scopeAbout struct {
	Type       string          `json:"type"`
	Name       string          `json:"name"`
	Unit       string          `json:"unit"`
	Start      int64           `json:"startValue"`
	End        int64           `json:"endValue"`
	SampleType string          `json:"sampleType,omitempty"`
	Label      json.RawMessage `json:"label,omitempty"`

	column  int
	samples []scopeSample
}

// profiles returns the profiles for each sample type, heavy threads first, and the index of the first one for the
// query's type. Threads without samples for a type are left out, except the heaviest.
func (w *scopeWriter) profiles(steps *work.Steps) (all []scopeAbout, active int) {
	for column, t := range w.r.Profile.Types {
		if column == w.r.Column {
			active = len(all)
		}
		for i, thread := range w.threads {
			about := scopeAbout{Type: "sampled", Name: t.Type, Unit: cmp.Or(scopeUnits[t.Unit], "none"), column: column, samples: thread.samples}
			if w.timed {
				about.SampleType, about.Label = t.Type, json.RawMessage(thread.label)
				if thread.name != "" {
					about.Name += ", " + thread.name
				}
			}
			any := i == 0
			for _, s := range thread.samples {
				if steps.Over(1) {
					return nil, 0
				}
				v := w.value(s, column)
				any = any || v != 0
				about.End = units.Plus(about.End, v)
			}
			if any {
				all = append(all, about)
			}
		}
	}
	return all, active
}

func (w *scopeWriter) write(steps *work.Steps, out *bufio.Writer) error {
	frames := w.frames
	if frames == nil {
		frames = []writtenFrame{}
	}
	profiles, active := w.profiles(steps)
	head, err := json.Marshal(struct {
		Schema   string `json:"$schema"`
		Exporter string `json:"exporter"`
		Active   int    `json:"activeProfileIndex"`
		Shared   any    `json:"shared"`
	}{scopeSchema, exporter, active, map[string]any{"frames": frames}})
	if err != nil {
		return err
	}
	out.Write(head[:len(head)-1])
	out.WriteString(`,"profiles":[`)
	for i, p := range profiles {
		if i > 0 {
			out.WriteByte(',')
		}
		about, err := json.Marshal(p)
		if err != nil {
			return err
		}
		out.Write(about[:len(about)-1])
		w.list(steps, out, "samples", p, func(s scopeSample) string { return w.texts[s.stack] })
		w.list(steps, out, "weights", p, func(s scopeSample) string { return strconv.FormatInt(w.value(s, p.column), 10) })
		if w.timed {
			w.list(steps, out, "times", p, func(s scopeSample) string {
				if s.at == model.NoTime {
					return "null"
				}
				return strconv.FormatInt(s.at, 10)
			})
		}
		out.WriteByte('}')
	}
	_, err = out.WriteString("]}\n")
	return err
}

// list writes a list with an element for each sample in a profile that is not zero.
func (w *scopeWriter) list(steps *work.Steps, out *bufio.Writer, name string, p scopeAbout, element func(scopeSample) string) {
	out.WriteString(`,"` + name + `":[`)
	first := true
	for _, s := range p.samples {
		if w.value(s, p.column) == 0 {
			continue
		}
		if !first {
			out.WriteByte(',')
		}
		first = false
		text := element(s)
		if out.WriteString(text); steps.Over(1 + len(text)/8) {
			return
		}
	}
	out.WriteByte(']')
}
