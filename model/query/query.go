package query

import (
	"fmt"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
)

// Granularity is what one node in an answer stands for.
type Granularity string

// The granularities. The zero value means Functions. pprof does not have the last three.
const (
	Functions     Granularity = "functions"
	FileFunctions Granularity = "filefunctions"
	Files         Granularity = "files"
	Lines         Granularity = "lines"
	Addresses     Granularity = "addresses"
	Packages      Granularity = "packages" // see [names.PackageOfFunc]
	Modules       Granularity = "modules"  // see [names.ModuleOfFunc]
	Types         Granularity = "types"    // of objects in a profile of references, see [names.TypeOfReference]
)

// Granularities lists them in menu order, and PprofGranularities those that pprof has.
var (
	PprofGranularities = []Granularity{Functions, FileFunctions, Files, Lines, Addresses}
	Granularities      = []Granularity{Functions, FileFunctions, Files, Lines, Addresses, Packages, Modules, Types}
)

// Noun returns the word for what a node stands for, which goes through [lang.L] where it is shown.
func (g Granularity) Noun() string {
	switch g {
	case Files:
		return lang.Later("file")
	case Lines:
		return lang.Later("line")
	case Addresses:
		return lang.Later("address")
	case Packages:
		return lang.Later("package")
	case Modules:
		return lang.Later("module")
	case Types:
		return lang.Later("type")
	}
	return lang.Later("function")
}

// OfOwners reports whether nodes stand for packages, modules or types.
func (g Granularity) OfOwners() bool { return g == Packages || g == Modules || g == Types }

// Owner returns the package, the module or the type that a function belongs to, if that is what nodes stand for. It is
// "" where nothing says it; ok is false for other granularities.
func (g Granularity) Owner(p *model.Profile, f model.FuncID) (name string, ok bool) {
	switch g {
	case Packages:
		return names.PackageOfFunc(p, f), true
	case Modules:
		return names.ModuleOfFunc(p, f), true
	case Types:
		return names.TypeOfReference(p.Strings.Raw(p.Functions[f].Name)), true
	}
	return "", false
}

// In reports whether a profile knows what a node stands for, so that a granularity is not one name for all.
func (g Granularity) In(p *model.Profile) bool {
	k := known.Quick(p)
	switch g {
	case FileFunctions, Files:
		return k.files
	case Lines:
		return k.lines
	case Addresses:
		return k.addresses
	case Packages, Modules:
		return k.packages
	case Types:
		return p.Kind == model.References
	}
	return true
}

// parts are what a profile knows about its locations besides their functions.
type parts struct{ files, lines, addresses, packages bool }

var known = model.DeriveQuick(func(p *model.Profile) parts {
	return parts{
		files:     slices.ContainsFunc(p.Functions, func(f model.Function) bool { return f.File != 0 }),
		lines:     slices.ContainsFunc(p.Lines, func(l model.Line) bool { return l.Line != 0 }),
		addresses: slices.ContainsFunc(p.Locations, func(l model.Location) bool { return l.Address != 0 }),
		packages: slices.ContainsFunc(p.Functions, func(f model.Function) bool {
			return names.PackageOf(p.Strings.Raw(f.Name)) != ""
		}),
	}
})

// Only says whose frames stay in stacks. All others are folded: what they cost counts to the nearest frame above that
// stays. It is one of the words below or a regular expression for names of functions and files. "" means all frames.
//
// A stack without a frame that stays becomes a single frame, which says whose code is in it: (runtime alone).
type Only string

// The words for whose frames stay. [names.CodeKindOf] judges functions.
const (
	OnlyMine    Only = "mine"    // the program's own module
	OnlyModules Only = "modules" // all but the standard library and the runtime
	OnlyProgram Only = "program" // all but the runtime
	OnlyRuntime Only = "runtime" // the runtime, below the last frame of anybody else
)

// Onlys lists them in menu order.
var Onlys = []Only{OnlyMine, OnlyModules, OnlyProgram, OnlyRuntime}

// Sort is the order for rows.
type Sort string

// The orders that pprof has. The zero value means ByFlat.
const (
	ByFlat Sort = "flat"
	ByCum  Sort = "cum"
)

// Query is a question about a profile, in pprof's words. It is a value: two equal queries give the same
// numbers in the window, in an export and in a test.
//
// The kinds in [Options] say what the filters hold; an empty filter does nothing. If TagFocus has several
// lines, all must hold. If TagIgnore has several, any one ignores a sample. pprof cannot express that.
type Query struct {
	SampleIndex string // a sample type's name or number; "": the profile's default
	Granularity Granularity
	Only        string // whose frames stay, see [Only]; "": everybody's
	ChargeGC    bool   // see [charge.GC]
	NoInlines   bool
	ShowColumns bool
	Creators    bool // stacks go on to who started the goroutine, see [model.Continued]

	Focus, Ignore, Hide, Show, ShowFrom   string
	PruneFrom                             string
	TagFocus, TagIgnore, TagShow, TagHide string
	TagRoot, TagLeaf                      string
	Time                                  string // see [ParseTimeRange]
	RelativePercentages                   bool

	// Mean divides each row's value by its count in the first sample type: for example, the mean delay per
	// contention. Shares still refer to the sums.
	Mean bool
	// DropNegative leaves out rows whose flat value is negative, or whose flat value is 0 and cum is
	// negative.
	DropNegative bool

	NodeCount    int     // the most rows to show; −1: the report's default number, 0: all
	NodeFraction float64 // rows whose |cum| is below this share of Σflat are dropped
	EdgeFraction float64 // calls whose |weight| is below this share of Σflat are dropped
	Sort         Sort

	Unit     string  // for texts: "" or minimum: one that fits a table; auto: the best for each value; ms, MB …
	DivideBy float64 // texts and written profiles divide values by it; 0 means 1
}

// chargeGC is the option that [Query.Words] leaves out where nothing is charged.
const chargeGC = "charge_gc"

// Options has a row for each field in [Query], in the order in which pprof reports filters. All code that
// asks, keeps, completes or describes queries uses it.
var Options = []Option{
	{
		Name: "focus", Kind: NameFilter, inverse: "ignore", Field: func(q *Query) any { return &q.Focus },
		Usage:  "only samples with a node that matches the `regexp`",
		Hint:   "function or file in the stack",
		About:  "Only stacks with a function or file that matches this regular expression.",
		Phrase: "only samples with a node that matches {{.Value}}",
	},
	{
		Name: "ignore", Kind: NameFilter, inverse: "focus", Field: func(q *Query) any { return &q.Ignore },
		Usage:  "no samples with a node that matches the `regexp`",
		Hint:   "leave out stacks with it",
		About:  "Without stacks that have a function or file that matches this regular expression.",
		Phrase: "no samples with a node that matches {{.Value}}",
	},
	{
		Name: "hide", Kind: NameFilter, inverse: "show", Field: func(q *Query) any { return &q.Hide },
		Usage:  "leave out nodes that match the `regexp`",
		Hint:   "leave out frames that match",
		About:  "Without frames that match; their values count towards their callers.",
		Phrase: "without nodes that match {{.Value}}",
	},
	{
		Name: "show", Kind: NameFilter, inverse: "hide", Field: func(q *Query) any { return &q.Show },
		Usage:  "only nodes that match the `regexp`",
		Hint:   "only frames that match",
		About:  "Only frames that match; their stacks stay.",
		Phrase: "only nodes that match {{.Value}}",
	},
	{
		Name: "show_from", Kind: NameFilter, Field: func(q *Query) any { return &q.ShowFrom },
		Usage:  "only what lies below a node that matches the `regexp`",
		Hint:   "drop frames above the highest match",
		About:  "Without the frames above the highest that matches, and without stacks that have none.",
		Phrase: "only what lies below a node that matches {{.Value}}",
	},
	{
		Name: "prune_from", Kind: PruneFilter, Field: func(q *Query) any { return &q.PruneFrom },
		Usage:  "leave out what lies below the lowest function that matches the `regexp`",
		Hint:   "drop frames below the match",
		About:  "Without the frames below the one that matches.",
		Phrase: "without what lies below a node that matches {{.Value}}",
	},
	{
		Name: "tagfocus", Kind: LabelFilter, inverse: "tagignore", Field: func(q *Query) any { return &q.TagFocus },
		Usage:  "only samples with a `label`: key=value,value or a range such as 1kb:10kb",
		Hint:   "key=value, or 1kb:10kb",
		About:  "Only samples with a matching label: key=value, or a range such as 1kb:10kb.",
		Phrase: "only samples with the label {{.Value}}",
	},
	{
		Name: "tagignore", Kind: LabelFilter, inverse: "tagfocus", Field: func(q *Query) any { return &q.TagIgnore },
		Usage:  "no samples with a `label`",
		Hint:   "key=value, or 1kb:10kb",
		About:  "Without samples with a matching label: key=value, or a range such as 1kb:10kb.",
		Phrase: "no samples with the label {{.Value}}",
	},
	{
		Name: "tagshow", Kind: KeyFilter, inverse: "taghide", Field: func(q *Query) any { return &q.TagShow },
		Usage:  "only labels whose key matches the `regexp`",
		Hint:   "keys of labels to keep",
		About:  "Only labels whose key matches; the samples stay.",
		Phrase: "only labels whose key matches {{.Value}}",
	},
	{
		Name: "taghide", Kind: KeyFilter, inverse: "tagshow", Field: func(q *Query) any { return &q.TagHide },
		Usage:  "no labels whose key matches the `regexp`",
		Hint:   "keys of labels to drop",
		About:  "Without labels whose key matches; the samples stay.",
		Phrase: "without labels whose key matches {{.Value}}",
	},
	{
		Name: "tagroot", Kind: KeyList, Field: func(q *Query) any { return &q.TagRoot },
		Usage:  "put the values of these label `keys` above the roots",
		Hint:   "keys to put at the root",
		About:  "Puts the values of these labels above the roots of the stacks.",
		Phrase: "the values of the labels {{.Value}} above the roots",
	},
	{
		Name: "tagleaf", Kind: KeyList, Field: func(q *Query) any { return &q.TagLeaf },
		Usage:  "put the values of these label `keys` below the leaves",
		Hint:   "keys to put at the leaves",
		About:  "Puts the values of these labels below the leaves of the stacks.",
		Phrase: "the values of the labels {{.Value}} below the leaves",
	},
	{
		Name: "time", Kind: TimeFilter, Field: func(q *Query) any { return &q.Time },
		Usage:  "only samples of this `time` of the recording, such as 1.5s:2.25s; those without a time are left out",
		Hint:   "1.5s:2.25s, 1.5s: or :250ms",
		About:  "Only samples that were taken from a moment up to a later one, such as 1.5s:2.25s. Samples without a time are left out.",
		Phrase: "only samples of the time {{.Value}}",
		Lost:   "go tool pprof knows no times of samples: {{.Option}} is left out",
	},
	{
		Name: "sample_index", Kind: TextOption, Field: func(q *Query) any { return &q.SampleIndex },
		Usage: "`type` or number of the values to show (default: the profile's)",
		Lost:  "go tool pprof knows no sample type {{.Value}}: {{.Option}} is left out",
		Ours:  []string{model.CollectedObjects, model.CollectedSpace},
	},
	{
		Name: "granularity", Kind: ChoiceOption, Choices: words(Granularities), Default: string(Functions),
		Field:  func(q *Query) any { return (*string)(&q.Granularity) },
		Usage:  "granularity of nodes: functions, filefunctions, files, lines, addresses, packages, modules or, of references, types",
		About:  "What one node stands for: a function, a file, a line, an address, a package, a module or, in a reference profile, a type.",
		Lost:   "go tool pprof knows no granularity {{.Value}}: {{.Option}} is left out",
		Ours:   []string{string(Packages), string(Modules), string(Types)},
		Chip:   "by {{.Value}}",
		Phrase: "by {{.Value}}",
	},
	{
		Name: "only", Kind: PatternOption, Choices: words(Onlys), Field: func(q *Query) any { return &q.Only },
		Usage:  "fold the frames of others into those of mine (your module), modules (without the standard library), program (without the runtime), runtime, or of a `regexp`",
		About:  "Only frames of your module (mine), of all modules, of the program without the runtime, of the runtime, or those that match. What the others cost counts to the frame above them.",
		Lost:   "go tool pprof folds no frames: {{.Option}} is left out",
		Chip:   "only {{.Value}}",
		Phrase: "only frames of {{.Value}}, with what the frames below them cost",
	},
	{
		Name: chargeGC, Kind: SwitchOption, Field: func(q *Query) any { return &q.ChargeGC },
		Usage:  "charge what the garbage collector does in the background to the stacks that allocate, by their CPU time in runtime.mallocgc or by a heap profile of the same process: an estimate",
		Hint:   "GC to allocators (estimate)",
		About:  "What the garbage collector does in the background stands below the stacks that allocate, as GC (charged). If a heap profile of the same process is open, each of its stacks has a share by its bytes in use, else each that allocates by its CPU time in runtime.mallocgc. That is an estimate: marking takes time for objects that live and have pointers. Assists stay where they are, exact, and marking on idle Ps stays apart.",
		Lost:   "go tool pprof charges nothing: {{.Option}} is left out",
		Chip:   "GC charged",
		Phrase: "background work of the garbage collector charged to allocating stacks by {{.Key}} (an estimate)",
	},
	{
		Name: "sort", Kind: ChoiceOption, Choices: []string{string(ByFlat), string(ByCum)}, Default: string(ByFlat),
		Field: func(q *Query) any { return (*string)(&q.Sort) },
		Usage: "order of rows: flat or cum",
		About: "The order of the rows of Top.",
	},
	{
		Name: "noinlines", Kind: SwitchOption, Field: func(q *Query) any { return &q.NoInlines },
		Usage:  "merge inlined calls into callers",
		Hint:   "merge inlined calls into callers",
		About:  "Inlined calls count to those who call them.",
		Chip:   "noinlines",
		Phrase: "inlined calls merged into callers",
	},
	{
		Name: "showcolumns", Kind: SwitchOption, Field: func(q *Query) any { return &q.ShowColumns },
		Usage:  "separate the columns of a line",
		Hint:   "columns of lines",
		About:  "Calls in different columns of a line are shown separately.",
		Chip:   "showcolumns",
		Phrase: "a node for each column of a line",
	},
	{
		Name: "creators", Kind: SwitchOption, Field: func(q *Query) any { return &q.Creators },
		Usage:  "let stacks go on through the go statement to who started the goroutine: of dumps, and of profiles from traces",
		Hint:   "stacks to who started goroutines",
		About:  "Stacks go on through the go statement to who started the goroutine, as far as the recording saw it.",
		Chip:   "with creators",
		Phrase: "stacks go on to who started the goroutine",
		Lost:   "go tool pprof knows no creators of goroutines: {{.Option}} is left out",
	},
	{
		Name: "relative_percentages", Kind: SwitchOption, Field: func(q *Query) any { return &q.RelativePercentages },
		Usage:  "percentages of the filtered total, not of the whole",
		Hint:   "of filtered total",
		About:  "Percentages are of the filtered total, not of everything recorded.",
		Chip:   "percentages of filtered total",
		Phrase: "percentages are of the filtered total",
	},
	{
		Name: "mean", Kind: SwitchOption, Field: func(q *Query) any { return &q.Mean },
		Usage:  "divide values by those of the first sample type: the mean of one event",
		Hint:   "per event of the first type",
		About:  "Values are divided by those of the first sample type: what one event costs on average.",
		Chip:   "mean per event",
		Phrase: "values are means per event of the first sample type",
	},
	{
		Name: "drop_negative", Kind: SwitchOption, Field: func(q *Query) any { return &q.DropNegative },
		Usage:  "leave out nodes that decreased",
		Hint:   "omit decreases",
		About:  "Leaves out rows that decreased.",
		Chip:   "drop_negative",
		Phrase: "without nodes that decreased",
	},
	{
		Name: "nodecount", Kind: CountOption, Field: func(q *Query) any { return &q.NodeCount },
		Usage: "maximum rows of a table or nodes of a graph (-1: all rows, 80 nodes)",
		About: "The maximum number of nodes in the call graph: the heaviest are drawn.",
	},
	{
		Name: "nodefraction", Kind: ShareOption, Field: func(q *Query) any { return &q.NodeFraction },
		Usage: "leave out rows with a smaller share of the total",
		About: "Functions whose cum is a smaller share of the total are left out of the call graph.",
	},
	{
		Name: "edgefraction", Kind: ShareOption, Field: func(q *Query) any { return &q.EdgeFraction },
		Usage: "leave out calls with a smaller share of the total (graphs only)",
		About: "Calls that carry a smaller share of the total are left out of the call graph.",
	},
	{
		Name: "divide_by", Kind: NumberOption, Default: "1", Field: func(q *Query) any { return &q.DivideBy },
		Usage:  "divide the values of texts, pictures and .pprof files by a `number`",
		About:  "Values are shown divided by this number.",
		Chip:   "values / {{.Value}}",
		Phrase: "values are divided by {{.Value}}",
	},
	{
		Name: "unit", Kind: TextOption, Default: "minimum",
		Choices: []string{"minimum", "auto", "ns", "us", "ms", "s", "hrs", "B", "kB", "MB", "GB"},
		Field:   func(q *Query) any { return &q.Unit },
		Usage:   "unit of values in texts and pictures: minimum, auto, ms, MB…",
		About:   "The unit of figures: minimum is one that fits all rows, auto the best for each.",
	},
}

// Default returns the query with which pprof's reports begin.
func Default() Query {
	return Query{NodeCount: -1, NodeFraction: 0.005, EdgeFraction: 0.001, Sort: ByFlat, Granularity: Functions}
}

// Whole returns q without the limits that drop small nodes and calls. It is pprof's trim=false.
func (q Query) Whole() Query {
	q.NodeCount, q.NodeFraction, q.EdgeFraction = 0, 0, 0
	return q
}

// Error says why a query cannot be answered: it names the field and what is wrong with it.
type Error struct {
	Field string // pprof's name: focus, sample_index, …
	Err   error
}

// Error returns the field's name and what is wrong with it.
func (e *Error) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Err) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// SampleIndex finds a sample type in [model.Offered] by the name that a user gave, see [model.FindType], or one of the
// profile's own by its number. "" means the default. Types that are not its own are in [model.Completed].
func SampleIndex(p *model.Profile, name string) (int, error) {
	failed := func(err error) (int, error) { return 0, &Error{"sample_index", err} }
	if len(p.Types) == 0 {
		return failed(lang.Error("the profile has no sample types"))
	}
	if name == "" {
		return p.Default, nil
	}
	if i, err := strconv.Atoi(name); err == nil {
		if i < 0 || i >= len(p.Types) {
			return failed(lang.Error("{{.Number}} is outside 0 to {{.Most}}", lang.With{"Number": name, "Most": len(p.Types) - 1}))
		}
		return i, nil
	}
	all := model.Offered(p.Types)
	if i := model.FindType(all, name); i >= 0 {
		return i, nil
	}
	return failed(lang.Error("no {{.SampleType}} in this profile, only {{.Others}}",
		lang.With{"SampleType": strconv.Quote(safe.Text(name)), "Others": model.TypeNames(all)}))
}
