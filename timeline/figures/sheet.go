package figures

import (
	"maps"

	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/plot"
)

// View is what a sheet shows.
type View struct {
	Interval trace.Interval // the zero value: the whole trace
	Choice   Choice
	Kept     []Kept
	// Selected is the selected span, if HasSelected is set.
	HasSelected bool
	Selected    trace.SpanIndex
}

// Kept is an interval that is kept to be compared with others.
type Kept struct {
	Name string
	trace.Interval
}

// Choice is what is looked at in the sheets of a trace. Maps in it are never changed, only
// replaced.
type Choice struct {
	Goroutines GoroutinesChoice
	Tasks      TasksChoice
	GC         GCChoice
	Scheduling SchedulingChoice
	Orders     map[string]Order // of tables, by the names of their panels
}

// Change makes another choice out of one.
type Change func(Choice) Choice

// change makes a Change out of a function that sets fields of a copy.
func change(set func(*Choice)) Change {
	return func(c Choice) Choice { set(&c); return c }
}

// Sheet is what one tab shows.
type Sheet struct {
	Name     string // as the export command calls it
	Title    string
	Interval trace.Interval // within the trace
	About    string         // Interval in words
	Damage   string         // what of the trace these figures lack; "": nothing
	Answer   string         // to what one comes for, in a line; "": the panels have it
	Controls []Control
	Limits   []Limit  // what is left out, beside Interval
	Rows     []Row    // the panels, from above and from the left
	Brief    []string // the names of the panels that a picture shows if nobody chose any; nil: all
	// Scope is what a profile out of the trace would cover, what is selected or all, and Of that
	// in words.
	Scope analysis.What
	Of    string
}

// Row is panels beside each other.
type Row struct {
	Share  float64 // of the height
	Panels []*Panel
}

// Panels are all panels of a sheet.
func (s *Sheet) Panels() []*Panel {
	var all []*Panel
	for _, r := range s.Rows {
		all = append(all, r.Panels...)
	}
	return all
}

// Panel finds a panel by its name; nil if there is none.
func (s *Sheet) Panel(name string) *Panel {
	for _, p := range s.Panels() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Panel is a table or a plot.
type Panel struct {
	Name  string  // of its own in all sheets
	Title string  // "" if the panel needs none
	Share float64 // of the width of its row

	Table    *table.Table
	Order    Order
	Selected int                  // row; −1: none
	Empty    string               // what stands in the place of rows if there are none
	Row      func(row int) Target // what a row is about

	Plot plot.Plot
	// At is what a place of a plot is about, Drag what lies between two. Both may be nil.
	At   func(area scene.Rect, at scene.Point) Target
	Drag func(area scene.Rect, from, to float64) Target
}

// Sort is the choice after a click on the heading of a column.
func (p *Panel) Sort(column int) Change {
	return change(func(c *Choice) {
		orders := map[string]Order{}
		maps.Copy(orders, c.Orders)
		orders[p.Name] = p.Order.Next(p.Table, column)
		c.Orders = orders
	})
}

// Target is what a row of a table or a place of a plot is about. The zero value is nothing.
type Target struct {
	Pick, Toggle Change // to choose it, and to open or close it; nil without anything to choose or open
	Open         bool   // it is open, if it has Toggle
	Lane         bool   // true if Go is a goroutine with a lane to show
	Go           trace.GoIndex
	Event        timeline.Event  // what happened, if it has a lane or a mark of its own
	Link         bool            // a click on its name does what there is to do
	Time         trace.Interval  // when it happened; the zero value if at no particular time
	Measure      bool            // makes Time the interval of all sheets
	Goroutines   []trace.GoIndex // of the row: lanes can be limited to them; nil: none
	Profile      bool            // true if profiles can be made of Scope
	Scope        analysis.What
	Of           string // Scope in words
	Copy         string // what is copied; "": the note of the row
}

// Limit is a choice that leaves something out.
type Limit struct {
	Name, Text string // what it limits, and to what
	Help       string
	End        Change // leaves nothing out
}

// Unfiltered is the choice that leaves nothing out of any sheet, and whether this one does.
func (c Choice) Unfiltered() (all Choice, filters bool) {
	g, t := &c.Goroutines, &c.Tasks
	filters = g.Filter != "" || t.Search != "" || t.Range != (analysis.Durations{})
	g.Filter, t.Search, t.Range = "", "", analysis.Durations{}
	return c, filters
}

// ControlKind is how a choice is offered.
type ControlKind uint8

// The kinds of controls.
const (
	Select ControlKind = iota // one of Options
	Check                     // on or off
	Input                     // a regular expression
)

// Control is one choice that is offered beside the panels.
type Control struct {
	Kind    ControlKind
	Help    string // what it is for
	Label   string // before a Select, on a Check, and in an empty Input
	Options []string
	At      int // of Select
	On      bool
	Fixed   bool                             // true for a Check that stays as it is
	Text    string                           // of Input
	Name    string                           // of Input, where something is wrong with its text
	Set     func(at int, text string) Change // makes the choice by its number, 0 or 1 for off and on, or by its text
}
