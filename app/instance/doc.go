// Package instance lets many starts of the program share one window: a second start hands its files
// to the first, over a socket that only the same user on the same display can reach, and ends.
//
// Simple use, before anything of the screen is touched:
//
//	l, handed := instance.Join(ctx, paths)
//	if handed {
//		return nil // the first program has the files
//	}
//	defer l.Close()        // l may be nil: then nobody hands anything over
//	… make the window …
//	l.Serve(func(r Request, reply Reply) { … open what it asks for, raise the window … })
//
// A lock decides who is first. The kernel takes it back when its holder ends, however that happens,
// and a socket that was left behind is replaced. Nothing here may keep the program from starting:
// if anything goes wrong, or no answer comes within [Patience], it starts normally.
package instance
