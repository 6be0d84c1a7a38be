package desktest

import "profstation/desk/screen"

// Shows reports whether a file is on the screen.
func Shows(s *screen.Snapshot, name string) bool {
	return s.Answer != nil && !s.Stale && s.Answer.Name == name
}
