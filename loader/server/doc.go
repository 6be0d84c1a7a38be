// Package server asks servers over HTTP, for those who know what to ask: package live for programs
// that serve net/http/pprof, package store for stores of profiles.
//
// It has what is the same for all of them, once: where a server is ([Place]), who may see the
// credentials ([Client]), how much of an answer is read, and what went wrong in one line ([Error]).
//
// Credentials live in memory only. They are not part of any name, error or file, and are not sent on
// when a server redirects to another host.
package server
