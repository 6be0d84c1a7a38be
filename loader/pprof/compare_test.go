package pprof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/model"
)

// textOf writes all that the tables hold of a profile, to be compared: samples
// in their order, each with its stack from the leaf, its labels in an order of
// their own, and its values.
func textOf(p *model.Profile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "types %v default %q period %v %d time %v duration %v doc %q comments %q\n",
		p.Types, p.DefaultSampleType, p.PeriodType, p.Period, p.Time.UnixNano(), p.Duration, p.DocURL, p.Comments)
	for _, m := range p.Mappings {
		fmt.Fprintf(&b, "mapping %x %x %x %q %q\n", m.Start, m.Limit, m.Offset, p.Strings.Raw(m.File), p.Strings.Raw(m.BuildID))
	}
	for _, f := range p.Functions {
		fmt.Fprintf(&b, "function %q %q %q %d\n", p.Strings.Raw(f.Name), p.Strings.Raw(f.SystemName), p.Strings.Raw(f.File), f.StartLine)
	}
	for _, l := range p.Locations {
		fmt.Fprintf(&b, "location %d %x %v\n", l.Mapping, l.Address, p.Lines[l.FirstLine:l.EndLine])
	}
	for i := range p.Samples.Len() {
		stack := slices.Clone(p.Stacks.Reader().Locs(p.Samples.Stack[i]))
		slices.Reverse(stack)
		var labels []string
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			labels = append(labels, fmt.Sprintf("%q=%q %d %q %v", p.Strings.Raw(l.Key), p.Strings.Raw(l.Str), l.Num, p.Strings.Raw(l.Unit), l.IsNum))
		}
		sort.Strings(labels)
		var values []int64
		for _, c := range p.Samples.Values {
			values = append(values, c[i])
		}
		fmt.Fprintf(&b, "sample %v %v %v\n", stack, labels, values)
	}
	return b.String()
}

// byLibrary is the slow and obvious way to load a protobuf.
func byLibrary(data []byte) (*model.Profile, error) {
	p, err := profile.ParseUncompressed(data)
	if err != nil {
		return nil, err
	}
	if err := p.CheckValid(); err != nil {
		return nil, err
	}
	return FromLibrary(p, "pprof")
}

// wideLimits let pass whatever a test holds.
var wideLimits = input.Limits{File: 1 << 40, Uncompressed: 1 << 40, Memory: 1 << 40}

// compareWithLibrary holds the wire decoder against the library: they accept
// the same bytes and find the same in them.
func compareWithLibrary(t *testing.T, data []byte) {
	t.Helper()
	want, wantErr := byLibrary(data)
	got, err := Decode(data, Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)})
	if len(data) == 0 {
		return // the library refuses it by its length, the loader as well
	}
	for _, piece := range []int{1 + len(data)/3, 7} {
		early, earlyErr := cameIn(t, data, piece).Profile(Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)})
		if earlyErr != nil {
			continue
		}
		if err != nil {
			t.Fatalf("decoded while it came; at once: %v", err)
		}
		if g, w := textOf(early), textOf(got); g != w {
			t.Fatalf("while it came, Early found\n%s\nDecode found\n%s", clip(g, w), clip(w, g))
		}
	}
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("decodeProto: %v; library: %v", err, wantErr)
	}
	if err != nil {
		return
	}
	var unread unknown
	unread.within(ofProfile, data, input.NewProgress(t.Context(), nil))
	if g, w := countOf(got.Warnings), countOf(unread.Warnings()); g != w {
		t.Errorf("decodeProto says %q, expected %q", g, w)
	}
	if g, w := textOf(got), textOf(want); g != w {
		t.Errorf("decodeProto found\n%s\nthe library found\n%s", clip(g, w), clip(w, g))
	}
}

// countOf is how many fields warnings say that were not understood.
func countOf(warnings []string) string {
	for _, w := range warnings {
		if count, _, ok := strings.Cut(w, " not understood"); ok {
			return count
		}
	}
	return ""
}

// clip shows a text around the place where it first differs from another.
func clip(s, other string) string {
	i := 0
	for i < len(s) && i < len(other) && s[i] == other[i] {
		i++
	}
	return "…" + s[max(0, i-200):min(len(s), i+400)]
}

// randomProfile makes a profile with some of everything that the format can
// hold.
func randomProfile(r *rand.Rand) *profile.Profile {
	name := func() string {
		return []string{"", "main.main", "main.(*T[...]).run", "main.Map[...]", "_ZN3foo3barEi", "__ZN3foo3barEi",
			"ns::f<int>(char, std::vector<int>)", "_RNvCskwGfYPst2Cb_3foo16example_function", "com.x.<init>", "\xff\xfe", "runtime.goexit", "a(b", "x)::y("}[r.IntN(13)]
	}
	p := &profile.Profile{
		DefaultSampleType: []string{"", "cpu"}[r.IntN(2)],
		Comments:          []string{name(), "", name()}[:r.IntN(4)],
		DocURL:            name(),
		TimeNanos:         r.Int64N(2) * 1700000000123456789,
		DurationNanos:     r.Int64N(1e10),
		PeriodType:        &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:            r.Int64N(1e7),
	}
	if r.IntN(4) == 0 {
		p.DropFrames, p.KeepFrames = "runtime\\..*", []string{"", "runtime.main"}[r.IntN(2)]
	}
	for i := range 1 + r.IntN(3) {
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: []string{"samples", "cpu", "bytes"}[i], Unit: []string{"count", "nanoseconds", "bytes"}[i]})
	}
	id := func(i int) uint64 { return uint64(i + 1) }
	if r.IntN(3) == 0 {
		id = func(i int) uint64 { return uint64(i+1) * 0x9e3779b97f4a7c15 }
	}
	for i := range r.IntN(4) {
		p.Mapping = append(p.Mapping, &profile.Mapping{ID: id(i), Start: r.Uint64(), Limit: r.Uint64(), Offset: r.Uint64N(9),
			File: []string{"/bin/x", "http://host:1/debug/pprof", ""}[r.IntN(3)], BuildID: []string{"", "abc"}[r.IntN(2)]})
	}
	for i := range 1 + r.IntN(20) {
		f := &profile.Function{ID: id(i), SystemName: name(), Filename: name(), StartLine: r.Int64N(100)}
		if f.Name = f.SystemName; r.IntN(3) == 0 {
			f.Name = name()
		}
		p.Function = append(p.Function, f)
	}
	for i := range 1 + r.IntN(30) {
		l := &profile.Location{ID: id(i), Address: r.Uint64()}
		if len(p.Mapping) > 0 && r.IntN(2) == 0 {
			l.Mapping = p.Mapping[r.IntN(len(p.Mapping))]
		}
		for range r.IntN(4) {
			l.Line = append(l.Line, profile.Line{Function: p.Function[r.IntN(len(p.Function))], Line: r.Int64N(1000), Column: r.Int64N(3)})
		}
		p.Location = append(p.Location, l)
	}
	for range r.IntN(40) {
		s := &profile.Sample{}
		for range r.IntN(8) {
			s.Location = append(s.Location, p.Location[r.IntN(len(p.Location))])
		}
		for range p.SampleType {
			s.Value = append(s.Value, r.Int64N(1000)-500)
		}
		if r.IntN(2) == 0 {
			s.Label = map[string][]string{"k" + name(): {name()}, "two": {"a", name()}}
		}
		if r.IntN(2) == 0 {
			s.NumLabel = map[string][]int64{"bytes": {r.Int64N(5)}, "n": {0, r.Int64()}}
			s.NumUnit = map[string][]string{"bytes": {[]string{"", "bytes"}[r.IntN(2)]}}
		}
		p.Sample = append(p.Sample, s)
	}
	return p
}

func encode(t testing.TB, p *profile.Profile) []byte {
	t.Helper()
	var b strings.Builder
	must.Do(p.WriteUncompressed(&b))
	return []byte(b.String())
}

// TestRandomProfiles writes random profiles with the library and reads them
// back in both ways, whole, cut anywhere, and with single bytes changed.
func TestRandomProfiles(t *testing.T) {
	seeds := uint64(150)
	if underRace {
		seeds = 30
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		data := encode(t, randomProfile(r))
		compareWithLibrary(t, data)
		compareWithLibrary(t, data[:r.IntN(len(data))])
		for range 10 {
			d := slices.Clone(data)
			d[r.IntN(len(d))] ^= 1 << r.IntN(8)
			compareWithLibrary(t, d)
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestTextTellsProfilesApart sees that the comparison can fail at all.
func TestTextTellsProfilesApart(t *testing.T) {
	seen := map[string]uint64{}
	for seed := range uint64(20) {
		p := must.Have(FromLibrary(randomProfile(rand.New(rand.NewPCG(seed, 2))), "pprof"))
		s := textOf(p)
		if other, ok := seen[s]; ok {
			t.Errorf("seeds %d and %d give the same text", seed, other)
		}
		seen[s] = seed
	}
}
