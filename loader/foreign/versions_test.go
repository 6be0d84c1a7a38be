package foreign

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
)

// The manual's table of versions, in both editions, ends each row with the newest version that is known here.
func TestManualVersions(t *testing.T) {
	want := map[string]string{"Firefox Profiler": strconv.Itoa(newestFirefox), "speedscope": newestScope,
		"`perf script`": strconv.Itoa(newestPerf)}
	for _, name := range []string{"manual.md", "manual.zh.md"} {
		text := must.Have(os.ReadFile("../../docs/" + name))
		rows := map[string][]string{} // the last cells of rows with a word in the first
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for word := range want {
				if strings.HasPrefix(line, "| ") && strings.Contains(cells[0], word) {
					rows[word] = append(rows[word], strings.TrimSpace(cells[len(cells)-1]))
				}
			}
		}
		for word, version := range want {
			if all := rows[word]; len(all) == 0 || all[len(all)-1] != version {
				t.Errorf("%s: %s ends with %q, and the newest is %s", name, word, all, version)
			}
		}
	}
}
