package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"profstation/model/lang"
)

// HeaderSize is the length of the header: "go 1.26 trace" and zeros.
const HeaderSize = 16

// magic begins every trace.
const magic = "go 1."

// generation is one generation as the file holds it.
type generation struct {
	number   uint64
	pieces   []piece // ranges in the file, without the byte that ends it
	bytes    int64
	from, to uint64 // times of its first and last batch, in units of its clock
	batches  int
	tables   bool   // its strings were read; they come last
	damage   string // why it is not whole; "" if no damage is known
	cut      bool   // it is the last one and only seems to be cut; its first events are sound

	result chan result // nil if it cannot be read
}

// fileEnds returns the damage of a generation that is cut.
func fileEnds() string {
	return lang.L("the file ends within it, as it is cut off or still being written")
}

// readable reports whether a generation, or at least its beginning, can be decoded.
func (g *generation) readable() bool { return g.damage == "" || g.cut }

func (g *generation) add(b *batch) {
	if b.cut {
		g.skip(b.to-b.from, fileEnds())
		return
	}
	if n := len(g.pieces); n > 0 && g.pieces[n-1].to == b.from {
		g.pieces[n-1].to = b.to
	} else {
		g.pieces = append(g.pieces, piece{b.from, b.to})
	}
	g.bytes += b.to - b.from
	if g.batches == 0 || b.time < g.from {
		g.from = b.time
	}
	g.to = max(g.to, b.time)
	g.batches++
	g.tables = g.tables || b.kind == batchStrings
}

// skip counts bytes that belong to the generation but cannot be read.
func (g *generation) skip(n int64, damage string) {
	g.bytes += n
	g.damage = cmp.Or(g.damage, damage)
}

// strange skips a batch that is inside the generation but has another number.
func (g *generation) strange(b *batch) {
	g.skip(b.to-b.from, lang.L("a batch within it belongs to generation {{.Number}}", lang.With{"Number": b.generation}))
}

// splitter splits a trace into its generations at the batch headers.
//
// A generation begins with its clock and ends with its strings and, since Go 1.26, with an extra
// byte. The numbers in the headers are enough to split a sound file. In a damaged file, the splitter
// decides which generation is damaged, so that all others are kept. If a batch with another number
// stands between two batches from one generation, it is a damaged batch in that generation. After a
// header that cannot be read, the splitter looks for the next three consecutive batches.
type splitter struct {
	ctx     context.Context
	s       *Source
	version int
	all     []*generation
	cur     *generation // nil between two generations
	last    batch       // the previous batch; zero if not known
}

// split returns the generations sorted by number. The result is complete unless the context has ended.
func split(ctx context.Context, s *Source, version int) []*generation {
	p := &splitter{ctx: ctx, s: s, version: version}
	for off := int64(HeaderSize); off < s.size; {
		b, ok := p.batch(off)
		if !ok || b.cut && p.swallows(&b) || b.end && p.premature(&b) || !p.place(&b) {
			off = p.broken(off, &b)
			continue
		}
		p.last = b
		off = b.to
	}
	if c := p.cur; c != nil {
		if p.version >= 26 {
			c.skip(0, fileEnds())
		}
		c.cut = c.damage == fileEnds() || c.damage == "" && !c.tables
	}
	p.inOrder()
	return p.all
}

func (p *splitter) batch(off int64) (batch, bool) { return parseBatch(p.s, off, p.version, false) }

// swallows reports whether a batch's size is damaged: other batches are where its bytes should be.
func (p *splitter) swallows(b *batch) bool {
	_, found := p.resync(b.from + 1)
	return found
}

// premature reports whether a byte only looks like the end of a generation, because the previous
// batch's size is damaged: the strings have not come yet, and no generation begins after the byte.
func (p *splitter) premature(end *batch) bool {
	if p.cur == nil || p.cur.tables || end.to == p.s.size {
		return false
	}
	next, ok := p.batch(end.to)
	return !ok || next.end || !p.plausible(&next)
}

// place adds a batch to its generation. It returns false if the header seems to be damaged.
func (p *splitter) place(b *batch) bool {
	switch {
	case b.end:
		if p.cur == nil {
			p.begin(0)
			p.cur.damage = lang.L("its batches are missing")
		}
		p.cur.bytes++
		p.cur = nil
	case p.cur != nil && b.generation == p.cur.number:
		p.cur.add(b)
	case p.cur != nil && p.foreign(b):
		p.cur.strange(b)
	default:
		number := p.beginning(b)
		if number == 0 {
			return false
		}
		p.begin(number)
		if number == b.generation {
			p.cur.add(b)
		} else {
			p.cur.strange(b)
		}
	}
	return true
}

// begin begins a generation. The number 0 stands for a piece without a number.
func (p *splitter) begin(number uint64) {
	if p.cur != nil && p.version >= 26 {
		p.cur.skip(0, lang.L("its end is missing"))
	}
	p.cur = &generation{number: number}
	p.all = append(p.all, p.cur)
}

// before returns the number of the last generation that has begun, or 0 if there is none.
func (p *splitter) before() uint64 {
	if n := len(p.all); n > 0 {
		return p.all[n-1].number
	}
	return 0
}

// ahead is how many batches are examined to find out where one with another number belongs.
const ahead = 8

// beginning returns the number of the generation that seems to begin with a batch, or 0 if none
// does. The batch's own number may be damaged, or that of the next batch, so a number counts if two
// of the next batches have it. If no two agree, the expected number counts.
func (p *splitter) beginning(b *batch) uint64 {
	if !p.plausible(b) {
		return 0
	}
	said := append(make([]uint64, 0, ahead+1), b.generation)
	next, ok := *b, true
	for len(said) <= ahead {
		if next, ok = p.batch(next.to); !ok || next.end || !p.plausible(&next) {
			break
		}
		if slices.Contains(said, next.generation) {
			return next.generation
		}
		said = append(said, next.generation)
	}
	switch expected := p.before() + 1; {
	case b.cut:
		return b.generation
	case len(p.all) > 0 && slices.Contains(said, expected):
		return expected
	case len(p.all) > 0:
		return 0
	case len(said) > 1 || ok && next.end || b.kind == batchSync || b.kind == batchFrequency:
		return b.generation
	}
	return 0
}

// foreign reports whether a batch with another number begins no generation: the current generation
// goes on, or ends, right after it.
func (p *splitter) foreign(b *batch) bool {
	next, ok := *b, true
	for i := range ahead {
		if next, ok = p.batch(next.to); !ok {
			return false
		}
		switch {
		case next.end:
			// A generation has at least a clock, stacks and strings, so none ends as soon as this.
			return i < 2
		case next.generation == p.cur.number:
			return true
		case next.generation != b.generation:
			// The next generation begins after the batch. A batch with tables, which end a
			// generation, belongs to the current one.
			return i == 0 && next.generation == p.cur.number+1 && p.version < 26 && (b.table() || !p.cur.tables)
		}
	}
	return false
}

// broken finds the generation for the unreadable bytes at off, and where to go on.
func (p *splitter) broken(off int64, b *batch) int64 {
	damage := lang.L("a batch of it is damaged")
	if string(p.s.look(off, len(magic))) == magic {
		p.begin(0)
		p.cur.skip(p.s.size-off, lang.L("another trace follows the first one"))
		p.cur = nil
		return p.s.size
	}
	from := off
	if p.last.to == off && !p.last.end {
		from = p.last.from // its size may be wrong
	}
	next, found := p.resync(from + 1)
	if !found {
		next.from = p.s.size
	}
	p.last = batch{}
	if next.from < off { // the last batch is shorter than it says
		p.cur.skip(0, damage)
		p.cutBack(next.from)
		return next.from
	}
	lost := next.from - off
	switch current, following := p.whose(off, &next, found); {
	case current && !found && b.cut:
		p.cur.skip(lost, fileEnds())
	case current:
		p.cur.skip(lost, damage)
		if following {
			p.begin(next.generation)
			p.cur.damage = damage
		}
	case found:
		p.begin(next.generation)
		p.cur.skip(lost, damage)
	case b.cut && len(p.all) > 0:
		p.begin(p.before() + 1)
		p.cur.skip(lost, fileEnds())
	default:
		p.begin(0)
		p.cur.skip(lost, lang.L("it cannot be read"))
		p.cur = nil
	}
	return next.from
}

// cutBack gives back the bytes after an offset, which the last batch claimed.
func (p *splitter) cutBack(to int64) {
	c := p.cur
	for i := len(c.pieces) - 1; i >= 0 && c.pieces[i].to > to; i-- {
		end := max(to, c.pieces[i].from)
		c.bytes -= c.pieces[i].to - end
		c.pieces[i].to = end
	}
}

// whose guesses whether bytes that cannot be read belong to the current generation, to
// the following one, or to both. The batch next was found after them.
func (p *splitter) whose(off int64, next *batch, found bool) (current, following bool) {
	switch {
	case p.cur == nil, !found && p.cutBeginning(off):
		return false, true
	case !found, next.end, next.generation == p.cur.number:
		return true, false
	case p.version >= 26 && next.from == off+1:
		return true, false // the byte that ends it
	}
	// All but the first byte may be sound.
	if b, ok := parseBatch(p.s, off, p.version, true); ok {
		if b.generation == p.cur.number {
			return true, false
		}
		if b.generation == next.generation && p.version < 26 {
			return false, true
		}
	}
	return true, p.version >= 26 || p.cur.tables
}

// cutBeginning reports whether the file ends within the next generation's header. Either the header's
// number shows it, or the header is too short to show anything and the current generation is complete.
func (p *splitter) cutBeginning(off int64) bool {
	head := p.s.look(off, maxBatchHeader+1)
	if p.version >= 26 || len(head) > maxBatchHeader || len(head) == 0 || head[0] != batchEvents {
		return false
	}
	number, n := binary.Uvarint(head[1:])
	return p.cur.tables && (n == 0 || n > 0 && number == p.cur.number+1)
}

// inOrder sorts the generations by their numbers, because pieces in another order are complete all
// the same. A piece without a number stays after the piece before it. Generations that occur twice
// in the file are marked as damaged, because nothing says which is right.
func (p *splitter) inOrder() {
	seen, at := map[uint64]*generation{}, map[*generation]uint64{}
	number := uint64(0)
	for _, g := range p.all {
		if g.number > 0 {
			number = g.number
			if other := seen[number]; other != nil {
				g.damage = lang.L("there are two pieces of a generation {{.Number}}", lang.With{"Number": number})
				other.damage = cmp.Or(other.damage, g.damage)
			}
			seen[number] = g
		}
		at[g] = number
	}
	slices.SortStableFunc(p.all, func(a, b *generation) int { return cmp.Compare(at[a], at[b]) })
}
