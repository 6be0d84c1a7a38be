// Package units writes figures: values in units as pprof scales them, shares, numbers of things, times on a scale,
// and cells of tables in files.
//
// [Format] is for what is compared with other figures, [FormatShort] for what is read alone, and [FormatPprof] for
// reports in pprof's letters. A unit follows its number without a blank. [WriteCSV] writes rows that no spreadsheet
// takes for formulas.
package units
