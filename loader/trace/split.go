package trace

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
)

// HeaderSize is the length of the header: "go 1.26 trace" and zeros.
const HeaderSize = 16

// magic begins every trace.
const magic = "go 1."

// generation is one generation as the file holds it.
type generation struct {
	number   uint64
	pieces   []piece // of the file, without what ends it
	bytes    int64
	from, to uint64 // the times of its first and last batch, in units of its clock
	batches  int
	tables   bool   // it has its strings, which come last
	ended    bool   // it has its end, which files have since Go 1.26
	damage   string // why it cannot be whole; "" if nothing is known
	cut      bool   // it is the last and seems to be cut, no worse: its first events are sound
}

// fileEnds is the damage of a generation that is cut.
const fileEnds = "the file ends within it: it is cut off, or still being written"

func (g *generation) add(b *batch) {
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

// skip notes bytes that belong to the generation and cannot be read.
func (g *generation) skip(n int64, damage string) {
	g.bytes += n
	if g.damage == "" {
		g.damage = damage
	}
}

// strange skips a batch within the generation that has another number.
func (g *generation) strange(b *batch) {
	g.skip(b.to-b.from, fmt.Sprintf("a batch within it says that it is of generation %d", b.generation))
}

// splitter splits a trace into its generations, by the headers of its batches.
//
// Every generation begins with its clock and ends with its strings, and, since
// Go 1.26, with a byte of its own. In a sound file nothing else is needed than
// the numbers in the headers. In a damaged one the question is always whose
// the damage is, for all other generations are to be kept: a batch of another
// number between two of the same generation is a damaged batch of that one,
// and behind a header that cannot be read the next three that can be read in a
// row are looked for.
type splitter struct {
	ctx     context.Context
	s       *Source
	version int
	all     []*generation
	cur     *generation
	last    batch // the one before
}

// split returns the generations in the order of the file. Once the context has
// ended, its result is of no use.
func split(ctx context.Context, s *Source, version int) []*generation {
	p := &splitter{ctx: ctx, s: s, version: version}
	for off := int64(HeaderSize); off < s.size; {
		b, ok := parseBatch(s, off, version, false)
		switch {
		case !ok || b.cut && p.swallows(&b) || b.end && p.premature(&b):
			off = p.broken(off, &b)
			continue
		case b.end:
			p.end(&b)
		case p.cur != nil && b.generation != p.cur.number && p.foreign(&b):
			p.cur.strange(&b)
		case p.cur == nil || b.generation != p.cur.number:
			if next, ok := p.confirmed(&b); !ok {
				off = p.broken(off, &b)
				continue
			} else if next > 0 {
				p.lacksEnd()
				p.begin(next)
				p.cur.strange(&b)
				break
			}
			p.take(&b)
		default:
			p.take(&b)
		}
		p.last = b
		off = b.to
	}
	if c := p.cur; c != nil && p.version >= 26 && c.damage == "" {
		c.damage = fileEnds
	}
	if c := p.cur; c != nil {
		c.cut = c.damage == fileEnds || c.damage == "" && !c.tables
	}
	p.twice()
	return p.all
}

// swallows reports whether a batch seems to go beyond the end of the file only
// because its size is damaged: other batches stand where its bytes should.
func (p *splitter) swallows(b *batch) bool {
	_, found := p.resync(b.from + 1)
	return found
}

// premature reports whether a byte only looks like the end of a generation,
// because the size of the batch before it is damaged: the strings have not come
// yet, and nothing begins behind it.
func (p *splitter) premature(end *batch) bool {
	if p.cur == nil || p.cur.tables || end.to == p.s.size {
		return false
	}
	next, ok := parseBatch(p.s, end.to, p.version, false)
	return !ok || next.end || !p.plausible(&next)
}

// take adds a batch to its generation, which may be a new one.
func (p *splitter) take(b *batch) {
	if p.cur == nil || b.generation != p.cur.number {
		p.lacksEnd()
		p.begin(b.generation)
	}
	if b.cut {
		p.cur.skip(b.to-b.from, fileEnds)
		return
	}
	p.cur.add(b)
}

// confirmed reports whether a batch that seems to begin a generation does. Its
// own number may be what is damaged, or that of the batch behind it: what two
// of the next batches say holds. Where that is another number, that is the
// generation that begins, and is returned. Where no two agree, the number must
// be the one to be expected, or the batch one that generations begin with.
func (p *splitter) confirmed(b *batch) (other uint64, ok bool) {
	if !p.plausible(b) {
		return 0, false
	}
	said := append(make([]uint64, 0, ahead+1), b.generation)
	ended := false
	for next := *b; len(said) <= ahead; {
		if next, ok = parseBatch(p.s, next.to, p.version, false); !ok || next.end || !p.plausible(&next) {
			ended = ok && next.end
			break
		}
		if slices.Contains(said, next.generation) {
			if next.generation == b.generation {
				return 0, true
			}
			return next.generation, true
		}
		said = append(said, next.generation)
	}
	if n := len(p.all); n > 0 {
		expected := p.all[n-1].number + 1
		if b.generation != expected && slices.Contains(said, expected) {
			return expected, true
		}
		return 0, b.generation == expected || b.cut
	}
	return 0, len(said) > 1 || ended || b.kind == batchSync || b.kind == batchFrequency || b.cut
}

func (p *splitter) lacksEnd() {
	if p.cur != nil && p.version >= 26 && p.cur.damage == "" {
		p.cur.damage = "its end is missing"
	}
}

func (p *splitter) begin(number uint64) {
	p.cur = &generation{number: number}
	p.all = append(p.all, p.cur)
}

// end ends the generation.
func (p *splitter) end(b *batch) {
	if p.cur == nil { // an end without a beginning
		p.begin(0)
		p.cur.damage = "its batches are missing"
	}
	p.cur.bytes += b.to - b.from
	p.cur.ended = true
	p.cur = nil
}

// ahead is how many batches are looked at to find out whose a strange one is.
const ahead = 8

// foreign reports whether a batch with another number is no beginning: the
// generation goes on, or ends, right behind it.
func (p *splitter) foreign(b *batch) bool {
	next := *b
	for i := 0; i < ahead; i++ {
		var ok bool
		if next, ok = parseBatch(p.s, next.to, p.version, false); !ok {
			return false
		}
		if next.end {
			// No generation is as short as that: it has its clock, stacks and
			// strings at least.
			return i < 2
		}
		if next.generation == p.cur.number {
			return true
		}
		if next.generation != b.generation {
			// Neither the one nor the other: the next begins there. What ends
			// a generation is the old one's, what begins it the new one's.
			if i == 0 && next.generation == p.cur.number+1 && p.version < 26 && (b.table() || !p.cur.tables) {
				return true
			}
			return false
		}
	}
	return false
}

// broken finds out whose the bytes at off are, which cannot be read, and returns
// where to go on.
func (p *splitter) broken(off int64, b *batch) int64 {
	const damage = "a batch of it is damaged"
	if string(p.s.look(off, len(magic))) == magic {
		p.begin(0)
		p.cur.skip(p.s.size-off, "another trace stands behind the first one")
		p.cur = nil
		return p.s.size
	}
	from := off
	if p.last.to == off && !p.last.end && p.last.to > 0 {
		from = p.last.from // its size may be wrong
	}
	next, found := p.resync(from + 1)
	if !found {
		next.from = p.s.size
	}
	if next.from < off { // the last batch is shorter than it says
		p.cur.skip(0, damage)
		p.cutBack(next.from)
		return next.from
	}
	lost := next.from - off
	whose := p.guess(off, &next, found)
	switch {
	case whose&1 != 0 && p.cur != nil:
		why := damage
		if !found && b.cut {
			why = fileEnds
		}
		p.cur.skip(lost, why)
	case whose == 2 && !found && b.cut && len(p.all) > 0:
		p.begin(p.all[len(p.all)-1].number + 1)
		p.cur.skip(lost, fileEnds)
	case whose&1 == 0 && found:
		p.begin(next.generation)
		p.cur.skip(lost, damage)
		p.last = batch{}
		return next.from
	default:
		p.begin(0)
		p.cur.skip(lost, "it cannot be read")
		p.cur = nil
	}
	if whose&2 != 0 && found && (p.cur == nil || next.generation != p.cur.number) {
		p.begin(next.generation)
		p.cur.damage = damage
	}
	p.last = batch{}
	return next.from
}

// cutBack gives back what was taken for a part of the last batch.
func (p *splitter) cutBack(to int64) {
	c := p.cur
	for i := len(c.pieces) - 1; i >= 0 && c.pieces[i].to > to; i-- {
		c.bytes -= c.pieces[i].to - max(to, c.pieces[i].from)
		c.pieces[i].to = max(to, c.pieces[i].from)
	}
	p.last = batch{}
}

// cutBeginning reports whether the file ends within the header of the next
// generation: the header says so, or is too short to say anything while all of
// the current generation is there.
func (p *splitter) cutBeginning(off int64) bool {
	head := p.s.look(off, maxBatchHeader+1)
	if p.version >= 26 || len(head) > maxBatchHeader || len(head) == 0 || head[0] != batchEvents {
		return false
	}
	number, n := binary.Uvarint(head[1:])
	return p.cur.tables && (n == 0 || n > 0 && number == p.cur.number+1)
}

// guess returns whose a piece is that cannot be read: 1 the current
// generation's, 2 the next one's, 3 perhaps both.
func (p *splitter) guess(off int64, next *batch, found bool) int {
	switch {
	case p.cur == nil:
		return 2
	case !found && p.cutBeginning(off):
		return 2
	case !found:
		return 1
	case next.end || next.generation == p.cur.number:
		return 1
	case p.version >= 26 && next.from == off+1:
		return 1 // the byte that ends it
	}
	// All but the first byte may be sound.
	if b, ok := parseBatch(p.s, off, p.version, true); ok {
		switch b.generation {
		case p.cur.number:
			return 1
		case next.generation:
			if p.version < 26 {
				return 2
			}
		}
	}
	if p.version >= 26 {
		return 3
	}
	if !p.cur.tables {
		return 1
	}
	return 3
}

// twice marks generations that stand in the file twice as damaged, for nothing
// says which of them is right, and puts all in their order.
func (p *splitter) twice() {
	seen := map[uint64]*generation{}
	for _, g := range p.all {
		if g.number == 0 {
			continue
		}
		if other := seen[g.number]; other != nil {
			g.damage = fmt.Sprintf("there are two pieces of a generation %d", g.number)
			if other.damage == "" {
				other.damage = g.damage
			}
		}
		seen[g.number] = g
	}
	// Pieces that stand in another order are complete all the same.
	number := uint64(0)
	at := map[*generation]uint64{}
	for _, g := range p.all {
		if g.number > 0 {
			number = g.number
		}
		at[g] = number // what has no number stays behind the one before it
	}
	slices.SortStableFunc(p.all, func(a, b *generation) int { return cmp.Compare(at[a], at[b]) })
}
