package compare

import "profstation/model/statistics"

// Method is how it is judged whether a difference is larger than what chance makes. Which one holds
// is a matter of what the profile measures, and of what is shown of it.
type Method string

// Counts judges counts of samples by their exposure (CPU profiles), Shares their shares of totals
// that are made equal, Sampled values scaled up from sampled objects (heap profiles), Process what
// two snapshots of one process differ in, Exact what was counted in full, Unknown what no sampling
// error is known of. Runs judges groups of recordings by how much the recordings of a group differ.
const (
	Counts  Method = "counts of samples"
	Shares  Method = "shares of samples"
	Sampled Method = "sampled objects"
	Process Method = "one process"
	Exact   Method = "exact"
	Unknown Method = "unknown"
	Runs    Method = "runs"
)

// bursts is the dispersion of a program whose CPU time comes in bursts.
const bursts = statistics.MostDispersed

// Method is how the figures of the comparison are judged.
func (c *Comparison) Method() Method {
	switch m := c.judge.method; {
	case c.judge.groups != nil:
		return Runs
	case c.judge.counter && c.judge.asRecorded() && m == Sampled:
		return Process
	case m == Process && !c.judge.asRecorded():
		return Sampled
	case c.judge.shares && m == Counts:
		return Shares
	default:
		return m
	}
}

// Judged reports whether differences can be within noise.
func (c *Comparison) Judged() bool {
	m := c.Method()
	return m != Exact && m != Unknown
}

// noise names what a difference has to exceed.
func (c *Comparison) noise() string {
	if c.Method() == Runs {
		return "the spread of the runs"
	}
	return "sampling noise"
}
