package pprof

import (
	"context"
	"fmt"
	"io"

	"github.com/google/pprof/profile"

	"profstation/model/query"
	"profstation/model/units"
)

// WriteRaw writes what a query left of a profile as a text with all its tables, as `go tool pprof -raw` does, which
// does not divide the values either. Its errors are those of [Write].
func WriteRaw(ctx context.Context, w io.Writer, r *query.Result) error {
	d, err := newWriter(ctx, r, 1)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, d.out.String())
	return err
}

// WriteComments writes a profile's comments, one on a line, as `go tool pprof -comments` does. It returns w's errors.
func WriteComments(_ context.Context, w io.Writer, r *query.Result) error {
	for _, c := range commentsOf(&r.Profile.Header) {
		if _, err := fmt.Fprintln(w, c); err != nil {
			return err
		}
	}
	return nil
}

// WriteTop writes the rows of Top as a gzipped protobuf, each as a sample of one location with its cum and its flat
// value, as `go tool pprof -topproto` does (pprof: internal/report/report.go, printTopProto), which does not
// divide the values. Its errors are those of [Write].
func WriteTop(ctx context.Context, w io.Writer, r *query.Result) error {
	top, err := r.Top(ctx)
	if err != nil {
		return err
	}
	p, unit := r.Profile, r.TableUnit(top.Rows)
	out := &profile.Profile{
		SampleType:    []*profile.ValueType{{Type: "cum", Unit: unit}, {Type: "flat", Unit: unit}},
		DurationNanos: int64(r.Duration()), Period: p.Period,
		PeriodType: &profile.ValueType{Type: p.PeriodType.Type, Unit: p.PeriodType.Unit},
	}
	if began := r.Began(); !began.IsZero() {
		out.TimeNanos = began.UnixNano()
	}
	scaled := func(v int64) int64 {
		x, _ := units.Scale(v, r.Type.Unit, unit)
		return int64(x)
	}
	functions := map[[2]string]*profile.Function{}
	for i, row := range top.Rows {
		n := r.Nodes.Node(row.Node)
		f := functions[[2]string{n.Name, n.File}]
		if f == nil {
			f = &profile.Function{ID: uint64(len(out.Function) + 1), Name: n.Name, Filename: n.File}
			functions[[2]string{n.Name, n.File}] = f
			out.Function = append(out.Function, f)
		}
		l := &profile.Location{ID: uint64(i + 1), Address: n.Address, Line: []profile.Line{{Function: f, Line: n.Line, Column: n.Column}}}
		out.Location = append(out.Location, l)
		out.Sample = append(out.Sample, &profile.Sample{
			Location: []*profile.Location{l}, Value: []int64{scaled(row.CumValue()), scaled(row.FlatValue())},
		})
	}
	return out.Write(w)
}
