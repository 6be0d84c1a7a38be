package model

import "fmt"

// Granularity is what one node of an answer stands for.
type Granularity string

// The granularities of pprof. The zero value means Functions.
const (
	Functions     Granularity = "functions"
	FileFunctions Granularity = "filefunctions"
	Files         Granularity = "files"
	Lines         Granularity = "lines"
	Addresses     Granularity = "addresses"
)

// Granularities lists them in the order of menus.
var Granularities = []Granularity{Functions, FileFunctions, Files, Lines, Addresses}

// Sort is the order of rows.
type Sort string

// The orders of pprof. The zero value means ByFlat.
const (
	ByFlat Sort = "flat"
	ByCum  Sort = "cum"
)

// Query is a question to a profile, in pprof's words. It is a value: two equal
// queries give the same numbers in the window, in an export and in a test.
//
// Focus, Ignore, Hide, Show and ShowFrom are regular expressions on function names, file names and
// mapping files; an empty one does nothing. PruneFrom looks at function names only, and only up to
// their first parenthesis, as pprof's does. TagFocus and TagIgnore take pprof's forms: key=a,b
// (or), a,b (and, against key:value), ranges such as 1kb:10kb for numbers; several of them, one a
// line, must all hold to focus, and any of them ignores, which pprof cannot say. TagRoot and
// TagLeaf are lists of label keys, separated by commas.
type Query struct {
	SampleIndex string // name or number of a sample type; "": the profile's default
	Granularity Granularity
	NoInlines   bool
	ShowColumns bool

	Focus, Ignore, Hide, Show, ShowFrom   string
	PruneFrom                             string
	TagFocus, TagIgnore, TagShow, TagHide string
	TagRoot, TagLeaf                      string
	RelativePercentages                   bool

	// Mean divides the value of each row by its number of the first sample
	// type: the mean delay of a contention, say. Shares stay shares of the sums.
	Mean bool
	// DropNegative leaves out what has become less: rows whose flat value is
	// negative, or none with a negative cum.
	DropNegative bool

	NodeCount    int     // most rows; −1: as many as the report shows by default, 0: all
	NodeFraction float64 // rows whose |cum| is below this share of Σflat are dropped
	EdgeFraction float64 // calls whose |weight| is below this share of Σflat are dropped
	Sort         Sort

	Unit     string  // of texts: "" or minimum for one that fits a table, auto for each its own, ms, MB …
	DivideBy float64 // texts and written profiles show values divided by it; 0 is 1
}

// DefaultQuery is the query that pprof's reports begin with.
func DefaultQuery() Query {
	return Query{NodeCount: -1, NodeFraction: 0.005, EdgeFraction: 0.001, Sort: ByFlat, Granularity: Functions}
}

// Whole is q without the limits that leave small nodes and calls out: pprof's trim=false.
func (q Query) Whole() Query {
	q.NodeCount, q.NodeFraction, q.EdgeFraction = 0, 0, 0
	return q
}

// QueryError is why a query cannot be answered: which field, and what is wrong with it.
type QueryError struct {
	Field string // pprof's name: focus, sample_index, …
	Err   error
}

func (e *QueryError) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Err) }

// Unwrap returns the reason.
func (e *QueryError) Unwrap() error { return e.Err }
