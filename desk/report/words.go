package report

import (
	"fmt"
	"strings"

	"profstation/model"
)

// phrases say what pprof's filters do; %s is their text.
var phrases = map[string]string{
	"focus":      "only samples with a node that matches %s",
	"ignore":     "no samples with a node that matches %s",
	"hide":       "without nodes that match %s",
	"show":       "only nodes that match %s",
	"show_from":  "only what lies below a node that matches %s",
	"prune_from": "without what lies below a node that matches %s",
	"tagfocus":   "only samples with the label %s",
	"tagignore":  "no samples with the label %s",
	"tagshow":    "only labels whose key matches %s",
	"taghide":    "without labels whose key matches %s",
	"tagroot":    "the values of the labels %s above the roots",
	"tagleaf":    "the values of the labels %s below the leaves",
}

// Asked says in words which filters a query has, and what its limits leave out;
// "" where it has none.
func Asked(q model.Query) string {
	var parts []string
	for _, f := range q.Filters() {
		phrase, ok := phrases[f.Name]
		if !ok {
			phrase = f.Name + " %s"
		}
		parts = append(parts, fmt.Sprintf(phrase, "“"+model.Sanitise(f.Text)+"”"))
	}
	if q.NoInlines {
		parts = append(parts, "inlined calls counted to their callers")
	}
	if g := q.Granularity; g != "" && g != model.Functions {
		parts = append(parts, "by "+string(g))
	}
	if q.RelativePercentages {
		parts = append(parts, "shares are of what the filters leave")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Filters: " + strings.Join(parts, "; ") + "."
}
