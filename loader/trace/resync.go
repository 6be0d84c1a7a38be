package trace

// resync looks for three consecutive batches.
func (p *splitter) resync(from int64) (batch, bool) {
	for off := from; off < p.s.size; off++ {
		if off%look == 0 && p.ctx.Err() != nil {
			break
		}
		if c := p.s.look(off, 1); len(c) == 0 || c[0] != batchEvents && c[0] != batchExperimental && c[0] != batchEndGeneration {
			continue
		}
		if b, ok := p.row(off); ok {
			return b, true
		}
	}
	return batch{}, false
}

// row reports whether three consecutive batches begin at off, or fewer if the file ends first.
// Their generations and times must be plausible, and their contents must begin with a known byte.
func (p *splitter) row(off int64) (first batch, ok bool) {
	number, clock, ended := p.before(), uint64(0), false
	for batches := 0; batches < 3; {
		b, ok := p.batch(off)
		if first.to == 0 {
			first = b
		}
		switch {
		case off == p.s.size:
			return first, batches > 0
		case !ok || b.cut:
			return first, batches > 1 && b.cut
		case b.end && ended:
			return first, false
		case b.end:
			ended = true
		case number > 0 && (b.generation < number || b.generation > number+2 || ended && b.generation == number && batches > 0),
			b.kind == 0 || b.kind > batchEndGeneration,
			!p.timely(b.time) || batches > 0 && !near(b.time, clock):
			return first, false
		default:
			number, clock, ended = b.generation, b.time, false
			batches++
		}
		off = b.to
	}
	return first, true
}

// timely reports whether a batch's time fits this file. Any time read so far may be damaged too, so
// being near the first or the last time in the first generation is enough.
func (p *splitter) timely(time uint64) bool {
	if len(p.all) == 0 || p.all[0].batches < 2 {
		return true
	}
	return near(time, p.all[0].from) || near(time, p.all[0].to)
}

// plausible reports whether a batch may begin a generation: either it has the next number, or its time fits.
func (p *splitter) plausible(b *batch) bool {
	return b.generation == p.before()+1 || p.timely(b.time)
}

// near reports whether two times can be in one trace, which lasts no longer than the clock ran before it.
func near(time, clock uint64) bool { return time >= clock/2 && time/2 <= clock }
