package foreign

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"path"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// exporter names this program in the files that it writes.
const exporter = "profstation"

// writer numbers a result's frames.
type writer struct {
	r      *query.Result
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

func newWriter(r *query.Result) *writer {
	return &writer{r: r, kept: r.Kept(), index: map[writtenFrame]uint32{}, of: map[model.LocID][]uint32{}}
}

// each calls f for each sample that the filters left, with its frames' numbers from the root, four bytes each, and
// its values as the query divides them. stack is valid during the call.
func (w *writer) each(ctx context.Context, whole bool, f func(stack []byte, s query.KeptSample)) error {
	ratio := w.r.Ratio()
	var stack []byte
	return w.r.EachKept(ctx, func(s query.KeptSample) {
		stack = stack[:0]
		for _, l := range s.Locs {
			for _, frame := range w.location(l, whole) {
				stack = binary.LittleEndian.AppendUint32(stack, frame)
			}
		}
		if ratio != 1 {
			for i, v := range s.Values {
				s.Values[i] = int64(float64(v) * ratio)
			}
		}
		f(stack, s)
	})
}

// framesIn iterates over the frame numbers in a stack.
func framesIn(stack string) iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		for i := 0; i < len(stack); i += 4 {
			if !yield(i/4, binary.LittleEndian.Uint32([]byte(stack[i:i+4]))) {
				return
			}
		}
	}
}

// location returns a location's frames. Whole ones have their source.
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

// notInNames replaces what ends a name or a line in collapsed stacks.
var notInNames = strings.NewReplacer(";", ":", "\n", " ", "\r", " ")

// notANumber keeps the name at a stack's end from looking like a name and a number, which would give the stack two:
// it has a no-break space before the number.
func notANumber(name string) string {
	name = strings.TrimRight(name, " \t")
	if i := strings.LastIndexAny(name, " \t"); i > 0 && isNumber([]byte(name[i+1:])) {
		return name[:i] + "\u00a0" + name[i+1:]
	}
	return name
}

// WriteCollapsed writes what a query left as collapsed stacks: a line for each different stack, with its value for
// the query's sample type. Zeros are left out. Its errors are the context's and the writer's.
func WriteCollapsed(ctx context.Context, to io.Writer, r *query.Result) error {
	w := newWriter(r)
	sums := map[string]int{} // by frame numbers: index in values
	var keys []string
	var values []int64
	err := w.each(ctx, false, func(stack []byte, s query.KeptSample) {
		i, ok := sums[string(stack)]
		if !ok {
			i = len(keys)
			keys, values = append(keys, string(stack)), append(values, 0)
			sums[keys[i]] = i
		}
		values[i] = units.Plus(values[i], s.Values[r.Column])
	})
	if err != nil {
		return err
	}
	for i := range w.frames {
		// A blank behind a semicolon would say that it is within a name.
		w.frames[i].Name = cmp.Or(strings.TrimLeft(notInNames.Replace(w.frames[i].Name), " \t"), unknown)
	}
	out, steps := bufio.NewWriter(to), work.StepsUntil(ctx)
	var line []byte
	for i, key := range keys {
		if steps.Over(1 + len(key)/4) {
			return ctx.Err()
		}
		if values[i] == 0 {
			continue
		}
		line = line[:0]
		if key == "" {
			line = append(line, unknown...)
		}
		for at, frame := range framesIn(key) {
			if at > 0 {
				line = append(line, ';')
			}
			name := w.frames[frame].Name
			if at == len(key)/4-1 {
				name = notANumber(name)
			}
			line = append(line, name...)
		}
		line = strconv.AppendInt(append(line, ' '), values[i], 10)
		if needsMark(line) {
			out.WriteString(stackMark)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
