// Package statistics has the tests by which differences are judged. It works only on numbers and knows no
// profiles. A caller makes an [Estimate] for each difference, with [Rates] or [Shares] from counts or with
// [Groups] from several recordings. P-value, interval and detectable change all follow from that one value,
// so they never contradict each other:
//
//	e := statistics.Rates(statistics.Count{N: 30, Of: 1}, statistics.Count{N: 60, Of: 1}, statistics.Dispersion{Value: 1.5})
//	low, high := e.Interval(0.05) // it holds 0 where e.P() > 0.05, and only there
//
// For differences that are looked at together, [Adjusted] corrects the p-values, and [Critical] returns the
// level at which each interval must be made to agree with that.
package statistics
