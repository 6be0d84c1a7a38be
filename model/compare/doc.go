// Package compare puts two profiles, or two groups of profiles, side by side. It shows what increased, what
// decreased, and whether a difference is larger than sampling produces by chance for an unchanged program.
//
// Two profiles:
//
//	pair, err := compare.Join(ctx, base, now)                 // once for two documents
//	diff, err := pair.Difference(ctx, compare.DiffBase, n)    // one profile, as pprof -diff_base
//	c, err := pair.Evaluate(ctx, query, n)                    // both answers, on one node table
//	rows, err := c.Rows(ctx)                            // rows[0].Flat.Verdict …
//
// Groups of recordings from the same program are a pair, too: [JoinGroups]. [Distributions] compares
// durations and other samples of numbers, as traces have them.
//
// The tests apply to exactly the values that are shown, but they use what was counted and not what was scaled
// up from it. There are two methods, see [Method]. [Comparison.Explain] explains them to a user in a sentence
// or two. docs/statistics.md has their assumptions and formulas, and says how often they are wrong.
package compare
