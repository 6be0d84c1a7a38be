package figures

import (
	"profstation/model/lang"
	"profstation/timeline/plot"
)

// Bars is what the bars of a histogram show.
type Bars = plot.Bars

// LastBars is the last of them.
const LastBars = plot.TimeLog

var barNames = []string{
	plot.Number: lang.Later("number"), plot.NumberLog: lang.Later("number, logarithmic"),
	plot.Time: lang.Later("time spent"), plot.TimeLog: lang.Later("time spent, logarithmic"),
}

// offerBars offers the choice of what the bars of histograms show.
func (m *maker) offerBars() {
	m.offer(Control{Kind: Select, Label: lang.L("bars:"),
		Help:    lang.L("How many there are of each length, or how long they took together. On a logarithmic scale, few are seen beside many."),
		Options: translated(barNames), At: int(m.view.Choice.Bars)},
		func(c *Choice, at int, _ string) { c.Bars = Bars(at) })
}
