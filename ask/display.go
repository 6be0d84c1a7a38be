package ask

import (
	"profstation/flame"
	"profstation/model"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/paint"
)

// Display says how pictures are drawn, whatever they show.
type Display struct {
	Theme      *scene.Theme
	Coloring   flame.Coloring
	ColorLabel model.LabelAxis // the key that boxes are coloured by; zero for the heaviest
	Generics   bool
	RootDown   bool
	ByName     bool
	Recursion  bool

	GraphNodes int  // the most nodes that a call graph has
	Untrimmed  bool // the call graph has all nodes and edges, however many and small
	GraphTree  bool // the call graph has a box for each way to a function

	NodeFraction, EdgeFraction float64 // the least share that a node and an edge have there

	SortColumn int
	Descending bool

	Labels     LabelsChoice
	Trend      TrendChoice
	OverTime   OverTimeChoice
	SourceFile string // in the Source tab; "" for the selection's file
	SourceLine int64  // in SourceFile, which is shown and chosen; 0: the hottest is shown
	Assembly   bool   // instructions of the selected function, or with:
	ByLine     bool   // those of each source line below it
	Reasons    bool   // what the compiler says of the source lines

	Compare CompareDisplay

	Quiet timeline.KindSet // which times are hidden in timelines
}

// Switch is a setting of the display that is on or off.
type Switch struct {
	Name  string // in sessions
	Title string // in the menu; "" if a view offers the switch
	In    []Tab  // the tabs that it changes; nil if a view offers it
	Of    func(*Display) *bool
}

// Switches lists the switches that sessions keep, in the order of the menu.
var Switches = []Switch{
	{"root_down", "Root at the bottom", []Tab{FlameTab}, func(d *Display) *bool { return &d.RootDown }},
	{"by_name", "Siblings by name", []Tab{FlameTab}, func(d *Display) *bool { return &d.ByName }},
	{"recursion", "Collapse recursion", []Tab{FlameTab}, func(d *Display) *bool { return &d.Recursion }},
	{"generics", "Type arguments in full", []Tab{FlameTab}, func(d *Display) *bool { return &d.Generics }},
	{"graph_small", "", nil, func(d *Display) *bool { return &d.Untrimmed }},
	{"graph_tree", "", nil, func(d *Display) *bool { return &d.GraphTree }},
	{"descending", "", nil, func(d *Display) *bool { return &d.Descending }},
	{"assembly", "", nil, func(d *Display) *bool { return &d.Assembly }},
	{"instructions_by_line", "", nil, func(d *Display) *bool { return &d.ByLine }},
	{"compiler_reasons", "", nil, func(d *Display) *bool { return &d.Reasons }},
	{"label_functions", "", nil, func(d *Display) *bool { return &d.Labels.Functions }},
	{"label_ranges", "", nil, func(d *Display) *bool { return &d.Labels.Ranges }},
	{"compare_cum", "", nil, func(d *Display) *bool { return &d.Compare.Cum }},
	{"compare_small", "", nil, func(d *Display) *bool { return &d.Compare.Small }},
	{"compare_beside", "", nil, func(d *Display) *bool { return &d.Compare.TopBeside }},
	{"compare_one_scale", "", nil, func(d *Display) *bool { return &d.Compare.OneScale }},
	{"compare_plain", "", nil, func(d *Display) *bool { return &d.Compare.Plain }},
	{"compare_hide_noise", "", nil, func(d *Display) *bool { return &d.Compare.HideNoise }},
	{"compare_descending", "", nil, func(d *Display) *bool { return &d.Compare.Descending }},
	{"flame_chart", "", nil, func(d *Display) *bool { return &d.OverTime.Chart }},
	{"label_cum", "", nil, func(d *Display) *bool { return &d.Labels.Cum }},
}

// OnlyInstructions reports whether the Source tab shows instructions instead of source lines.
func (d *Display) OnlyInstructions() bool { return d.Assembly && !d.ByLine }

// LaneStyle returns the settings that a timeline's painter needs.
func (d Display) LaneStyle() paint.Style { return paint.Style{Theme: d.Theme, Quiet: d.Quiet} }

// Style returns the settings that a flame graph's painter needs.
func (d Display) Style() flame.Style {
	return flame.Style{Theme: d.Theme, Coloring: d.Coloring, Generics: d.Generics, RootDown: d.RootDown}
}
