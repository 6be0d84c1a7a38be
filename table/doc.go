// Package table lays out tables of figures, draws them, and writes them as files. The views, the exports and the
// reports use it. The first call makes a [Table], such as [Top], the table that `go tool pprof -top` prints.
//
//	t := Top(result, top.Rows) // top is from result.Top(ctx)
//	t.Paint(canvas, View{Area: area, Theme: theme, …}) // the visible rows
//	err := t.WriteCSV(w)
//
// [Table.RowAt] and [Table.ColumnAt] find the row and the header under a point. [Picture] is a whole table with
// its heading, for a report. A [Report] also writes JSON and pprof's text. [Trend] draws figures over time.
//
// Drawn texts are rounded and safe for a screen. Files have exact figures and the names as they are in the
// profile.
package table
