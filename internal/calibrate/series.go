package main

import "profstation/internal/calibrate/course"

// overTime are series of profiles.
var overTime = section{
	title:   "Over time",
	about:   "What a trend says of the functions of a program, 20 of them if not said otherwise: flat ones should get no verdict, and those that grow or step should be found.",
	columns: []string{"measured", "shall be"},
	rows:    overTimeRows(),
}

func overTimeRows() (rows []row) {
	for k := range course.Scenarios {
		x := &course.Scenarios[k]
		var shares []float64
		what, target := x.Figures()
		for i := range what {
			rows = append(rows, row{x.Name + ": " + what[i], func(s *simulation) ([]string, error) {
				if shares == nil {
					shares = x.Run(s.times)
				}
				return []string{perCent(shares[i] / 100), target[i]}, s.Err()
			}})
		}
	}
	return rows
}
