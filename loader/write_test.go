package loader

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/loader/pprof"
	"profstation/model"
	"profstation/model/query"
)

// samplesOf writes the samples of a profile as text, equal ones as one, in an
// order that does not depend on the file's.
func samplesOf(t *testing.T, p *model.Profile) []string {
	t.Helper()
	sums := map[string][]int64{}
	for i, s := range p.Samples.Stack {
		var b strings.Builder
		for _, l := range p.Stacks.Reader().Locs(s) {
			loc := p.Locations[l]
			object := ""
			if loc.Mapping >= 0 {
				object = p.Strings.Raw(p.Mappings[loc.Mapping].File)
			}
			fmt.Fprintf(&b, "%x in %q:", loc.Address, object)
			for _, line := range p.Lines[loc.FirstLine:loc.EndLine] {
				f := p.Functions[line.Func]
				fmt.Fprintf(&b, " %q %q:%d:%d from %d", p.Strings.Raw(f.Name), p.Strings.Raw(f.File), line.Line, line.Column, f.StartLine)
			}
			b.WriteString("\n")
		}
		var labels []string
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			labels = append(labels, fmt.Sprintf("%q=%q %d %q", p.Strings.Raw(l.Key), p.Strings.Raw(l.Str), l.Num, p.Strings.Raw(l.Unit)))
		}
		slices.Sort(labels)
		k := b.String() + strings.Join(labels, " ")
		if sums[k] == nil {
			sums[k] = make([]int64, len(p.Types))
		}
		for c, v := range p.Samples.Values {
			sums[k][c] += v[i]
		}
	}
	var out []string
	for k, v := range sums {
		out = append(out, fmt.Sprint(k, v))
	}
	slices.Sort(out)
	return out
}

// What is written is what go tool pprof -proto writes of the same recording
// with the same options, and pprof reads it.
func TestWriteAgainstPprof(t *testing.T) {
	files := pproftool.Recordings(t, "../testdata/*.pprof")
	options := []string{
		"", "-focus=main|json", "-hide=^runtime -ignore=gc", "-show_from=main -prune_from=json|profstation -noinlines",
		"-tagroot=endpoint,bytes -taghide=tenant", "-tagfocus=1kb: -divide_by=7", "-tagignore=endpoint=/s -tagshow=e|b", "-show=profstation",
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			f := must.Have(Open(context.Background(), file, Options{}))
			for j, o := range options {
				if (i+j)%2 == 0 && o != "" {
					continue
				}
				dir := t.TempDir()
				theirs, ours := filepath.Join(dir, "theirs.pb.gz"), filepath.Join(dir, "ours.pb.gz")
				tool := func(args ...string) string {
					out, _ := pproftool.Run(t, pproftool.Command(t, args...))
					return out
				}
				tool(append(append([]string{"-proto", "-output=" + theirs}, strings.Fields(o)...), file)...)
				r := must.Have(query.Evaluate(context.Background(), f.Profile, queryOf(o)))
				var b bytes.Buffer
				must.Do(pprof.Write(context.Background(), &b, r))
				must.Do(os.WriteFile(ours, b.Bytes(), 0o666))
				want := must.Have(Open(context.Background(), theirs, Options{}))
				got, err := Open(context.Background(), ours, Options{})
				if err != nil {
					t.Fatal(err)
				}
				x, y := samplesOf(t, got.Profile), samplesOf(t, want.Profile)
				if !slices.Equal(x, y) {
					for k := range min(len(x), len(y)) {
						if x[k] != y[k] {
							t.Fatalf("%s: %d samples, want %d; the first other one\n%s\nwant\n%s", o, len(x), len(y), x[k], y[k])
						}
					}
					t.Fatalf("%s: %d samples, want %d", o, len(x), len(y))
				}
				if h, w := got.Profile.Header, want.Profile.Header; fmt.Sprint(h) != fmt.Sprint(w) || fmt.Sprint(got.Profile.Types) != fmt.Sprint(want.Profile.Types) {
					t.Errorf("%s: header %+v, want %+v", o, h, w)
				}
				if x, y := tool("-top", "-nodecount=30", ours), tool("-top", "-nodecount=30", theirs); x != y {
					t.Errorf("%s: pprof reads\n%swant\n%s", o, x, y)
				}
			}
		})
	}
}

// What is written of a chosen time lasts as long, and begins when that does: rates are of it.
func TestWriteOfTime(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	at := b.Location(model.NoMapping, 1, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	for i := range int64(10) {
		b.SampleAt(i*1e9, []model.LocID{at}, 0, []int64{5e8})
	}
	p := b.Profile(model.Header{Time: time.Unix(1000, 0), Duration: 10 * time.Second})
	for part, want := range map[string]string{"": "1000 10s 5s", "2s:6s": "1002 4s 2s", "7s:": "1007 3s 1.5s", ":1s": "1000 1s 500ms", "2s:8s\n6s:": "1006 2s 1s"} {
		r := must.Have(query.Evaluate(t.Context(), p, query.Query{Time: part}))
		var out bytes.Buffer
		must.Do(pprof.Write(t.Context(), &out, r))
		f := must.Have(Decode(t.Context(), "part", out.Bytes(), Options{}))
		var sum time.Duration
		for _, v := range f.Profile.Samples.Values[0] {
			sum += time.Duration(v)
		}
		if got := fmt.Sprint(f.Profile.Time.Unix(), f.Profile.Duration, sum); got != want {
			t.Errorf("%q is %s, not %s", part, got, want)
		}
	}
}

// queryOf is the query of pprof's options.
func queryOf(options string) query.Query {
	q := query.Default()
	for _, o := range strings.Fields(options) {
		name, text, _ := strings.Cut(strings.TrimPrefix(o, "-"), "=")
		q = q.With(name, text)
		switch name {
		case "noinlines":
			q.NoInlines = true
		case "divide_by":
			q.DivideBy = 7
		}
	}
	return q
}

// Any bytes in labels and names come back as they were.
func TestWriteHostile(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "a\xff", Unit: ""}, {Type: "b", Unit: "x"}})
	fn := b.Function(model.Function{Name: b.String("\xff\x00<"), File: b.String("a\nb"), StartLine: -1})
	loc := b.Location(model.NoMapping, 1<<63, []model.Line{{Func: fn, Line: -5}})
	bare := b.Location(b.Mapping(model.Mapping{Start: 1, Limit: 1 << 63, File: b.String("\xfe")}), 7, nil)
	set := b.LabelSet([]model.Label{
		{Key: b.String("k\xff"), Str: b.String("\x00\xff")}, {Key: b.String(""), Str: b.String("x")},
		{Key: b.String("n"), Num: -1 << 63, IsNum: true}, {Key: b.String("n"), Num: 5, Unit: b.String("kb"), IsNum: true},
	})
	b.Sample([]model.LocID{loc, bare, loc}, set, []int64{1 << 60, -5})
	b.Sample(nil, 0, []int64{0, 0})
	p := b.Profile(model.Header{})
	r := must.Have(query.Evaluate(context.Background(), p, query.Query{}))
	var out bytes.Buffer
	must.Do(pprof.Write(context.Background(), &out, r))
	again := must.Have(Read(context.Background(), "x", &out, Options{}))
	if got, want := samplesOf(t, again.Profile), samplesOf(t, p); !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}
