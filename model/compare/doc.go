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
// Groups of recordings of the same program: [Groups]. Durations and other
// samples of numbers, as traces have them: [Distributions].
//
// Statistics are applied to what was counted, not to what was scaled up from
// it; [Method] says which formulas hold for a kind of profile, and
// [Method.Explain] explains them to a user, with their limits.
package compare
