// Package report makes one HTML page of what profiles and traces say: facts,
// warnings, flame graph, call graph, functions, labels, and what changed against a
// base. The page has no scripts and no links to the outside: it is read the same
// in ten years, and can be printed.
//
//	page := report.New("Load test 3", theme)
//	err := page.Add(ctx, report.Document{File: file, Query: query}, options)
//	…
//	err = page.Write(w)
package report
