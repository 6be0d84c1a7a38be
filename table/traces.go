package table

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// TracesReport holds every stack in a result, with its labels.
type TracesReport struct {
	File   string // the file's name, as the user gave it
	Result *query.Result
	Traces []query.StackTrace
}

// longestText is how many bytes the names in one stack may have together.
const longestText = 64 << 20

// Traces makes the report. It returns the context's error, or an error if the names in a stack are too much for
// one text.
func Traces(ctx context.Context, file string, r *query.Result) (*TracesReport, error) {
	traces, err := r.StackTraces(ctx)
	if err != nil {
		return nil, err
	}
	if bytes, err := longest(ctx, r); err != nil {
		return nil, err
	} else if bytes > longestText {
		return nil, lang.Error("the names of one stack have {{.Bytes}} bytes together, more than {{.Most}}: filter with focus, hide or ignore",
			lang.With{"Bytes": units.Count(int64(bytes)), "Most": units.Count(longestText)})
	}
	return &TracesReport{File: file, Result: r, Traces: traces}, nil
}

// longest returns how many bytes the names in a stack have at most.
func longest(ctx context.Context, r *query.Result) (largest int, err error) {
	name := make([]int, r.Nodes.Len())
	for n := range name {
		x := r.Nodes.Node(query.NodeID(n))
		name[n] = len(x.Name) + len(x.File) + 32
	}
	var sums []int // bytes in the names down to each step
	count := work.StepsUntil(ctx)
	err = r.Paths(count, func(_ model.StackID, path []query.Step, common int, _ int64) {
		if sums = sums[:min(common, len(sums))]; count.Over(len(path) - common) {
			return
		}
		for _, s := range path[len(sums):] {
			sum := name[s.Node]
			if n := len(sums); n > 0 {
				sum += sums[n-1]
			}
			sums = append(sums, sum)
		}
		largest = max(largest, sums[len(sums)-1])
	})
	return largest, err
}

// Heading returns the lines above the table in a picture.
func (t *TracesReport) Heading() []string {
	return append(heading(t.Result), lang.N(len(t.Traces), "1 record", "{{.N}} records", nil))
}

// frames returns the names in a stack, leaf first, with inlined ones marked. It returns at most most names; 0
// means all.
func (t *TracesReport) frames(x *query.StackTrace, limit int) []string {
	path := t.Result.Path(x.Stack)
	if limit > 0 {
		path = path[max(0, len(path)-limit):]
	}
	names := make([]string, len(path))
	for i, s := range path {
		names[len(path)-1-i] = t.Result.Nodes.Node(s.Node).String() + inlineMark(s.Inlined())
	}
	return names
}

// framesShown is how many frames a cell shows from a stack's leaf on. No screen shows more.
const framesShown = 400

// traceLabel is one key with all values that a stack has for it, as text.
type traceLabel struct {
	key    string
	values []string
}

// labels lists a stack's labels, texts before numbers, each in the order of pprof's lines.
func (t *TracesReport) labels(set []model.Label) []traceLabel {
	p := t.Result.Profile
	var out []traceLabel
	for _, numeric := range []bool{false, true} {
		at := map[string]int{}
		var some []traceLabel
		for _, l := range set {
			if l.IsNum != numeric {
				continue
			}
			k := p.Strings.Raw(l.Key)
			v := p.LabelText(model.LabelAxis{Key: k, Numeric: numeric}, model.LabelValue{Text: p.Strings.Raw(l.Str), Num: l.Num}, "auto")
			if i, ok := at[k]; ok {
				some[i].values = append(some[i].values, v)
				continue
			}
			at[k] = len(some)
			some = append(some, traceLabel{k, []string{v}})
		}
		slices.SortFunc(some, func(a, b traceLabel) int { return strings.Compare(a.line(), b.line()) })
		out = append(out, some...)
	}
	return out
}

// line formats a label as pprof prints it.
func (l traceLabel) line() string { return fmt.Sprintf("%10s:  %s\n", l.key, l.text()) }

func (l traceLabel) text() string { return strings.Join(l.values, " ") }

func (t *TracesReport) labelText(x *query.StackTrace, shown func(model.LabelSetID) []model.Label) string {
	return join(t.labels(shown(x.Labels)), " ", func(l traceLabel) string { return l.key + "=" + l.text() })
}

// Table returns a table with a row for each stack, written from its leaf on.
func (t *TracesReport) Table() *Table {
	r := t.Result
	shown := r.ShownLabels()
	format := column(r, t.Traces, func(x *query.StackTrace) []int64 { return []int64{x.ValueShown()} })
	var largest, smallest int64
	for _, x := range t.Traces {
		largest, smallest = max(largest, x.Value), min(smallest, x.Value)
	}
	return Of(t.Traces, []ColumnOf[query.StackTrace]{
		{Column{lang.L("value"), ValueWidth(format(largest), format(smallest)), true, lang.L("The value of the stack.")},
			func(x *query.StackTrace) string { return format(x.ValueShown()) }, nil},
		shares(Column{lang.L("share"), shareWidth, true, lang.L(sameShare)}, r, func(x *query.StackTrace) int64 { return x.Value }),
		{Column{lang.L("labels"), 220, false, lang.L("The labels of its samples.")},
			func(x *query.StackTrace) string { return safe.Text(t.labelText(x, shown)) }, nil},
		{Column{lang.L("stack, from the leaf"), 0, false, lang.L("The function that ran, and who called it.")},
			func(x *query.StackTrace) string {
				return safe.Text(strings.Join(t.frames(x, framesShown), " ← "))
			}, nil},
	}, []string{"value", "labels", "stack"}, func(x *query.StackTrace) []units.Cell {
		stack := join(r.Path(x.Stack), ";", func(s query.Step) string { return r.Nodes.Node(s.Node).String() })
		return []units.Cell{units.WholeCell(x.Value), units.Text(t.labelText(x, shown)),
			units.Text(stack)} // from the root, as folded stacks are written
	})
}

type traceJSON struct {
	Value   int64               `json:"value"`
	Labels  map[string][]string `json:"labels,omitempty"`
	Numbers map[string][]int64  `json:"numbers,omitempty"`
	Stack   []traceFrameJSON    `json:"stack"` // leaf first
}

type traceFrameJSON struct {
	Name   string `json:"name"`
	Inline bool   `json:"inline,omitempty"`
}

// WriteJSON writes one object with a list of stacks.
func (t *TracesReport) WriteJSON(w io.Writer) error {
	r := t.Result
	p, shown := r.Profile, r.ShownLabels()
	return writeJSON(w, headOf(t.File, r), "traces", len(t.Traces), func(i int) any {
		x := t.Traces[i]
		out := traceJSON{Value: x.Value, Labels: map[string][]string{}, Numbers: map[string][]int64{}}
		for _, l := range shown(x.Labels) {
			k := p.Strings.Raw(l.Key)
			if l.IsNum {
				out.Numbers[k] = append(out.Numbers[k], l.Num)
			} else {
				out.Labels[k] = append(out.Labels[k], p.Strings.Raw(l.Str))
			}
		}
		for _, s := range slices.Backward(r.Path(x.Stack)) {
			out.Stack = append(out.Stack, traceFrameJSON{r.Nodes.Node(s.Node).String(), s.Inlined()})
		}
		return out
	})
}

// WriteText writes what `go tool pprof -traces` prints (pprof: internal/report/report.go, printTraces).
func (t *TracesReport) WriteText(w io.Writer) error {
	const separator = "-----------+-------------------------------------------------------\n"
	r := t.Result
	shown, unit := r.ShownLabels(), unitOf(r)
	out := bufio.NewWriter(w)
	textHead(out, r, unit)
	for _, x := range t.Traces {
		out.WriteString(separator)
		for _, l := range t.labels(shown(x.Labels)) {
			out.WriteString(l.line())
		}
		value := r.FormatPprof(x.ValueShown(), unit)
		for _, name := range t.frames(&x, 0) {
			fmt.Fprintf(out, "%10s   %s\n", value, name)
			value = ""
		}
	}
	out.WriteString(separator)
	return out.Flush()
}
