// Package trace holds one loaded execution trace as columns and small tables.
//
// Package loader fills a [Trace], and the views read it through package timeline. A simple use walks one
// goroutine's spans:
//
//	g, _ := t.GoByID(17)
//	for i := t.Goroutines[g].First; i < t.Goroutines[g].End; i++ {
//		fmt.Println(t.Spans.Start(i), t.Spans.State(i))
//	}
package trace
