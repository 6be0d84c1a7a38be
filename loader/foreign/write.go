package foreign

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"profstation/model"
)

// exporter is the name of this program in the files that it writes.
const exporter = "profstation"

// writer gives the frames of a result numbers.
type writer struct {
	r      *model.Result
	kept   func(model.LocID) ([]model.Line, bool)
	index  map[writtenFrame]uint32
	frames []writtenFrame
	of     map[model.LocID][]uint32 // from the root
}

// writtenFrame is a frame in speedscope's words.
type writtenFrame struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int64  `json:"line,omitempty"`
	Col  int64  `json:"col,omitempty"`
}

func newWriter(r *model.Result) *writer {
	return &writer{r: r, kept: r.Kept(), index: map[writtenFrame]uint32{}, of: map[model.LocID][]uint32{}}
}

// each calls f for each sample that the filters left, with its frames from the root, and a value of each
// sample type as the query divides it.
func (w *writer) each(ctx context.Context, whole bool, f func(stack []uint32, values []int64)) error {
	ratio := w.r.Ratio()
	var stack []uint32
	return w.r.EachKept(ctx, func(locs []model.LocID, _ model.LabelSetID, values []int64) {
		stack = stack[:0]
		for _, l := range locs {
			stack = append(stack, w.location(l, whole)...)
		}
		if ratio != 1 {
			for i, v := range values {
				values[i] = int64(float64(v) * ratio)
			}
		}
		f(stack, values)
	})
}

// location is the frames of a location; whole ones have their source.
func (w *writer) location(id model.LocID, whole bool) []uint32 {
	if frames, ok := w.of[id]; ok {
		return frames
	}
	p := w.r.Profile
	lines, stands := w.kept(id)
	var frames []uint32
	if stands && len(lines) == 0 {
		frames = append(frames, w.frame(writtenFrame{Name: unsymbolised(p, p.Locations[id])}))
	}
	for i := len(lines) - 1; i >= 0; i-- {
		f := p.Functions[lines[i].Func]
		frame := writtenFrame{Name: cmp.Or(p.Strings.Raw(f.Name), unknown)}
		if whole {
			frame.File, frame.Line, frame.Col = p.Strings.Raw(f.File), lines[i].Line, lines[i].Column
		}
		frames = append(frames, w.frame(frame))
	}
	w.of[id] = frames
	return frames
}

// unsymbolised is what code without a name is called: as pprof does, by its file, or by its address.
func unsymbolised(p *model.Profile, l model.Location) string {
	if l.Mapping >= 0 {
		if file := p.Strings.Raw(p.Mappings[l.Mapping].File); file != "" {
			return "[" + path.Base(file) + "]"
		}
	}
	return fmt.Sprintf("0x%x", l.Address)
}

func (w *writer) frame(f writtenFrame) uint32 {
	i, ok := w.index[f]
	if !ok {
		i = uint32(len(w.frames))
		w.index[f] = i
		w.frames = append(w.frames, f)
	}
	return i
}

// notInNames are what ends a name or a line of collapsed stacks.
var notInNames = strings.NewReplacer(";", ":", "\n", " ", "\r", " ")

// WriteCollapsed writes what a query left of a profile as collapsed stacks: a line for each different
// stack, with its value of the sample type that the query chose. Those of 0 are left out. Its errors are
// the context's and those of to.
func WriteCollapsed(ctx context.Context, to io.Writer, r *model.Result) error {
	w := newWriter(r)
	sums := map[string]int{} // by the numbers of the frames: place in values
	var keys []string
	var values []int64
	var key []byte
	err := w.each(ctx, false, func(stack []uint32, v []int64) {
		key = key[:0]
		for _, f := range stack {
			key = binary.LittleEndian.AppendUint32(key, f)
		}
		i, ok := sums[string(key)]
		if !ok {
			i = len(keys)
			keys, values = append(keys, string(key)), append(values, 0)
			sums[keys[i]] = i
		}
		values[i] = model.Plus(values[i], v[r.Column])
	})
	if err != nil {
		return err
	}
	for i := range w.frames {
		w.frames[i].Name = cmp.Or(notInNames.Replace(w.frames[i].Name), unknown)
	}
	out, steps := bufio.NewWriter(to), model.StepsUntil(ctx)
	for i, key := range keys {
		if steps.Over(1 + len(key)/4) {
			return ctx.Err()
		}
		if values[i] == 0 {
			continue
		}
		if key == "" {
			out.WriteString(unknown)
		}
		for at := 0; at < len(key); at += 4 {
			if at > 0 {
				out.WriteByte(';')
			}
			out.WriteString(w.frames[binary.LittleEndian.Uint32([]byte(key[at:at+4]))].Name)
		}
		if _, err := fmt.Fprintf(out, " %d\n", values[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// units maps the unit of a sample type to the name that speedscope has for it.
var units = map[string]string{
	"nanoseconds": "nanoseconds", "microseconds": "microseconds", "milliseconds": "milliseconds", "seconds": "seconds", "bytes": "bytes",
}

// WriteSpeedscope writes what a query left of a profile as a file of speedscope with a sampled profile for
// each sample type, named like it, of which the one that the query chose is shown first. Samples of 0 are
// left out. Its errors are the context's and those of to.
func WriteSpeedscope(ctx context.Context, to io.Writer, r *model.Result) error {
	w := newWriter(r)
	types := r.Profile.Types
	stacks, weights := make([]spool, len(types)), make([]spool, len(types))
	totals := make([]int64, len(types))
	var text []byte
	err := w.each(ctx, true, func(stack []uint32, values []int64) {
		text = append(text[:0], '[')
		for i, f := range stack {
			if i > 0 {
				text = append(text, ',')
			}
			text = fmt.Append(text, f)
		}
		text = append(text, ']')
		for i, v := range values {
			if v != 0 {
				stacks[i].add(text)
				weights[i].add(fmt.Append(nil, v))
				totals[i] = model.Plus(totals[i], v)
			}
		}
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	frames := w.frames
	if frames == nil {
		frames = []writtenFrame{}
	}
	head, err := json.Marshal(struct {
		Schema   string `json:"$schema"`
		Exporter string `json:"exporter"`
		Active   int    `json:"activeProfileIndex"`
		Shared   any    `json:"shared"`
	}{"https://www.speedscope.app/file-format-schema.json", exporter, r.Column, map[string]any{"frames": frames}})
	if err != nil {
		return err
	}
	out.Write(head[:len(head)-1])
	out.WriteString(`,"profiles":[`)
	for i, t := range types {
		if i > 0 {
			out.WriteByte(',')
		}
		about, err := json.Marshal(struct {
			Type  string `json:"type"`
			Name  string `json:"name"`
			Unit  string `json:"unit"`
			Start int64  `json:"startValue"`
			End   int64  `json:"endValue"`
		}{"sampled", t.Type, cmp.Or(units[t.Unit], "none"), 0, totals[i]})
		if err != nil {
			return err
		}
		out.Write(about[:len(about)-1])
		out.WriteString(`,"samples":[`)
		out.Write(stacks[i].text)
		out.WriteString(`],"weights":[`)
		out.Write(weights[i].text)
		out.WriteString("]}")
	}
	out.WriteString("]}\n")
	if err := ctx.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// spool is the elements of a list, with commas between.
type spool struct{ text []byte }

func (s *spool) add(element []byte) {
	if len(s.text) > 0 {
		s.text = append(s.text, ',')
	}
	s.text = append(s.text, element...)
}
