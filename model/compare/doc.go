// Package compare puts two profiles, or two groups of profiles, side by side:
// what became more, what less, and whether a difference is larger than what
// sampling makes of the same program by chance.
//
// Two profiles:
//
//	pair, err := compare.Join(ctx, base, now)                 // once for two documents
//	diff, err := pair.Difference(ctx, compare.DiffBase, n)    // one profile, as pprof -diff_base
//	c, err := pair.Evaluate(ctx, query, n)                    // both answers, on one node table
//	rows, err := c.Rows(ctx)                            // rows[0].Flat.Verdict …
//
// Groups of recordings of the same program are a pair, too: [JoinGroups]. Durations and other
// samples of numbers, as traces have them: [Distributions].
//
// What is shown is what is tested, by what was counted and not by what was scaled up from it;
// there are two methods, see [Method], which [Comparison.Explain] explains to a user in a sentence or two.
// docs/statistics.md has their assumptions and formulas, and how often they are wrong.
package compare
