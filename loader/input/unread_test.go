package input

import (
	"slices"
	"strings"
	"testing"
)

func TestUnread(t *testing.T) {
	var u Unread
	if got := u.Warnings(); got != nil {
		t.Errorf("nothing was met, and it warns %q", got)
	}
	made := 0
	for range 3 {
		u.Add(UnreadGoroutines, func() string { made++; return "line 41: goroutine 7 <running>\n" })
	}
	u.Of(UnreadGoroutines, 11)
	u.Add(UnreadFields, func() string { return "field 37 of a sample" + strings.Repeat("x", 1000) })
	got := u.Warnings()
	if len(got) != 2 || got[0] != "3 of 11 goroutines were not understood and are left out: line 41: goroutine 7 <running>" {
		t.Errorf("it warns %q", got)
	}
	if made != 1 {
		t.Errorf("%d examples were made, want 1", made)
	}
	if n := len(got[1]); n > 300 || !strings.HasPrefix(got[1], "1 field was not understood") {
		t.Errorf("a warning of %d bytes: %q", n, got[1])
	}
	if u.Len(UnreadGoroutines) != 3 || u.Len(UnreadLines) != 0 {
		t.Error("it counts wrongly")
	}
	var more Unread
	more.Add(UnreadGoroutines, func() string { return "line 90" })
	more.Add(UnreadLines, func() string { return "line 91" })
	u.Join(&more)
	if got := u.Warnings(); u.Len(UnreadGoroutines) != 4 || !strings.HasSuffix(got[0], ": line 41: goroutine 7 <running>") || !strings.HasSuffix(got[1], ": line 91") {
		t.Errorf("joined, it warns %q", got)
	}
	for kind := range unreadKinds {
		var u Unread
		u.Add(kind, func() string { return "the example" })
		if w := u.Warnings(); len(w) != 1 || !slices.ContainsFunc(w, func(s string) bool { return strings.HasSuffix(s, ": the example") }) {
			t.Errorf("kind %d warns %q", kind, w)
		}
	}
}
