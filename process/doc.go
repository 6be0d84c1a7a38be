// Package process starts the program once more, to do work in a separate process: what goes wrong
// there ends that process, and no other.
//
//	cmd, err := Itself("layout-graph")
//	p, err := Start(cmd)
//	defer p.End()
//	context.AfterFunc(ctx, p.Kill)
//	fmt.Fprintln(p.In, request)
//	answer, err := io.ReadAll(p.Out)
//
// The work is a hidden command of the program. It ends when its standard input does, for then
// whoever started it is gone.
package process
