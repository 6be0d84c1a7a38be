// Package work is for what takes long: loops over millions of samples, stacks and pairs.
//
// [Steps] ask a context whether it has ended, every few thousand steps, and [SortSteps] sorts so. [InParts] and
// [InParallel] share a range of numbers among processors. A [Lazy] value is made when it is first asked for, and
// [Pairs] and [Number] give numbers to what is met.
package work
