package compare_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/measure/simulate"
	"profstation/model"
	"profstation/model/compare"
)

// A recording that is given twice is noticed, and none that only resembles another.
func TestTheSameTwice(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	record := func() *model.Profile { return simulate.CPU{Samples: simulate.Even(5, 3000)}.Record(rnd, 1) }
	a, b, c, d := record(), record(), record(), record()
	all := func(of ...*model.Profile) []*model.Profile { return of }
	for _, x := range []struct {
		base, now []*model.Profile
		want      string
	}{
		{all(a), all(b), ""},
		{all(a), all(a), "base and new are identical, sample by sample"},
		{all(a, b), all(c, d), ""},
		{all(a, b), all(c, a), "one recording is identical to another, sample by sample: it adds no information"},
		{all(a, a), all(b, b), "2 recordings are identical to others, sample by sample: they add no information"},
	} {
		p := must.Have(compare.JoinGroups(context.Background(), x.base, x.now))
		if got := strings.Join(p.Left, "\n"); got != x.want {
			t.Errorf("%q, want %q", got, x.want)
		}
	}
}
