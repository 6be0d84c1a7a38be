// Package work is for what takes long: loops over millions of samples, stacks and pairs.
//
// [Steps] checks every few thousand steps whether a context has ended, and [SortSteps] sorts with such
// checks. [InParts] and [InParallel] share a range of numbers among processors. A [Lazy] value is made when
// it is first asked for, and [Pairs] and [Number] number things as they are met.
package work
