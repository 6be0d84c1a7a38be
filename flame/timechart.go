package flame

import (
	"context"
	"io"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// TimeChart is a flame chart: the samples' stacks in the order of time. If neighbours begin with the same frames,
// these are joined to one box, as long as each sample follows the one before within two periods. It does not change.
type TimeChart struct {
	*Lanes
	Window Window    // the part that is laid out as finely as was asked, in nanoseconds since Lanes.Time.From
	Lane   []Lane    // the heaviest first
	Cut    bool      // there are more boxes than are laid out
	first  []float64 // how many rows are above each lane; the last element counts all rows
}

// Lane is a lane in a flame chart.
type Lane struct {
	Name  string // safe for a screen
	Total int64  // Σvalue
	Rows  [][]TimeBox
}

// TimeBox is one box. Boxes in a row follow each other, and a box's callees lie within it.
type TimeBox struct {
	Node     query.NodeID // NoNode: several small ones
	From, To int64        // nanoseconds since Lanes.Time.From
	Net      int64        // Σvalue of its samples
	Self     int64        // Σvalue of the samples that end here
	Merged   int32        // how many small boxes it stands for; 0: it is a single box
}

// TimeRef names one box in a flame chart.
type TimeRef struct{ Lane, Row, Box int }

// NoTimeRef stands for no box.
var NoTimeRef = TimeRef{-1, -1, -1}

// TimeOptions say which part of a flame chart to lay out, and how finely.
type TimeOptions struct {
	Window  Window // in nanoseconds since Lanes.Time.From; the zero value means everything
	Columns int    // divides the window: neighbours smaller than a column are merged. 0 merges nothing
	Max     int    // the largest number of boxes; 0: DefaultMax
}

// Chart lays out the boxes in a window, and half a window's width to either side. A box's figures are for all of its
// samples, also outside the window. The only error is the context's.
func (l *Lanes) Chart(ctx context.Context, o TimeOptions) (*TimeChart, error) {
	whole := Window{To: float64(l.Time.Until - l.Time.From)}
	c := &TimeChart{Lanes: l, Window: o.Window}
	if c.Window.W() <= 0 || c.Window.To <= 0 || c.Window.From >= whole.To {
		c.Window = whole
	}
	b := chartBuilder{lanes: l, steps: work.StepsUntil(ctx), boxes: o.Max}
	if b.boxes == 0 {
		b.boxes = DefaultMax
	}
	b.from, b.to = toUnits(c.Window.From-c.Window.W()/2), toUnits(c.Window.To+c.Window.W()/2+1)
	if o.Columns > 0 {
		b.min = toUnits(c.Window.W() / float64(o.Columns))
	}
	rows := 0.0
	for i := range l.lanes {
		lane := b.lane(&l.lanes[i])
		if b.steps.Over(1) {
			return nil, ctx.Err()
		}
		c.Lane, c.first = append(c.Lane, lane), append(c.first, rows)
		rows += float64(l.lanes[i].depth) + headRows
	}
	c.first = append(c.first, rows)
	c.Cut = b.boxes < 0
	return c, ctx.Err()
}

// chartBuilder makes the boxes for one lane after another.
type chartBuilder struct {
	lanes    *Lanes
	steps    *work.Steps
	from, to int64 // boxes outside are dropped
	min      int64 // how long a box must be to stand for itself
	boxes    int   // how many more boxes may be made

	rows  [][]TimeBox
	open  []openBox // the previous sample's boxes
	place []int32   // a sample's branches, from leaf to root
}

// openBox is a box that the next sample may continue.
type openBox struct {
	branch int32
	TimeBox
}

func (b *chartBuilder) lane(l *lane) Lane {
	b.rows, b.open = make([][]TimeBox, l.depth), b.open[:0]
	start := b.lanes.Time.From
	for i, m := range l.moments {
		b.place = b.place[:0]
		for k := m.leaf; k >= 0; k = b.lanes.branches[k].parent {
			b.place = append(b.place, k)
		}
		if b.steps.Over(1 + len(b.place)) {
			break
		}
		depth := len(b.place)
		common := 0
		for common < min(depth, len(b.open)) && b.open[common].branch == b.place[depth-1-common] {
			common++
		}
		b.close(common, m.at-start)
		for d := common; d < depth; d++ {
			k := b.place[depth-1-d]
			b.open = append(b.open, openBox{k, TimeBox{Node: b.lanes.branches[k].node, From: m.at - start}})
		}
		for d := range b.open {
			b.open[d].Net = units.Plus(b.open[d].Net, m.value)
		}
		b.open[depth-1].Self = units.Plus(b.open[depth-1].Self, m.value)
		if end, follows := l.ends(i, b.lanes.Period); !follows {
			b.close(0, end-start)
		}
	}
	return Lane{Name: b.lanes.title(l), Total: l.total, Rows: b.rows}
}

// close ends the open boxes from a depth on, and keeps those in range. A box that is too small joins the one before
// it in its row if that is also small, and near.
func (b *chartBuilder) close(depth int, at int64) {
	for d := len(b.open) - 1; d >= depth; d-- {
		x := b.open[d].TimeBox
		if x.To = at; x.To < b.from || x.From > b.to {
			continue
		}
		row := b.rows[d]
		if n := len(row); x.To-x.From < b.min && n > 0 {
			if last := &row[n-1]; last.small(b.min) && x.From-last.To < b.min {
				last.Node, last.To = query.NoNode, x.To
				last.Merged = max(last.Merged, 1) + 1
				last.Net, last.Self = units.Plus(last.Net, x.Net), units.Plus(last.Self, x.Self)
				continue
			}
		}
		if b.boxes--; b.boxes < 0 {
			continue
		}
		b.rows[d] = append(row, x)
	}
	b.open = b.open[:depth]
}

// small reports whether a box is narrower than a column, or stands for several such boxes.
func (x *TimeBox) small(lowest int64) bool { return x.Merged > 0 || x.To-x.From < lowest }

// Box returns a box.
func (c *TimeChart) Box(r TimeRef) *TimeBox { return &c.Lane[r.Lane].Rows[r.Row][r.Box] }

// Has reports whether the chart has a box.
func (c *TimeChart) Has(r TimeRef) bool {
	return r.Lane >= 0 && r.Lane < len(c.Lane) && r.Row >= 0 && r.Row < len(c.Lane[r.Lane].Rows) && r.Box >= 0 &&
		r.Box < len(c.Lane[r.Lane].Rows[r.Row])
}

// Whole returns the window that shows everything.
func (c *TimeChart) Whole() Window { return Window{To: float64(c.Time.Until - c.Time.From)} }

// WriteCSV writes the boxes, lane by lane and row by row: the lane, the depth from 0, when the box begins and ends in
// nanoseconds on the samples' clock, its sum, how much of that ends here, and the name as pprof prints it.
func (c *TimeChart) WriteCSV(w io.Writer) error {
	return units.WriteCSV(w, []string{"lane", "depth", "from_ns", "until_ns", "total", "self", "name"}, func(yield func([]units.Cell) bool) {
		for i, l := range c.Lane {
			for depth, row := range l.Rows {
				for k := range row {
					b, t := &row[k], c.TimeOf(TimeRef{i, depth, k})
					name := lang.English("({{.N}} more)", lang.With{"N": units.Count(int64(b.Merged))})
					if b.Node != query.NoNode {
						name = c.Result.Nodes.Node(b.Node).String()
					}
					if !yield([]units.Cell{units.Text(c.lanes[i].name), units.WholeCell(depth), units.WholeCell(t.From), units.WholeCell(t.Until),
						units.WholeCell(b.Net), units.WholeCell(b.Self), units.Text(name)}) {
						return
					}
				}
			}
		}
	})
}
