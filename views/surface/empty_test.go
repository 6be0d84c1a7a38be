package surface

import (
	"strings"
	"testing"

	"profstation/desk/screen"
)

// TestEmptyBundle says why nothing of a bundle is shown: a folder may get files, a bundle does not.
func TestEmptyBundle(t *testing.T) {
	for want, f := range map[string]screen.Folder{
		"Reading b.zip…": {Bundle: true, Looking: true, Note: "looking…"},
		"b.zip cannot be shown.\na zip file that is cut off": {Bundle: true, Bad: true, Note: "a zip file that is cut off"},
		"b.zip\nno profile and no trace · left out: 1 link":  {Bundle: true, Note: "no profile and no trace · left out: 1 link"},
		"Reading b.zip… ":                         {Bundle: true, Files: []*screen.File{{Name: "x.pprof", State: screen.Broken}, {Name: "y.pprof"}}},
		"x.pprof cannot be shown.\nit is cut off": {Bundle: true, Files: []*screen.File{{Name: "x.pprof", State: screen.Broken}}, Failed: screen.Failure{Name: "x.pprof", Why: "it is cut off"}},
		"No profile in b.zip yet.\nNew files appear here as soon as they are complete.": {Note: "no profiles yet"},
	} {
		f.Name, f.Document = "b.zip", 1
		s := &screen.Snapshot{Active: 1, Documents: []screen.Document{{ID: 1, Name: "b.zip", State: screen.Waiting}}, Folders: []*screen.Folder{&f}}
		if got := EmptyText(s); got != strings.TrimSpace(want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
