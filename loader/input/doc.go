// Package input reads inputs that nobody trusts: it unpacks gzip and zstd, enforces [Limits], reports
// [Progress] and says in one line what is wrong ([Error]). It knows no profile format.
//
// Start with [Read]; every decoder takes the [Data] that it returns.
package input
