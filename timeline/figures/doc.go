// Package figures makes tables and pictures from an execution trace's analysis. The window and the export command
// share it, so that both show the same.
//
// A [Sheet] is all that one tab shows: panels, each a table or a plot, with the choices that are offered beside them.
// It knows what each of its rows is about (see [Target]), so its viewers need not know about goroutines or tasks.
//
// Simple use:
//
//	s := figures.NewSource(trace)
//	sheet, err := s.Sheet(ctx, "goroutines", figures.View{}) // for the whole trace
//	for _, panel := range sheet.Panels() { … }
package figures
