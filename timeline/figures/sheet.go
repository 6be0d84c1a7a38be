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

// View says what a sheet shows.
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

// Choice is what is chosen in a trace's sheets. Maps in it are never changed, only replaced.
type Choice struct {
	Goroutines GoroutinesChoice
	Tasks      TasksChoice
	GC         GCChoice
	Scheduling SchedulingChoice
	Bars       Bars             // what the bars of histograms show
	Orders     map[string]Order // orders of tables, by their panels' names
}

// Change derives a new choice from one.
type Change func(Choice) Choice

// change makes a Change from a function that sets fields in a copy.
func change(set func(*Choice)) Change {
	return func(c Choice) Choice { set(&c); return c }
}

// Sheet is what one tab shows.
type Sheet struct {
	Name     string // the name in the export command
	Title    string
	Interval trace.Interval // limited to the trace
	About    string         // Interval in words
	Damage   string         // what is missing from these figures because the trace is damaged; "": nothing
	Answer   string         // the answer to the sheet's main question, in one line; "": the panels have it
	Controls []Control
	Limits   []Limit  // what is left out, in addition to Interval
	Rows     []Row    // the panels, from top to bottom and from left to right
	Brief    []string // names of the panels that a picture shows if none were chosen; nil: all
	// Scope is what a profile from the trace would cover: what is selected, or all. Of is that in words.
	Scope analysis.What
	Of    string
}

// Row holds panels that are side by side.
type Row struct {
	Share  float64 // share in the height
	Panels []*Panel
}

// Panels returns all panels in a sheet.
func (s *Sheet) Panels() []*Panel {
	var all []*Panel
	for _, r := range s.Rows {
		all = append(all, r.Panels...)
	}
	return all
}

// Panel finds a panel by its name. It returns nil if there is none.
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
	Name  string  // unique among all sheets
	Title string  // "" if the panel needs none
	Share float64 // share in the width of its row

	Table    *table.Table
	Order    Order
	Selected int                  // row; −1: none
	Empty    string               // the text to show if there are no rows
	Row      func(row int) Target // what a row is about
	Stays    bool                 // it is about the span that is selected in the timeline: that stays if a row is chosen

	Plot plot.Plot
	// At returns what a place in a plot is about, Drag what lies between two places. Both may be nil.
	At   func(area scene.Rect, at scene.Point) Target
	Drag func(area scene.Rect, from, to float64) Target
}

// Sort returns the change for a click on a column's heading.
func (p *Panel) Sort(column int) Change {
	return change(func(c *Choice) {
		orders := map[string]Order{}
		maps.Copy(orders, c.Orders)
		orders[p.Name] = p.Order.Next(p.Table, column)
		c.Orders = orders
	})
}

// Target is what a table's row or a place in a plot is about. The zero value is about nothing.
type Target struct {
	Pick, Toggle Change // choose it, and open or close it; nil if there is nothing to choose or open
	Open         bool   // whether it is open, if it has Toggle
	Lane         bool   // whether Go is a goroutine with a lane to show
	Go           trace.GoIndex
	Event        timeline.Event  // what happened, if it has its own lane or mark
	Link         bool            // a click on its name does what can be done
	Time         trace.Interval  // when it happened; the zero value if at no particular time
	Ended        *Target         // who ended it, to which a click in the column of that name goes; nil: nobody is known
	Measure      bool            // use Time as the interval for all sheets
	Goroutines   []trace.GoIndex // the row's goroutines, to which lanes can be limited; nil: none
	Profile      bool            // whether profiles can be made from Scope
	Scope        analysis.What
	Of           string // Scope in words
	Copy         string // text to copy; "": the row's note
	// Stack is where in the source the row is, leaf first; nil: nowhere.
	Stack []trace.FrameIndex
}

// Limit is a choice that leaves something out.
type Limit struct {
	Name, Text string // what it limits, and to what
	Help       string
	End        Change // removes the limit
}

// Unfiltered returns the choice without anything that leaves out rows, and whether c leaves any out.
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
	At      int // for a Select
	On      bool
	Fixed   bool                             // true for a Check that cannot be changed
	Text    string                           // for an Input
	Name    string                           // an Input's name in messages about its text
	Set     func(at int, text string) Change // chooses by index, by 0 or 1 for off and on, or by text
}
