// Package sandbox loads inputs in another process, so that the worst an input can do is end that
// process: whatever is wrong with the decoders, the window lives on.
//
//	var helper sandbox.Helper
//	defer helper.Close()
//	f, err := loader.Open(ctx, path, loader.Options{Apart: &helper})
//
// The process is the program itself with the hidden command [Subcommand], which calls [Serve]. It
// gets the open file, not its name. The finished tables come back through a pipe, except for large
// columns, which are copied out of the process's memory if the system allows it. The process may not
// take more memory than the input's limits amount to. On Linux for amd64 and arm64 it also cannot
// open files, reach the network or start programs. On Windows, where an open file cannot be handed
// over so easily, a Helper loads in its own process.
package sandbox
