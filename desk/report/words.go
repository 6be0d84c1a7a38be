package report

import (
	"strings"

	"profstation/model"
)

// Asked is a sentence about what makes the figures of a query differ from those
// of the whole profile, "" if nothing does.
func Asked(q model.Query) string {
	parts := q.Words()
	if len(parts) == 0 {
		return ""
	}
	return "Filters: " + strings.Join(parts, "; ") + "."
}
