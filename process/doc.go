// Package process starts the program once more, to do work in a process of its own: what goes wrong
// there ends that process, and no other.
//
//	p, err := Start(Itself("layout-graph"))
//	defer p.End()
//	context.AfterFunc(ctx, p.Kill)
//	fmt.Fprintln(p.In, request)
//	answer, err := io.ReadAll(p.Out)
//
// The work is a hidden command of the program. It ends when its standard input does, for then
// whoever started it is gone.
package process
