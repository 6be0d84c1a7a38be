package trace

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	xtrace "golang.org/x/exp/trace"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/model/trace"
)

// generations are a trace's generations with their bytes, which tests damage.
type generations struct {
	*load
	data [][]byte // empty where one cannot be read
}

// generationsOf are a trace's generations, ready to be decoded; nil where its
// format has none.
func generationsOf(t testing.TB, data []byte) *generations {
	t.Helper()
	version := must.Have(versionOf(data))
	if version < firstOfGenerations {
		return nil
	}
	s := Memory(data)
	l := &generations{load: &load{ctx: t.Context(), progress: input.NewProgress(t.Context(), nil), version: version, size: s.size, source: s, gens: split(t.Context(), s, version)}}
	l.data = make([][]byte, len(l.gens))
	for i, g := range l.gens {
		if g.readable() {
			l.data[i] = must.Have(contentOf(s, g.pieces).whole())
		}
	}
	return l
}

// byReader and byFast decode generation i, the one with the reader and the
// other without.
func (l *generations) byReader(i int) (*decoded, error) {
	d := newDecoder(l.ctx)
	return d.guarded(func() (*decoded, error) {
		r, err := xtrace.NewReader(l.reader(l.data[i], l.gens[i].cut))
		if err != nil {
			return nil, err
		}
		return d.columns(r, false)
	})
}

func (l *generations) byFast(d *decoder, i int) (*decoded, error) {
	return d.guarded(func() (*decoded, error) { return d.generation(l.version, contentIn(l.data[i])), nil })
}

// sameDecoded reports where two decoded generations differ, "" if they do not.
func sameDecoded(got, want *decoded) string {
	a, b := reflect.ValueOf(*got), reflect.ValueOf(*want)
	for i := range a.NumField() {
		switch name := a.Type().Field(i).Name; name {
		case "names", "spans":
		default:
			// Rows that were never needed are nil in the one and may be empty
			// in the other.
			if x, y := fmt.Sprintf("%+v", a.Field(i)), fmt.Sprintf("%+v", b.Field(i)); x != y {
				return fmt.Sprintf("%s:\n got %.300s\nwant %.300s", name, x, y)
			}
		}
	}
	lanes := func(d *decoded) string { return fmt.Sprint(d.spans.onProc, d.spans.onThread, d.spans.by) }
	if x, y := lanes(got), lanes(want); x != y {
		return fmt.Sprintf("lanes:\n got %.300s\nwant %.300s", x, y)
	}
	ids := func(d *decoded) string { return fmt.Sprintf("%+v", []numberTable{d.gos, d.procs, d.threads}) }
	if ids(got) != ids(want) {
		return fmt.Sprintf("numbers:\n got %.300s\nwant %.300s", ids(got), ids(want))
	}
	if !reflect.DeepEqual(got.texts.all, want.texts.all) {
		return "texts"
	}
	if !reflect.DeepEqual(got.stacks.refs, want.stacks.refs) || !reflect.DeepEqual(got.stacks.start, want.stacks.start) || !reflect.DeepEqual(got.stacks.frames.all, want.stacks.frames.all) {
		return "stacks"
	}
	return sameColumns(got, want)
}

// columnsOf makes columns from the spans of a generation. It changes d.
func columnsOf(d *decoded) (*trace.Trace, error) {
	s := newStitcher()
	if _, _, err := s.add(d); err != nil {
		return nil, err
	}
	return s.assemble(context.Background(), true, nil)
}

// sameColumns reports where two decoded generations have other spans, "" if they do not.
func sameColumns(got, want *decoded) string {
	a, errA := columnsOf(got)
	b, errB := columnsOf(want)
	switch {
	case errA != nil || errB != nil:
		return fmt.Sprintf("columns: %v, %v", errA, errB)
	case !reflect.DeepEqual(a.Goroutines, b.Goroutines):
		return fmt.Sprintf("goroutines:\n got %.300v\nwant %.300v", a.Goroutines, b.Goroutines)
	case !reflect.DeepEqual(a.Spans, b.Spans):
		return fmt.Sprintf("spans:\n got %.300v\nwant %.300v", a.Spans, b.Spans)
	case !reflect.DeepEqual(a.ProcLanes, b.ProcLanes) || !reflect.DeepEqual(a.ThreadLanes, b.ThreadLanes):
		return "lanes"
	}
	return ""
}

// TestChangedMeanwhile holds that bytes which are others in the second pass are refused, whatever they are, if they
// give a goroutine other spans.
func TestChangedMeanwhile(t *testing.T) {
	l := generationsOf(t, newSound(t, "testdata/quiet.trace").data)
	random := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for i := range l.gens {
		sound := l.data[i]
		for n := range 100 {
			d := must.Have(l.byFast(newDecoder(l.ctx), i))
			if n == 0 {
				d.spans.again.from = contentIn(bytes.Clone(sound[:len(sound)/10])) // the tables are at the end
			} else {
				damagedEvents(random, l, i, sound)
				d.spans.again.from, l.data[i] = contentIn(l.data[i]), sound
			}
			_, err := columnsOf(d)
			if err != nil && err.Error() != errChanged().Error() || n == 0 && err == nil {
				t.Errorf("generation %d, try %d: %v", i, n, err)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused < 20 {
		t.Errorf("%d changes were refused", refused)
	}
}

// TestChangedReason holds that a goroutine that blocks for a reason for which none did in the first pass is refused.
func TestChangedReason(t *testing.T) {
	l := generationsOf(t, newSound(t, "testdata/quiet.trace").data)
	refused := 0
	for i := range l.gens {
		for k, c := range must.Have(l.byFast(newDecoder(l.ctx), i)).conditions {
			if c.Reason == 0 || c.BeganBefore {
				continue
			}
			d := must.Have(l.byFast(newDecoder(l.ctx), i))
			d.spans.again.conditions = slices.Clone(d.conditions)
			d.spans.again.conditions[k].BeganBefore = true // so events do not have it
			if _, err := columnsOf(d); err == nil || err.Error() != errChanged().Error() {
				t.Errorf("generation %d, %v: %v", i, c, err)
			}
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing blocks for a reason")
	}
}

// The fast decoder takes every sound generation, and makes of it what the
// reader does, to the last index.
func TestFastDecoder(t *testing.T) {
	files := traceFiles(t)
	for file, sound := range textTraces(t) {
		if sound {
			files = append(files, file)
		}
	}
	for _, file := range files {
		data := must.Have(os.ReadFile(file))
		l := generationsOf(t, data)
		if l == nil {
			continue
		}
		d := newDecoder(l.ctx) // its memory is used again
		for i := range l.gens {
			if l.gens[i].damage != "" || l.gens[i].cut {
				continue
			}
			want, err := l.byReader(i)
			if err != nil {
				t.Logf("%s, generation %d: %v", filepath.Base(file), i, err)
				continue
			}
			got, err := l.byFast(d, i)
			if err != nil {
				t.Errorf("%s, generation %d: %v", filepath.Base(file), i, err)
				continue
			}
			if diff := sameDecoded(got, want); diff != "" {
				t.Errorf("%s, generation %d: %s", filepath.Base(file), i, diff)
			}
		}
	}
}

// What the fast decoder takes of a damaged generation, the reader takes too,
// and makes the same of it.
func TestFastDecoderDamaged(t *testing.T) {
	var files [][]byte
	for file := range textTraces(t) {
		data := must.Have(os.ReadFile(file))
		files = append(files, data)
	}
	quiet := newSound(t, "testdata/quiet.trace")
	files = append(files, quiet.data)
	random := rand.New(rand.NewPCG(1, 2))
	rounds := 60
	if underRace {
		rounds = 5
	}
	taken, left := 0, 0
	for _, data := range files {
		l := generationsOf(t, data)
		for i := range l.gens {
			sound := l.data[i]
			if len(sound) == 0 {
				continue
			}
			for range rounds {
				damagedEvents(random, l, i, sound)
				got, err := l.byFast(newDecoder(l.ctx), i)
				if err != nil {
					left++
					continue
				}
				taken++
				want, err := l.byReader(i)
				if err != nil {
					if !ofProgram(err) {
						t.Fatalf("the reader: %v", err)
					}
					continue
				}
				if diff := sameDecoded(got, want); diff != "" {
					t.Fatal(diff)
				}
			}
			l.data[i] = sound
		}
	}
	t.Logf("%d taken, %d left to the reader", taken, left)
	if taken == 0 || left == 0 {
		t.Errorf("%d taken, %d left to the reader", taken, left)
	}
}

// damagedEvents changes, takes out or doubles a few bytes of a generation.
func damagedEvents(random *rand.Rand, l *generations, i int, sound []byte) {
	b := bytes.Clone(sound)
	for range 1 + random.IntN(3) {
		k := random.IntN(len(b))
		switch random.IntN(4) {
		case 0:
			b[k] ^= 1 << random.IntN(8)
		case 1:
			b[k] = byte(random.IntN(60))
		case 2:
			b[k]++
		case 3:
			// Two bytes change places: an event of another order or number.
			j := min(k+1+random.IntN(3), len(b)-1)
			b[k], b[j] = b[j], b[k]
		}
	}
	l.data[i] = b
}
