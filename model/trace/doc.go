// Package trace holds one loaded execution trace as columns and small tables.
//
// Package loader fills a [Trace]; the views read it through package timeline. A
// simple use walks the spans of one goroutine:
//
//	g, _ := t.GoByID(17)
//	for i := t.Goroutines[g].First; i < t.Goroutines[g].End; i++ {
//		fmt.Println(t.Spans.Start(i), t.Spans.State(i))
//	}
package trace
