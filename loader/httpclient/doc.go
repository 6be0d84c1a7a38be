// Package httpclient asks servers over HTTP, for packages that know what to ask: package live for
// programs that serve net/http/pprof, package profilestore for profile stores.
//
// It contains what they have in common: where a server is ([Place]), who may see the credentials ([Client]),
// how much of an answer is read, and a one-line description when something went wrong ([Error]).
//
// Credentials live in memory only. They are not part of any name, error or file, and are not sent on
// when a server redirects to another host.
package httpclient
