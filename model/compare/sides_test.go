package compare_test

import (
	"strings"
	"testing"

	"profstation/model/compare"
)

// Names come from file systems and servers: none may turn a line around.
func TestSideNames(t *testing.T) {
	got := compare.SideNames([2]string{"old.pprof", "new\u202e\n.pprof"})
	if got[0] != "base: old.pprof" || !strings.HasPrefix(got[1], "new: new") || strings.ContainsAny(got[1], "\u202e\n") {
		t.Errorf("%q", got)
	}
}
