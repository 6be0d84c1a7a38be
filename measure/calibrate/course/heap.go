package course

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

// site is a function that allocates heap objects, as they are sampled.
type site struct {
	inUse  float64 // samples in use, on average
	life   float64 // how many profiles an object lives, on average
	leaked float64 // samples that are never freed, for each profile
	size   float64 // an object's size, in bytes

	// lives draws an object's life compared with the mean; nil: exponential lives, and as much again that is gone before
	// anybody looks.
	lives func(r *rand.Rand) float64
}

const sampleRate = 512 << 10 // bytes from one sample to the next, as in Go

// counted has a site's samples.
type counted struct {
	allocated, alive, kept float64

	now  float64   // with lives: the number of the profile
	ends []float64 // when those that are alive end
}

// watch goes on by some profiles with objects of which each has a life of its own.
func (c *counted) watch(r *rand.Rand, s *site, profiles float64) {
	for range int(poisson(r, s.inUse/s.life*profiles)) {
		c.allocated++
		if end := c.now + r.Float64()*profiles + s.life*s.lives(r); end > c.now+profiles {
			c.ends = append(c.ends, end)
		}
	}
	c.now += profiles
	c.ends = slices.DeleteFunc(c.ends, func(end float64) bool { return end <= c.now })
	c.alive = float64(len(c.ends))
	leaked := poisson(r, s.leaked*profiles)
	c.kept += leaked
	c.allocated += leaked
}

// next goes on to the next profile.
func (c *counted) next(r *rand.Rand, s *site) {
	if s.lives != nil {
		c.watch(r, s, 1)
		return
	}
	die := 1 - math.Exp(-1/s.life)
	for range int(c.alive) {
		if r.Float64() < die {
			c.alive--
		}
	}
	born, leaked := poisson(r, s.inUse*die), poisson(r, s.leaked)
	c.alive += born
	c.kept += leaked
	// Most objects are gone before anybody looks.
	c.allocated += born + leaked + poisson(r, s.inUse)
}

func poisson(r *rand.Rand, mean float64) (n float64) {
	for p := r.ExpFloat64(); p < mean; p += r.ExpFloat64() {
		n++
	}
	return n
}

// simulateHeap makes a series of heap profiles.
func (s *Scenario) simulateHeap(r *rand.Rand) *series.Series {
	all := series.New(query.Query{})
	states := make([]counted, len(s.sites))
	for i := range states {
		site, c := &s.sites[i], &states[i]
		if site.lives == nil {
			c.alive = poisson(r, site.inUse)
		} else if site.leaked == 0 { // else the process begins
			c.watch(r, site, 60*site.life)
		}
	}
	for k := range s.profiles {
		at := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC).Add(time.Duration(k) * s.apart)
		b := model.NewBuilder([]model.ValueType{
			{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"},
			{Type: "inuse_objects", Unit: "count"}, {Type: "inuse_space", Unit: "bytes"},
		})
		for i := range s.sites {
			site, c := &s.sites[i], &states[i]
			c.next(r, site)
			objects := 1 / -math.Expm1(-site.size/sampleRate) // number of objects that a sample stands for
			inUse, allocated := (c.alive+c.kept)*objects, c.allocated*objects
			fn := b.Function(model.Function{Name: b.String(name(i))})
			b.Sample([]model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})}, b.LabelSet(nil),
				[]int64{int64(allocated), int64(allocated * site.size), int64(inUse), int64(inUse * site.size)})
		}
		p := b.Profile(model.Header{Time: at, Period: sampleRate, PeriodType: model.ValueType{Type: "space", Unit: "bytes"},
			DefaultSampleType: "inuse_space"})
		if err := all.Add(context.Background(), fmt.Sprint(k), p, at); err != nil {
			panic(err) // there is no filter that could be wrong
		}
	}
	return all
}

// line returns a line that is flat or grows, as the site does.
func (s *site) line() line {
	if s.leaked == 0 {
		return line{}
	}
	bytes := s.size / -math.Expm1(-s.size/sampleRate)
	return line{level: bytes, growth: s.leaked}
}

// heaps returns heap profiles with 20 sites.
func heaps() (out []Scenario) {
	for _, x := range []struct {
		name         string
		s            site
		first, grows figure // for a leak
	}{
		{"5 samples at each site, short-lived", site{inUse: 5, life: 0.3, size: 1000}, isFirst, grows},
		{"5 samples at each site, that live for 10 profiles", site{inUse: 5, life: 10, size: 1000}, isFirst, grows},
		{"100 samples at each site, that live for 3 profiles", site{inUse: 100, life: 3, size: 100}, isFirstOften, growsOften},
		{"5 large objects at each site, that live for 3 profiles", site{inUse: 5, life: 3, size: 2 << 20}, isFirst, grows},
		{"half a sample at each site, that lives for 5 profiles", site{inUse: 0.5, life: 5, size: 1000}, isFirst, grows},
	} {
		var sites []site
		for range functions {
			sites = append(sites, x.s)
		}
		for _, typ := range []string{"inuse_space", "inuse_objects", "alloc_space"} {
			out = append(out, Scenario{Name: "a flat heap, " + x.name + ", " + typ, profiles: 40, apart: time.Second,
				sites: sites, typ: typ, figures: wrong(0, 7, 7)})
		}
		leaks := append([]site{{inUse: x.s.inUse, life: x.s.life, size: x.s.size, leaked: 2}}, sites[1:]...)
		out = append(out, Scenario{Name: "a leak of 2 samples a profile, " + x.name, profiles: 40, apart: time.Second,
			sites: leaks, typ: "inuse_space", figures: []figure{x.first, x.grows}})
	}
	return out
}

// The lives of objects: none remembers how old it is, all are alike, they differ widely, and a tenth of them lives forty
// times as long as the others.
var (
	forgetful = (*rand.Rand).ExpFloat64
	same      = func(*rand.Rand) float64 { return 1 }
	widely    = func(r *rand.Rand) float64 { return math.Exp(r.NormFloat64() - 0.5) }
	mixed     = func(r *rand.Rand) float64 {
		x := r.ExpFloat64() / 4.9
		if r.IntN(10) == 0 {
			x *= 40
		}
		return x
	}
)

// heapLives returns heap profiles with 20 sites of which is asked how long their objects live.
func heapLives() (out []Scenario) {
	held := figure{"95% intervals that hold the life", 93, 100, func(o *outcome) (good, all int) {
		for i := range o.ranking.Rows {
			if l := o.ranking.Rows[i].Life; l != nil {
				all++
				if life := o.sites[0].life * o.apart.Seconds(); l.Low <= life && life <= l.High {
					good++
				}
			}
		}
		return good, all
	}}
	said := func(lasting series.Lasting) figure {
		return figure{"is said to be " + string(lasting), 90, 100, func(o *outcome) (good, all int) {
			l := o.row(0).Life
			return count(l != nil && l.Lasting == lasting)
		}}
	}
	loosely := figure{held.what, 85, 100, held.of}
	hardly := figure{held.what, 50, 100, held.of}
	for _, x := range []struct {
		name    string
		n       int
		s       site
		figures []figure
	}{
		{"of a twentieth of the time between profiles", 30, site{inUse: 1, life: 0.05, size: 1000, lives: forgetful}, []figure{held, said(series.Churn)}},
		{"of the time between profiles", 30, site{inUse: 5, life: 1, size: 1000, lives: forgetful}, []figure{held}},
		{"of five times that", 30, site{inUse: 10, life: 5, size: 1000, lives: forgetful}, []figure{held}},
		{"of five times that, large objects", 30, site{inUse: 10, life: 5, size: 2 << 20, lives: forgetful}, []figure{held}},
		{"as long as all profiles", 30, site{inUse: 20, life: 30, size: 1000, lives: forgetful}, []figure{held}},
		{"of three times that, five profiles", 5, site{inUse: 20, life: 15, size: 1000, lives: forgetful}, []figure{held}},
		{"of five times that, all alike", 30, site{inUse: 10, life: 5, size: 1000, lives: same}, []figure{held}},
		{"of five times that, widely different", 30, site{inUse: 10, life: 5, size: 1000, lives: widely}, []figure{loosely}},
		{"of five times that, a tenth of them 40 times as long as the others", 30, site{inUse: 10, life: 5, size: 1000, lives: mixed}, []figure{hardly}},
		{"for ever, from the start of the process on", 30, site{inUse: 0.1, life: 1, size: 1000, leaked: 2, lives: forgetful}, []figure{said(series.LongLived)}},
	} {
		var sites []site
		for range functions {
			sites = append(sites, x.s)
		}
		out = append(out, Scenario{Name: "lives " + x.name, profiles: x.n, apart: time.Second, sites: sites, typ: "alloc_space", figures: x.figures})
	}
	return out
}
