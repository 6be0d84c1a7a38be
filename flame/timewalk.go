package flame

import "sort"

// Move returns the box next to r in a direction. It may lie in the next lane. Move returns r if there is none. It
// never leads to a merged box.
func (c *TimeChart) Move(r TimeRef, step Step) TimeRef {
	if !c.Has(r) {
		for lane := range c.Lane {
			if to := c.single(TimeRef{lane, 0, 0}, 1); to != NoTimeRef {
				return to
			}
		}
		return r
	}
	b, to := c.Box(r), NoTimeRef
	switch step {
	case Left:
		to = c.single(TimeRef{r.Lane, r.Row, r.Box - 1}, -1)
	case Right:
		to = c.single(TimeRef{r.Lane, r.Row, r.Box + 1}, 1)
	case Outwards:
		if to = c.Find(r.Lane, r.Row-1, b.From); to == NoTimeRef {
			to = c.nearest(r.Lane-1, -1, b.From)
		}
	case Inwards:
		if to = c.longest(r.Lane, r.Row+1, b); to == NoTimeRef {
			to = c.nearest(r.Lane+1, 1, b.From)
		}
	}
	if to == NoTimeRef {
		return r
	}
	return to
}

// single returns the first box from r on, in steps of way, that is not merged.
func (c *TimeChart) single(r TimeRef, way int) TimeRef {
	for ; c.Has(r); r.Box += way {
		if c.Box(r).Merged == 0 {
			return r
		}
	}
	return NoTimeRef
}

// longest returns the longest box in a row that lies within another box.
func (c *TimeChart) longest(lane, row int, in *TimeBox) TimeRef {
	best := NoTimeRef
	if row >= len(c.Lane[lane].Rows) {
		return best
	}
	boxes := c.Lane[lane].Rows[row]
	for i := sort.Search(len(boxes), func(i int) bool { return boxes[i].From >= in.From }); i < len(boxes) && boxes[i].To <= in.To; i++ {
		if b := &boxes[i]; b.Merged == 0 && (best == NoTimeRef || b.To-b.From > c.Box(best).To-c.Box(best).From) {
			best = TimeRef{lane, row, i}
		}
	}
	return best
}

// nearest returns the root box nearest to a time in the next lane that has one.
func (c *TimeChart) nearest(lane, way int, at int64) TimeRef {
	for ; lane >= 0 && lane < len(c.Lane); lane += way {
		if len(c.Lane[lane].Rows) == 0 {
			continue
		}
		boxes := c.Lane[lane].Rows[0]
		i := sort.Search(len(boxes), func(i int) bool { return boxes[i].To > at })
		for _, to := range []TimeRef{c.single(TimeRef{lane, 0, i}, 1), c.single(TimeRef{lane, 0, i - 1}, -1)} {
			if to != NoTimeRef {
				return to
			}
		}
	}
	return NoTimeRef
}
