package screen

// Kind is what a document is, as far as its tabs are concerned.
type Kind int

// The kinds of documents. An empty window is ready for profiles.
const (
	OfProfile    Kind = iota
	OfSeries          // the profiles of a folder
	OfTrace           // an execution trace
	OfComparison      // of profiles
	OfTracePair       // two traces
)

// Kinds are all kinds.
var Kinds = []Kind{OfProfile, OfSeries, OfTrace, OfComparison, OfTracePair}

// kinds has the name of each kind in sessions, and its tabs.
var kinds = [...]struct {
	name string
	tabs []Tab
}{
	OfProfile: {"profile", ProfileTabs}, OfSeries: {"folder", SeriesTabs}, OfTrace: {"trace", TraceTabs},
	OfComparison: {"comparison", ComparisonTabs}, OfTracePair: {"traces", ContrastTabs},
}

// String is the name of the kind in sessions.
func (k Kind) String() string { return kinds[k].name }

// Tabs are the tabs that documents of the kind can fill, in their order.
func (k Kind) Tabs() []Tab { return kinds[k].tabs }
