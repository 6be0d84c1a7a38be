// Package statistics has the tests that differences are judged by, of numbers alone: it knows no
// profiles. Whoever judges makes an [Estimate] of each difference, by [Rates] or [Shares] of counts
// or by [Groups] of several recordings. P-value, interval and what could be seen at all follow from
// that one value, so they never contradict each other:
//
//	e := statistics.Rates(statistics.Count{N: 30, Of: 1}, statistics.Count{N: 60, Of: 1}, statistics.Dispersion{Value: 1.5})
//	low, high := e.Interval(0.05) // it holds 0 where e.P() > 0.05, and only there
//
// Of several differences that are looked at together, [Adjusted] corrects the p-values, and
// [Critical] is the level that the interval of each must be made for to agree with that.
package statistics
