package model

import "math"

// Tables holds what a profile's samples refer to.
type Tables struct {
	Strings   *Strings
	Mappings  []Mapping
	Functions []Function
	Lines     []Line
	Locations []Location
	Stacks    *Stacks
	Labels    *Labels
	Aliases   *Aliases `pack:"-"`
}

// MappingID is an index into [Profile.Mappings], or NoMapping.
type MappingID int32

// NoMapping marks a location that belongs to no mapping.
const NoMapping MappingID = -1

// FuncID is an index into [Profile.Functions], or NoFunc.
type FuncID int32

// NoFunc means no function: the node belongs to a location that was not symbolised.
const NoFunc FuncID = -1

// LocID is an index into [Profile.Locations].
type LocID int32

// ValueType names one column of sample values, such as cpu/nanoseconds.
type ValueType struct {
	Type, Unit string
}

// Mapping is one binary or library that was mapped into the process.
type Mapping struct {
	Start, Limit, Offset uint64
	File, BuildID        StringID
}

// Function is one function in the source.
type Function struct {
	Name       StringID // as shown, demangled
	SystemName StringID // as in the symbol table
	File       StringID
	StartLine  int64 // 0: not known
}

// Line is one call within a location: in the function that the code belongs to, or in one inlined there.
type Line struct {
	Func   FuncID // never NoFunc
	Line   int64  // 0: not known
	Column int64  // 0: not known
}

// Location is one program counter. Its lines are Profile.Lines[FirstLine:EndLine], innermost first; the last
// is the function to which the code really belongs. A location without lines is not symbolised.
type Location struct {
	Mapping            MappingID
	Address            uint64
	FirstLine, EndLine int32
}

// Label is one key with one value in a sample's label set: a text or, if IsNum is set, a number with a unit
// (0: none given).
type Label struct {
	Key   StringID
	Str   StringID
	Num   int64
	Unit  StringID
	IsNum bool
}

// LabelSetID is a label set's index; 0 is the empty set.
type LabelSetID int32

// Labels is the table of all label sets in a profile, each once. A set also has the lineage of its samples' goroutines,
// so several sets may have the same labels.
type Labels struct {
	start    []int32 // set i is labels[start[i]:start[i+1]]
	labels   []Label
	lineage  []LineageID // of each set; sets behind its end have none
	lineages lineages
}

// Len returns the number of label sets, including the empty one.
func (t *Labels) Len() int { return len(t.start) - 1 }

// Set returns one set's labels, in file order.
func (t *Labels) Set(id LabelSetID) []Label {
	return t.labels[t.start[id]:t.start[id+1]]
}

func (t *Labels) add(set []Label, of LineageID) LabelSetID {
	t.labels = append(t.labels, set...)
	t.start = append(t.start, int32(len(t.labels)))
	id := LabelSetID(t.Len() - 1)
	t.setLineage(id, of)
	return id
}

// Samples holds the columns for a profile's samples, in file order.
type Samples struct {
	Stack  []StackID    // each sample's stack
	Labels []LabelSetID // nil if no sample has a label
	Values [][]int64    // one column per sample type

	// Times holds when each sample was taken, in nanoseconds since the header's Time. If that is zero, they
	// count from an unknown moment; formats whose numbers mean nothing to people then use the first sample's
	// time. [NoTime]: not known. It is nil if no sample has a time, as in pprof's files. Profiles that are
	// added up or compared have none, because they have no common clock and equal samples are merged there.
	Times []int64
}

// NoTime stands for the time of a sample that has none.
const NoTime = math.MinInt64

// Len returns the number of samples.
func (s *Samples) Len() int { return len(s.Stack) }

// LabelSet returns the label set of sample i.
func (s *Samples) LabelSet(i int) LabelSetID {
	if s.Labels == nil {
		return 0
	}
	return s.Labels[i]
}

// Time returns when a sample was taken, or [NoTime] if that is not known.
func (s *Samples) Time(i int) int64 {
	if s.Times == nil {
		return NoTime
	}
	return s.Times[i]
}

// TimedColumn returns the first column in which a non-zero sample has a time, or −1 if there is none.
func (s *Samples) TimedColumn() int {
	for i, values := range s.Values {
		for k, at := range s.Times {
			if at != NoTime && values[k] != 0 {
				return i
			}
		}
	}
	return -1
}
