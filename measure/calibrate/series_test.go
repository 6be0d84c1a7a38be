package main

import (
	"testing"

	"profstation/measure/calibrate/course"
)

// Each figure of a scenario has a column of its own.
func TestColumns(t *testing.T) {
	for i := range course.Scenarios {
		x := &course.Scenarios[i]
		seen := map[int]string{}
		what, _ := x.Figures()
		for _, w := range what {
			c, ok := columnOf[w]
			if !ok || c >= len(overTimeColumns) || seen[c] != "" {
				t.Errorf("%s: %q has no column of its own, and %q stands there", x.Name, w, seen[c])
			}
			seen[c] = w
		}
	}
}
