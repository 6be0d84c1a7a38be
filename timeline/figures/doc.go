// Package figures makes the tables and pictures of what an analysis of an execution trace found.
// The window and the export command share it, so that both show the same.
//
// A [Sheet] is all that one tab shows: panels, each a table or a plot, with the
// choices that are offered beside them. It knows what each of its rows is about
// (see [Target]), so its viewers need no knowledge of goroutines or tasks.
//
// Simple use:
//
//	s := figures.NewSource(trace)
//	sheet, err := s.Sheet(ctx, "goroutines", figures.View{}) // of the whole trace
//	for _, panel := range sheet.Panels() { … }
package figures
