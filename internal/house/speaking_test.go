package house

import (
	"go/ast"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// speaking are the packages whose texts people read.
var speaking = strings.Fields("app views views/surface views/flame views/graph views/timeline views/tables views/overtime " +
	"desk desk/editor desk/folder ask ask/page ask/place ask/write ask/report ask/finding desk/screen desk/session origin origin/link " +
	"flame graph heatmap table timeline timeline/figures timeline/analysis " +
	"timeline/describe timeline/pair timeline/paint timeline/plot timeline/wording " +
	"loader loader/input loader/wire loader/pprof loader/trace loader/text loader/memory loader/logs loader/foreign loader/unwrap loader/bundle loader/watch loader/httpclient loader/live loader/profilestore loader/source loader/compiler loader/sandbox " +
	"disk model model/lineage model/memory model/units model/query model/labels model/explain model/trace model/series model/compare")

// TestSpeaking holds that the list has each package that puts texts into the language of the user, but for commands,
// which speak English, and tools for tests.
func TestSpeaking(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name := strings.TrimPrefix(filepath.ToSlash(dir), "../../")
		if strings.HasPrefix(d.Name(), ".git") || name == "build" || name == "internal" || name == "measure" || name == "testdata" {
			return filepath.SkipDir
		}
		if sources, err := filepath.Glob(dir + "/*.go"); err != nil || len(sources) == 0 {
			return err
		}
		for file, tree := range parse(t, dir) {
			imports := slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"profstation/model/lang"` })
			if !imports || name == "app/command" {
				continue
			}
			if found++; !slices.Contains(speaking, name) {
				t.Errorf("%s speaks, and %s is not in the list", file, name)
			}
		}
		return nil
	})
	if err != nil || found < 100 {
		t.Fatalf("%d files speak, %v", found, err)
	}
}
