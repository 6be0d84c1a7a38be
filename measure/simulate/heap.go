package simulate

import (
	"math"
	"math/rand/v2"
	"time"

	"profstation/model"
)

// Rate is the MemProfileRate of simulated heaps.
const Rate = 512 << 10

// Site allocates objects of one size.
type Site struct {
	Size int64 // of an object, in bytes
	Live int64 // how many objects are in use
}

// Heap is a program whose memory in use is always the same.
type Heap struct {
	Sites   []Site
	Between float64 // the relative deviation of a site from one run to the next
}

// Small is n sites of many small objects, with so many bytes each.
func Small(n int, bytes int64) []Site {
	out := make([]Site, n)
	for i := range out {
		size := int64(64 << (i % 6))
		out[i] = Site{Size: size, Live: bytes / size}
	}
	return out
}

// Large is n sites of 2 to 40 objects of 128 kB to 4 MB.
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

// sampleObjects adds a site of which so many objects were sampled (runtime/pprof, scaleHeapSample).
func (p *program) sampleObjects(i int, size int64, allocated, inUse float64) {
	chance := chanceOf(size)
	s := float64(size)
	set := p.LabelSet([]model.Label{{Key: p.String("bytes"), Num: size, IsNum: true, Unit: p.String("bytes")}})
	p.sample(i, set, allocated/chance, allocated*s/chance, inUse/chance, inUse*s/chance)
}

func chanceOf(size int64) float64 { return -math.Expm1(-float64(size) / Rate) }

func (p *program) heap(at time.Time) *model.Profile {
	return p.Profile(model.Header{
		Time: at, Period: Rate, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}, DefaultSampleType: "inuse_space",
	})
}

// Record is a snapshot of a run of the program.
func (h Heap) Record(rnd *rand.Rand) *model.Profile {
	p := newProgram(heapTypes...)
	for i, s := range h.Sites {
		live := int64(math.Round(float64(s.Live) * varied(rnd, h.Between)))
		n := Binomial(rnd, live, chanceOf(s.Size))
		p.sampleObjects(i, s.Size, n, n)
	}
	return p.heap(time.Time{})
}

// Process is one process that is looked at twice. What it has in use stays the same but for a leak.
type Process struct {
	Steady  []Site
	Renewed float64 // the part of what is in use that is freed and allocated anew between the two
	Passing float64 // what is allocated and freed between the two, in parts of what is in use
	Leak    Site    // of which Live more are in use later; nothing of it is freed
	Leaked  int64   // how many objects of the leak were in use before
}

// Record is both snapshots. The leak is the last site.
func (s Process) Record(rnd *rand.Rand) (base, now *model.Profile) {
	first, second := newProgram(heapTypes...), newProgram(heapTypes...)
	for i, site := range s.Steady {
		mean := float64(site.Live) * chanceOf(site.Size) // sampled, as few of many are
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
