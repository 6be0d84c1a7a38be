package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/google/pprof/profile"

	"profstation/testdata/record/synthetic"
)

// large is the profile for benchmarks with big profiles: stacks 40 deep, from 5,000 functions.
// It is the same every time.
type large struct {
	path          string
	stacks        int
	parts, labels int // 0: one profile; none
}

func (l *large) write() error {
	p := synthetic.Large(l.stacks, 40, 5_000, 1)
	if l.labels > 0 {
		label(p, l.labels)
	}
	if l.parts == 0 {
		return writeProfile(l.path, p)
	}
	if err := os.MkdirAll(l.path, 0o777); err != nil {
		return err
	}
	all, begin := p.Sample, p.TimeNanos
	for k := range l.parts {
		r := rand.New(rand.NewPCG(uint64(k), 1))
		p.Sample, p.TimeNanos = nil, begin+int64(k)*int64(time.Minute)
		for _, s := range all {
			if r.IntN(2) == 0 {
				p.Sample = append(p.Sample, s)
			}
		}
		if err := writeProfile(filepath.Join(l.path, fmt.Sprintf("%03d.pprof", k)), p); err != nil {
			return err
		}
	}
	return nil
}

// label gives each sample a tenant and an endpoint.
func label(p *profile.Profile, values int) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range p.Sample {
		s.Label = map[string][]string{
			"tenant":   {fmt.Sprint("tenant-", r.IntN(values))},
			"endpoint": {fmt.Sprint("/endpoint/", r.IntN(values))},
		}
	}
}

func writeProfile(path string, p *profile.Profile) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := p.Write(f); err != nil {
		f.Close()
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Close()
}
