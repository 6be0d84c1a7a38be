// Package table lays out tables of figures, draws them, and writes them as
// files.
//
// A [Table] is columns and a function that gives a cell its text: [Top] makes
// the one that `go tool pprof -top` prints. [Table.Paint] draws what is visible
// on any scene.Canvas, [Table.RowAt] and [Table.ColumnAt] tell what lies under
// a point, [Picture] draws a whole table with its heading, for reports.
//
// What is drawn is rounded and made safe for a screen. What is written by
// [Table.WriteCSV] and [Table.WriteJSON] is exact.
package table
