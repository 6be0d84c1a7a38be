package screen

import "math/bits"

// Kind is a kind of document, as far as its tabs are concerned: one bit.
type Kind uint

// The kinds of documents. An empty window has the kind of profiles.
const (
	OfProfile    Kind = 1 << iota
	OfSeries          // the profiles of a folder
	OfTrace           // an execution trace
	OfComparison      // of profiles
	OfTracePair       // two traces

	ofProfiles = OfProfile | OfSeries
)

// Kinds lists all kinds.
var Kinds = []Kind{OfProfile, OfSeries, OfTrace, OfComparison, OfTracePair}

// kindNames are the names of kinds in sessions.
var kindNames = [...]string{"profile", "folder", "trace", "comparison", "traces"}

// String returns the name of the kind in sessions.
func (k Kind) String() string { return kindNames[bits.TrailingZeros(uint(k))] }

// Compares reports whether documents of the kind are comparisons.
func (k Kind) Compares() bool { return k&(OfComparison|OfTracePair) != 0 }
