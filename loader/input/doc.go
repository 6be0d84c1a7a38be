// Package input reads inputs that nobody trusts: it unpacks gzip and zstd, holds the bytes to [Limits],
// reports [Progress] and says in one line what is wrong ([Error]). It knows no format of profiles.
//
// [Read] is the first call; every decoder takes the [Data] that it returns.
package input
