package screen

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"profstation/ask"
)

// TestManualKeys holds that each key and gesture that the manual and README name is on the sheet of
// keys. There stands "click with Ctrl" where a sentence says "Ctrl+click".
func TestManualKeys(t *testing.T) {
	known, with := map[string]bool{}, regexp.MustCompile(`(\w+) with (\w+)`)
	for _, part := range ask.AllKeys() {
		for _, row := range part.Keys {
			for _, word := range strings.Fields(with.ReplaceAllString(row[0], "$2+$1") + " " + row[1]) {
				known[word] = true
				if len(word) > 1 {
					known[strings.TrimRight(word, ",;")] = true
				}
			}
		}
	}
	named := regexp.MustCompile("((?:Ctrl|Alt|Shift)\\+[^ .,;:)*]+)|`([a-zA-Z/?.,])`|\\b(Esc|F1|F10|Home|Enter)\\b")
	for file, least := range map[string]int{"../../docs/manual.md": 20, "../../README.md": 8} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := named.FindAllStringSubmatch(string(text), -1)
		if len(found) < least {
			t.Errorf("%s names only %d keys", file, len(found))
		}
		for _, m := range found {
			if key := m[1] + m[2] + m[3]; !known[key] {
				t.Errorf("%s names %s, which is not on the sheet of keys", file, key)
			}
		}
	}
}
