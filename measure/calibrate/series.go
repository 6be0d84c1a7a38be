package main

import (
	"slices"

	"profstation/measure/calibrate/course"
)

// overTime has a row for each scenario with series of profiles.
var overTime = section{
	title:   "Over time",
	about:   "What a trend says of the functions of a program, 20 of them if not said otherwise: flat ones should get no verdict, and those that grow or step should be found. Beside each figure stands what it shall be.",
	columns: overTimeColumns,
	rows:    overTimeRows(),
}

var overTimeColumns = []string{"rows at p ≤ 0.05", "series with a verdict", "intervals that hold", "found", "first", "time known"}

// columnOf gives the column in overTime for each figure.
var columnOf = map[string]int{
	"rows at p ≤ 0.05":                  0,
	"series with any verdict":           1,
	"series where a row grows":          1,
	"95% intervals that hold the slope": 2,
	"95% intervals that hold its size":  2,
	"95% intervals that hold the life":  2,
	"is said to grow":                   3,
	"is said to be long-lived":          3,
	"is said to be churn":               3,
	"found as a step":                   3,
	"found, and the first row":          3,
	"is the first row":                  4,
	"its time at most one profile off":  5,
	"the restart is known":              5,
}

func overTimeRows() (rows []row) {
	for k := range course.Scenarios {
		x := &course.Scenarios[k]
		rows = append(rows, row{x.Name, func(s *simulation) ([]string, error) {
			what, target := x.Figures()
			cells := slices.Repeat([]string{""}, len(overTimeColumns))
			for i, share := range x.Run(s.times) {
				cells[columnOf[what[i]]] = perCent(share/100) + " (" + target[i] + ")"
			}
			return cells, s.Err()
		}})
	}
	return rows
}
