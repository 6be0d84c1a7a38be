// Package watch follows a folder in which profiles appear, for example while a load test writes them.
//
//	w, err := watch.New(ctx, "run-3", watch.Options{}, func(e watch.Event) { … })
//	defer w.Close()
//
// Files that exist at the start come as lists and are read when somebody wants them ([Watcher.Want]).
// Files that come later are read at once, and posted when they are complete. Whether a file is
// complete depends on its content: a gzip trailer that verifies and a profile that parses. Files
// without such a proof (raw protobuf, text, traces) must also have been quiet for a while.
//
// [NewBundle] shows a bundle in the same way; nothing changes in it.
//
// File system events only wake a scanner, which compares inodes, sizes and times with what it
// knows. So a lost event does not lose a profile: the folder is scanned again after an overflow,
// when a folder is new or was replaced, and every 30 s. If a file system gives no events, the
// folder is scanned every second.
package watch
