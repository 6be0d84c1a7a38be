package compare

// Explain tells a user how it is judged whether a difference is real, and what
// that cannot say, one paragraph each.
func (m Method) Explain() []string {
	switch m {
	case Shares:
		return []string{
			"The total of a CPU profile hardly varies: timers are regular. What varies is whose turn it was when one fired. So shares of the counted samples are compared, given the totals, not the times.",
			"A share is taken with one sample more in it and one more beside it; the difference of two shares ± 1.96 standard deviations is its 95% interval, with a variance 1.5 times that of fair draws, as recordings of steady programs have it.",
			"A difference is called more than sampling noise if at most 5% of those called so are expected to be false alarms: p-values are corrected for the number of functions shown (Benjamini and Hochberg). Below 10 samples on both sides together nothing is said.",
			"Limits: one pair of recordings cannot show how much one run differs from the next. Another input, another machine or a neighbour's load make real differences too. For that, compare groups of at least 4 recordings a side, taken in turns. Real is not the same as caused by your change.",
			"Profiles of Go before 1.18 on Linux are biased on more than 2.5 cores.",
		}
	case Sampled:
		return []string{
			"A heap profile holds about one allocation for each 512 KiB (runtime.MemProfileRate), scaled up by how likely objects of its size are sampled. From that size and the rate follows the standard deviation of every figure; variances add up.",
			"A difference of more than 1.96 of its standard deviations is outside its 95% interval; p-values are corrected for the number of functions shown (Benjamini and Hochberg). Below 10 sampled objects on both sides together nothing is said.",
			"Small objects are known to about ± 512 kB · √(sampled objects): 50 MB to ± 10%.",
			"Limits: two snapshots of one process share most of their samples, so less of what differs between them is called real than could be. Memory in use is as of the last garbage collection, and when that was is chance too.",
		}
	case Exact:
		return []string{
			"Nothing was sampled: every goroutine, or thread, was counted. A difference is a difference, at the moments when the two were taken; another moment may show others.",
		}
	case Runs:
		return []string{
			"Each group's spread shows how much one recording differs from the next, whatever it is that varies. Shares of CPU samples are pooled in each group; φ, how many times their variance is that of fair draws, is estimated from both, at least 1, and the difference is judged by Student's t. Beside it stand the medians and the exact probability of Mann and Whitney's rank test; where nothing was counted, that alone judges.",
			"Each group needs at least 4 recordings: with fewer no rank test can reach 5%. p-values are corrected for the number of functions shown (Benjamini and Hochberg), which a rank test of few recordings seldom survives.",
			"Pictures and the summary are of the recordings of a side added up, scaled as chosen above. A function is grey in them where it changed by no more than the runs differ; a box of a flame graph also where its own samples changed by no more than sampling noise. Labels are judged by sampling noise alone.",
			"Limits: recordings taken in turns (before, after, before, after …) tell more than two blocks, between which the machine may have changed. Real is not the same as caused by your change.",
		}
	}
	return []string{
		"No sampling error is known for this kind of profile: a block or mutex profile does not say at which rate it was recorded, nor others what was counted. Differences are shown as they are; none is called noise and none real.",
		"Compare groups of recordings: their spread tells, whatever they measure.",
	}
}
