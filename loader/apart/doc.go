// Package apart loads inputs in another process, so that the worst an input can do is to end that
// one: whatever is wrong with the decoders, the window lives.
//
//	var helper apart.Helper
//	defer helper.Close()
//	f, err := loader.Open(ctx, path, loader.Options{Apart: &helper})
//
// The process is the program itself with the hidden command [Subcommand], which calls [Serve]. It
// gets the open file, not its name. The finished tables come back through a pipe, but for large
// columns, which are copied out of the process's memory where the system allows it. The process may
// not take more memory than the limits of the input stand for; on Linux for amd64 and arm64 it can
// open no file, reach no network and start no program, either. On Windows, where an open file cannot
// be handed over so easily, a Helper loads in its own process.
package apart
