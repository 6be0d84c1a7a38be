package layout

import "context"

// place moves each rank repeatedly to where its neighbours pull it, as near as the widths allow.
func (l *layers) place(ctx context.Context) {
	for _, rank := range l.ranks {
		offset := 0.0
		for i, n := range rank {
			v := &l.vertex[n]
			if i > 0 {
				left, space := &l.vertex[rank[i-1]], nodeGap
				if left.bend || v.bend {
					space = bendRoom
				}
				offset += (left.w+v.w)/2 + space
			}
			v.offset = offset
		}
		for _, v := range rank {
			l.vertex[v].x = l.vertex[v].offset - offset/2
		}
	}
	const rounds = 12
	var p pool
	for i := 0; i < rounds && ctx.Err() == nil; i++ {
		last := i >= rounds-4
		for k := range l.ranks {
			r := k
			if i%2 == 1 {
				r = len(l.ranks) - 1 - k
			}
			l.settle(&p, r, i%2 == 0 || last, i%2 == 1 || last)
		}
	}
}

// settle moves a rank's vertices as near to the mean of their neighbours as their order and widths allow.
func (l *layers) settle(p *pool, r int, above, below bool) {
	for _, v := range l.ranks[r] {
		sum, weight := 0.0, 0.0
		pull := func(other *vertex, w float64) { sum, weight = sum+w*other.x, weight+w }
		if above {
			l.neighbours(v, true, pull)
		}
		if below {
			l.neighbours(v, false, pull)
		}
		if weight == 0 {
			const still = 0.01 // a vertex that nothing pulls gives way
			sum, weight = still*l.vertex[v].x, still
		}
		p.add(sum/weight-l.vertex[v].offset, weight)
	}
	for i, x := range p.solve() {
		v := &l.vertex[l.ranks[r][i]]
		v.x = x + v.offset
	}
}

// pool finds the row of numbers that never falls and is nearest to the given ones by weighted least squares (pool
// adjacent violators; Ayer and others, 1955).
type pool struct {
	blocks []block
	result []float64
}

type block struct {
	mean, weight float64
	n            int
}

// add appends the next number. Its weight must be above 0.
func (p *pool) add(x, weight float64) {
	b := block{x, weight, 1}
	for k := len(p.blocks) - 1; k >= 0 && p.blocks[k].mean > b.mean; k-- {
		a := p.blocks[k]
		w := a.weight + b.weight
		b = block{(a.mean*a.weight + b.mean*b.weight) / w, w, a.n + b.n}
		p.blocks = p.blocks[:k]
	}
	p.blocks = append(p.blocks, b)
}

// solve returns the row and begins another. The result is valid until the next call.
func (p *pool) solve() []float64 {
	p.result = p.result[:0]
	for _, b := range p.blocks {
		for range b.n {
			p.result = append(p.result, b.mean)
		}
	}
	p.blocks = p.blocks[:0]
	return p.result
}
