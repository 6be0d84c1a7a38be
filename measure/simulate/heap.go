package simulate

import (
	"math"
	"math/rand/v2"
	"time"

	"profstation/model"
)

// Rate is the MemProfileRate in simulated heaps.
const Rate = 512 << 10

// Site allocates objects that have one size.
type Site struct {
	Size int64 // an object's size, in bytes
	Live int64 // how many objects are in use
}

// Heap is a program whose memory in use is always the same.
type Heap struct {
	Sites   []Site
	Between float64 // a site's relative deviation from one run to the next
}

// Small returns n sites with many small objects each, which add up to the given bytes.
func Small(n int, bytes int64) []Site {
	out := make([]Site, n)
	for i := range out {
		size := int64(64 << (i % 6))
		out[i] = Site{Size: size, Live: bytes / size}
	}
	return out
}

// Large returns n sites with 2 to 40 objects each, from 128 kB to 4 MB.
func Large(rnd *rand.Rand, n int) []Site {
	out := make([]Site, n)
	for i := range out {
		out[i] = Site{Size: 128 << 10 << rnd.IntN(6), Live: 2 + rnd.Int64N(39)}
	}
	return out
}

var heapTypes = []model.ValueType{
	{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"},
	{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"},
}

// sampleObjects adds a site from which the given numbers of objects were sampled.
func (p *program) sampleObjects(i int, size int64, allocated, inUse float64) {
	p.sample(i, p.bytes(size), objects(size, allocated, inUse)...)
}

// bytes returns the label that says how large objects are.
func (p *program) bytes(size int64) model.LabelSetID {
	return p.LabelSet([]model.Label{{Key: p.String("bytes"), Num: size, IsNum: true, Unit: p.String("bytes")}})
}

// objects returns the values that so many sampled objects add up to (runtime/pprof, scaleHeapSample).
func objects(size int64, allocated, inUse float64) []float64 {
	chance, s := chanceOf(size), float64(size)
	return []float64{allocated / chance, allocated * s / chance, inUse / chance, inUse * s / chance}
}

func chanceOf(size int64) float64 { return -math.Expm1(-float64(size) / Rate) }

func (p *program) heap(at time.Time) *model.Profile {
	return p.Profile(model.Header{
		Time: at, Period: Rate, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}, DefaultSampleType: "inuse_space",
	})
}

// Record makes a snapshot from one run.
func (h Heap) Record(rnd *rand.Rand) *model.Profile {
	p := newProgram(heapTypes...)
	for i, s := range h.Sites {
		live := int64(math.Round(float64(s.Live) * varied(rnd, h.Between)))
		n := Binomial(rnd, live, chanceOf(s.Size))
		p.sampleObjects(i, s.Size, n, n)
	}
	return p.heap(time.Time{})
}

// Process is one process that is looked at twice. Its memory in use stays the same except for a leak.
type Process struct {
	Steady  []Site
	Renewed float64 // the part of the memory in use that is freed and allocated anew between the two
	Passing float64 // memory allocated and freed between the two, as a part of the memory in use
	Leak    Site    // later, Live more are in use; nothing is freed
	Leaked  int64   // how many leaked objects were in use before
}

// Record makes both snapshots. The leak is the last site.
func (s Process) Record(rnd *rand.Rand) (base, now *model.Profile) {
	first, second := newProgram(heapTypes...), newProgram(heapTypes...)
	for i, site := range s.Steady {
		mean := float64(site.Live) * chanceOf(site.Size) // the expected number of sampled objects, a small part of all
		live := Poisson(rnd, mean)
		before := live + Poisson(rnd, 3*mean)
		freed := Binomial(rnd, int64(live), s.Renewed)
		kept := Poisson(rnd, mean*s.Renewed)
		first.sampleObjects(i, site.Size, before, live)
		second.sampleObjects(i, site.Size, before+kept+Poisson(rnd, mean*s.Passing), live-freed+kept)
	}
	if s.Leak.Size > 0 {
		chance := chanceOf(s.Leak.Size)
		before := Poisson(rnd, float64(s.Leaked)*chance)
		more := Poisson(rnd, float64(s.Leak.Live)*chance)
		first.sampleObjects(len(s.Steady), s.Leak.Size, before, before)
		second.sampleObjects(len(s.Steady), s.Leak.Size, before+more, before+more)
	}
	at := time.Unix(1_700_000_000, 0)
	return first.heap(at), second.heap(at.Add(14 * time.Second))
}
