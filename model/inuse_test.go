package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The deviation is that of a simulation which samples as Go does.
func TestInUse(t *testing.T) {
	const period, size, objects = 512 << 10, 100 << 10, 2000
	draw := rand.New(rand.NewPCG(1, 2))
	chance := 1 - math.Exp(-float64(size)/period)
	var sum, squares, said float64
	const times = 300
	for range times {
		sampled := 0
		for range objects {
			if draw.Float64() < chance {
				sampled++
			}
		}
		n := int64(math.Round(float64(sampled) / chance))
		b := NewBuilder([]ValueType{{"inuse_objects", "count"}, {"inuse_space", "bytes"}})
		b.Sample(nil, b.LabelSet(nil), []int64{n, n * size})
		p := b.Profile(Header{Period: period, PeriodType: ValueType{"space", "bytes"}})
		in, ok, err := p.InUse(t.Context())
		if !ok || err != nil || in.Bytes != n*size {
			t.Fatalf("%+v, %v, %v; want %d bytes", in, ok, err, n*size)
		}
		x := float64(in.Bytes)
		sum, squares, said = sum+x, squares+x*x, said+float64(in.Deviation)
	}
	mean := sum / times
	deviation := math.Sqrt(squares/times - mean*mean)
	if ratio := said / times / deviation; ratio < 0.85 || ratio > 1.15 {
		t.Errorf("it says a deviation of %.0f, the simulation has %.0f", said/times, deviation)
	}
	if want := float64(objects * size); math.Abs(mean-want) > 0.01*want {
		t.Errorf("the simulation has a mean of %.0f, want %.0f", mean, want)
	}
}

// Without sampling nothing is off, and other profiles have no such figures.
func TestInUseExact(t *testing.T) {
	b := NewBuilder([]ValueType{{"inuse_space", "bytes"}})
	b.Sample(nil, b.LabelSet(nil), []int64{4096})
	if in, ok, err := b.Profile(Header{Period: 1, PeriodType: ValueType{"space", "bytes"}}).InUse(t.Context()); in != (InUse{Bytes: 4096}) || !ok || err != nil {
		t.Errorf("%+v, %v, %v", in, ok, err)
	}
	if in, ok, _ := NewBuilder([]ValueType{{"cpu", "nanoseconds"}}).Profile(Header{}).InUse(t.Context()); ok {
		t.Errorf("a CPU profile has %+v in use", in)
	}
}
