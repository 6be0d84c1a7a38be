// Package units writes figures: values in units as pprof scales them, shares, counts, times on a scale, and
// cells in tables in files.
//
// [Format] is for values that are compared with others, [FormatShort] for values read alone, and
// [FormatPprof] for reports in pprof's letters. A unit follows its number without a blank. [WriteCSV] writes
// rows that no spreadsheet takes for formulas.
package units
