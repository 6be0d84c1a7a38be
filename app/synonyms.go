package app

import (
	"strings"

	"profstation/model/lang"
)

// synonyms are words under which people look for a command that is called otherwise, by the label of its
// menu item in English.
var synonyms = map[string]string{
	"Open…":                            "load file import",
	"Watch a folder…":                  "follow directory live tail",
	"Open from a store…":               "pyroscope parca grafana continuous profiling server query",
	"Earlier time from the store":      "previous before interval pyroscope parca",
	"Later time from the store":        "next after interval pyroscope parca",
	"Reload":                           "reload refresh",
	"Close":                            "remove document",
	"Export…":                          "save picture png svg csv json profile html print image screenshot",
	"Report on open documents…":        "html page share",
	"Report on this document…":         "html page share ticket comparison alone only",
	"Search":                           "find",
	"Focus on":                         "filter show only",
	"Ignore":                           "filter exclude without",
	"Filters…":                         "hide show_from tagfocus labels unit sample index options",
	"Remove all filters":               "reset clear",
	"Copy as go tool pprof command":    "command line",
	"Preferences…":                     "settings options font scale zoom text size palette",
	"Package":                          "color colour colors frames",
	"Kind of code":                     "color colour colors frames runtime standard library",
	"Self share":                       "color colour colors self flat",
	"Label":                            "color colour colors tags",
	"Function":                         "granularity group generic",
	"Function and file":                "granularity group",
	"Over time":                        "heat map flame chart flamescope",
	"Source file":                      "granularity group",
	"Line":                             "granularity group lines",
	"Address":                          "granularity group instructions",
	"All code":                         "only frames everybody",
	"Only my code":                     "mine own module fold hide",
	"Without the standard library":     "only std stdlib modules third party fold hide",
	"Without the runtime":              "only program fold hide",
	"Only the runtime":                 "collector scheduler fold",
	"Charge GC to allocators":          "garbage collector mark sweep mallocgc allocation cost cause",
	"Merge inlined calls into callers": "noinlines inline",
	"Percentages of filtered total":    "relative percentages percent",
	"Light or dark theme":              "color colour night mode appearance",
	"Documents":                        "sidebar pane panel left",
	"Details":                          "sidebar pane panel right inspector",
	"Whole picture":                    "zoom out reset fit home",
	"Hottest path":                     "hot heaviest critical follow",
	"Callers and callees of selection": "pivot sandwich butterfly",
	"Go to…":                           "find function goroutine jump",
	"Follow the newest profile":        "live tail latest",
	"Compare selection":                "diff difference",
	"Add up selection":                 "merge sum combine",
	"Compare with the baseline":        "diff difference before after",
	"Side by side":                     "two both",
	"Difference":                       "diff delta change",
	"Swap base and new":                "reverse exchange",
	"Record from a server…":            "capture sample fetch http live seconds",
	"Stop recording":                   "end cancel",
	"Manual":                           "help documentation",
	"Keys and gestures":                "shortcuts keyboard help",
	"About profstation":                "version licence",
	"Quit":                             "exit",
	"Zoom to this box":                 "enlarge",
}

// wordsFor returns a menu item's label in English, and its synonyms in English and in the window's language.
// Originals come from [lang.Originals].
func wordsFor(label string, originals map[string][]string) string {
	var words []string
	for _, english := range append(originals[label], label) {
		words = append(words, english)
		if more := synonyms[english]; more != "" {
			words = append(words, more, lang.L(more))
		}
	}
	return strings.Join(words, " ")
}
