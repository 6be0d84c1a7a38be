package sandbox

import (
	"bytes"
	"io"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"profstation/internal/must"
	"profstation/model"
)

// message has every kind of thing that messages have.
type message struct {
	Flag    bool
	Numbers []int32
	Pairs   []pair
	Texts   []string
	Again   []string
	Named   []heading
	None    []int
	Empty   []int
	To, Nil *pair
	At      time.Time
	hidden  string
	Left    chan int `pack:"-"`
}

type pair struct {
	A int8
	B float64
}

type heading struct {
	Name   string
	Values []uint64
}

func sample() *message {
	texts := []string{"", "a", "päck", string(make([]byte, 100_000))}
	return &message{
		Flag: true, Numbers: []int32{1, -2, 1 << 30}, Pairs: []pair{{1, 2.5}, {-1, 0}}, Texts: texts, Again: texts,
		Named: []heading{{"x", []uint64{1}}, {"", nil}}, Empty: []int{}, To: &pair{3, 4},
		At: time.Date(2026, 11, 22, 12, 0, 0, 5, time.UTC), hidden: "seen",
	}
}

func TestPack(t *testing.T) {
	var b bytes.Buffer
	in := sample()
	must.Do(pack(&b, in))
	if n := b.Len(); n > 101_000 {
		t.Errorf("%d bytes: the texts were packed twice", n)
	}
	var out message
	if err := unpack(&b, &out, 1<<20); err != nil || !reflect.DeepEqual(in, &out) {
		t.Errorf("%v\n%+v\n%+v", err, in, out)
	}
	if b.Len() != 0 {
		t.Errorf("%d bytes are left", b.Len())
	}
	if &out.Texts[0] != &out.Again[0] {
		t.Error("a slice that stood twice is two slices")
	}
}

// TestLend holds that columns which are lent arrive as those that are sent, however large.
func TestLend(t *testing.T) {
	in := sample()
	in.Numbers = make([]int32, 9<<20+1)
	for i := range in.Numbers {
		in.Numbers[i] = int32(i)
	}
	in.Texts = slices.Repeat([]string{"", "a", "päck"}, 30_000)
	in.Again = in.Texts
	var b bytes.Buffer
	lent, err := lend(&b, in, true, nil)
	if err != nil || len(lent) != 3 || b.Len() > 2000 {
		t.Errorf("%d columns are lent beside %d bytes: %v", len(lent), b.Len(), err)
	}
	var out message
	some, err := borrow(&b, ofThisProcess, nil, &out, 1<<40)
	if err != nil || !some || !reflect.DeepEqual(in, &out) || b.Len() > 0 {
		t.Errorf("columns that are lent arrive otherwise: %v, %v, %d bytes are left", err, some, b.Len())
	}
	runtime.KeepAlive(lent)
}

// ofThisProcess copies a column that this process lends to itself.
func ofThisProcess(column []byte, at uintptr) error {
	there := *(*unsafe.Pointer)(unsafe.Pointer(&at))
	copy(column, unsafe.Slice((*byte)(there), len(column)))
	return nil
}

// TestPackCut holds that a message that is cut off anywhere is an error.
func TestPackCut(t *testing.T) {
	var b bytes.Buffer
	in := sample()
	in.Texts[3] = "short"
	must.Do(pack(&b, in))
	for n := range b.Len() {
		var out message
		if unpack(bytes.NewReader(b.Bytes()[:n]), &out, 1<<20) == nil {
			t.Errorf("no error for %d of %d bytes", n, b.Len())
		}
	}
}

// TestPackDamaged holds that lengths which make no sense are errors.
func TestPackDamaged(t *testing.T) {
	for name, damaged := range map[string][]int{
		"negative": {-9}, "endless": {1 << 50}, "larger than allowed": {1 << 16}, "text too long": {1, 1 << 50}, "of slices that never came": {-2},
	} {
		var b bytes.Buffer
		p := &packer{w: &b}
		for _, n := range damaged {
			p.number(n)
		}
		var out []string
		if err := unpack(io.MultiReader(&b, bytes.NewReader(make([]byte, 4))), &out, 1<<20); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestPackForeign(t *testing.T) {
	if err := pack(io.Discard, &struct{ F func() }{}); err == nil || err.Error() != "func() cannot be packed" {
		t.Errorf("%v", err)
	}
}

// TestShape holds that messages of other tables are told apart.
func TestShape(t *testing.T) {
	type changed struct{ A, B int32 }
	type before struct{ A, C int32 }
	if shapeOf(reflect.TypeFor[changed]()) == shapeOf(reflect.TypeFor[before]()) {
		t.Error("two structs have one shape")
	}
}

// The times of samples come along.
func TestPackTimes(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	at := b.Location(b.Mapping(model.Mapping{}), 1, nil)
	b.SampleAt(7, []model.LocID{at}, 0, []int64{1})
	b.Sample([]model.LocID{at}, 0, []int64{2})
	in := b.Profile(model.Header{})
	var buf bytes.Buffer
	must.Do(pack(&buf, in))
	var out model.Profile
	if err := unpack(&buf, &out, 1<<20); err != nil || !reflect.DeepEqual(in.Samples, out.Samples) || out.Samples.Times == nil {
		t.Errorf("%v\n%+v\n%+v", err, in.Samples, out.Samples)
	}
}
