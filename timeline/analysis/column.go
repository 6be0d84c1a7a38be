package analysis

import (
	"cmp"
	"slices"

	"profstation/model"
	"profstation/model/trace"
)

// Column is one kind of time in a breakdown.
type Column struct {
	Kind trace.WaitKind
	// Reason is the reason to wait in the runtime's words, for the kinds that
	// wait; 0 if none is recorded.
	Reason model.StringID
	// Blocked marks the part of system calls without a P.
	Blocked bool
	Name    string // for the head of a table; safe for a screen
}

// columnOf finds the column of each condition, −1 for the end of a goroutine. A
// system call has the column of its part with a P; the next column is for the part
// without.
type columnOf struct {
	columns []Column
	of      []int32
}

// makeColumns lists the columns of a trace: first the five that every trace has, then
// one for each reason to wait.
func makeColumns(t *trace.Trace, kinds []trace.WaitKind) columnOf {
	c := columnOf{of: make([]int32, len(kinds)), columns: []Column{
		{Kind: trace.RunningTime, Name: "execution"},
		{Kind: trace.SyscallTime, Name: "syscall execution"},
		{Kind: trace.SyscallTime, Blocked: true, Name: "syscall block"},
		{Kind: trace.RunnableTime, Name: "scheduler wait"},
		{Kind: trace.UnknownTime, Name: "unknown"},
	}}
	for i, k := range kinds {
		if k.Waiting() {
			c.columns = append(c.columns, Column{Kind: k, Reason: t.Spans.Conditions[i].Reason})
		}
	}
	text := func(id model.StringID) string { return t.Strings.Raw(id) }
	slices.SortStableFunc(c.columns[5:], func(a, b Column) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(text(a.Reason), text(b.Reason)))
	})
	c.columns = slices.Compact(c.columns)
	for i := range c.columns[5:] {
		col := &c.columns[5+i]
		switch reason := t.Strings.Display(col.Reason); {
		case col.Reason == 0:
			col.Name = "block (no reason told)"
		case reason == "network":
			col.Name = "network wait"
		default:
			col.Name = "block (" + reason + ")"
		}
	}
	for i, k := range kinds {
		c.of[i] = int32(slices.IndexFunc(c.columns, func(col Column) bool {
			return col.Kind == k && (!k.Waiting() || col.Reason == t.Spans.Conditions[i].Reason)
		}))
	}
	return c
}

// The columns that every trace has, by their place.
const (
	executionColumn = iota
	syscallColumn
	blockedColumn
	runnableColumn
	unknownColumn
)
