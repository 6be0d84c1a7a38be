package screen

import (
	"profstation/model/series"
	"profstation/table"
)

// TrendAnswer is the answer for the Trend tab.
type TrendAnswer struct {
	Trend  *table.Trend
	At     int          // index of the shown profile among the points, −1 if it is none of them
	Ways   []series.By  // the ways to divide the total, besides label keys
	Keys   []string     // label keys
	By     series.By    // the way in which it is divided
	Key    string       // the label key, if it is divided by labels
	Growth *table.Table // the growing lines, nil if nobody asked
	Names  []string     // of its rows, as in the profile; of stacks the leaves
	AsOf   string       // the line above the table
	Note   string       // about the picture, "" for none
}

// TrendChoice is the choice in the Trend tab. The zero value is the total,
// divided by packages.
type TrendChoice struct {
	By   series.By // "": packages
	Key  string    // the label key, to divide by labels
	Cum  bool      // lines of cumulative figures instead of flat ones
	Name string    // only the line of this name; "" for layers
	All  bool      // with an empty Name: one line, the total
}
