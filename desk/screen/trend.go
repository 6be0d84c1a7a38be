package screen

import (
	"profstation/model/series"
	"profstation/table"
)

// TrendAnswer is what the Trend tab shows.
type TrendAnswer struct {
	Trend  *table.Trend
	At     int          // the shown profile among the points; −1: none of them
	Ways   []series.By  // what the total can be divided by, label keys aside
	Keys   []string     // label keys
	By     series.By    // what it is divided by
	Key    string       // the label key, for labels
	Growth *table.Table // what grows; nil: nobody asked
	Names  []string     // of its rows, as in the profile; of stacks their leaves
	AsOf   string       // what the table says in a line above it
	Note   string       // what is to be known of the picture; "": nothing
}

// TrendChoice is what the Trend tab is asked for. The zero value is the total,
// divided by packages.
type TrendChoice struct {
	By   series.By // "": packages
	Key  string    // the label key, for labels
	Cum  bool      // cumulative figures instead of flat ones, of lines
	Name string    // a line of this name alone; "": layers
	All  bool      // with an empty Name: one line, the total
}
