// Package live records from a running program that serves net/http/pprof.
//
//	target, _ := live.Parse("http://localhost:6060/debug/pprof/")
//	c := live.NewClient(target, live.Options{})
//	index, err := c.Kinds(ctx)
//	capture, err := c.Capture(ctx, live.Request{Kind: live.CPU, Length: 30 * time.Second}, file, show)
//
// [Client.Record] captures again and again into a folder, under names that sort. Failures are errors
// from package httpclient: one line that says what the server did and what to do about it.
package live
