// Package address knows which texts are server addresses, and which parts of an address may be shown and kept: no user,
// no password, and only [Harmless] parameters from its query or, for a profile store, those that ask ([Asked]).
// Everything that shows or writes an address uses this package, so that the rule exists once. It does not parse
// addresses: packages live and store do.
package address

import (
	"slices"
	"strings"
	"unicode"
)

// Harmless lists the parameters for net/http/pprof. Any other may be a token.
var Harmless = []string{"seconds", "debug", "gc"}

// Asked lists the parameters in a question to a store: they say what is asked, not who asks.
var Asked = []string{"type", "query", "by", "span", "trace", "from", "until", "step", "every", "max_nodes"}

// stores are the schemes for profile stores, each written before the server's scheme.
var stores = []string{"pyroscope+", "parca+"}

// IsStore reports whether a text is a question to a profile store.
func IsStore(s string) bool {
	scheme, _, ok := cut(s)
	return ok && slices.ContainsFunc(stores, func(of string) bool { return strings.HasPrefix(scheme, of) })
}

// Hidden stands for everything after the scheme if nobody can say what is the host and what is a password.
const Hidden = "…"

// Is reports whether a text is a server's address and not a file's name: it begins with a scheme and ://, whether or
// not that scheme is supported. One letter is a drive, not a scheme.
func Is(s string) bool {
	_, _, ok := cut(s)
	return ok
}

// cut returns an address's scheme in lower case, and what follows ://.
func cut(s string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(strings.TrimSpace(s), "://")
	if !ok || !isScheme(scheme) {
		return "", "", false // true for most paths
	}
	return strings.ToLower(scheme), rest, true
}

// isScheme reports whether s is a scheme (RFC 3986, 3.1).
func isScheme(s string) bool {
	return len(s) > 1 && isLetter(rune(s[0])) && !strings.ContainsFunc(s, func(r rune) bool {
		return !isLetter(r) && !(r >= '0' && r <= '9') && !strings.ContainsRune("+-.", r)
	})
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// Public returns the part of an address that may be shown and kept: scheme, host, path and harmless parameters with
// their numbers or, for a store, its question. If an @ follows the host, everything after the scheme is [Hidden],
// because a password may have a slash in it. A text that is not an address is returned unchanged.
func Public(s string) string {
	scheme, rest, ok := cut(s)
	if !ok {
		return s
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, tail := rest[:end], rest[end:]
	host = host[strings.LastIndexByte(host, '@')+1:]
	socket := scheme == "unix" && end == 0 && strings.HasPrefix(tail, "/") // in a socket's path, an @ is just a letter
	if !socket && (strings.TrimSpace(host) == "" || strings.Contains(tail, "@")) || strings.ContainsFunc(rest, unicode.IsControl) {
		return scheme + "://" + Hidden
	}
	tail, _, _ = strings.Cut(tail, "#")
	path, query, _ := strings.Cut(tail, "?")
	kept := harmless
	if IsStore(s) {
		kept = asked
	}
	return strings.TrimSpace(scheme+"://"+host+path) + kept(query)
}

// harmless returns the parameters that may be kept, with a question mark before them.
func harmless(query string) string {
	return parameters(query, func(name, value string) bool {
		return value != "" && len(value) < 20 && strings.Trim(value, "0123456789.") == "" && slices.Contains(Harmless, name)
	})
}

// asked returns a store's question, with a question mark before it.
func asked(query string) string {
	return parameters(query, func(name, _ string) bool { return slices.Contains(Asked, name) })
}

// WithoutQuestion returns a store's address without what is asked there, but with everything that says who asks.
func WithoutQuestion(s string) string {
	head, query, _ := strings.Cut(s, "?")
	query, _, _ = strings.Cut(query, "#")
	return head + parameters(query, func(name, value string) bool { return name+value != "" && !slices.Contains(Asked, name) })
}

func parameters(query string, may func(name, value string) bool) string {
	var kept []string
	for p := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(p, "="); may(name, value) {
			kept = append(kept, p)
		}
	}
	if kept == nil {
		return ""
	}
	return "?" + strings.Join(kept, "&")
}

// Complete reports whether a text is an address without a [Hidden] part.
func Complete(s string) bool {
	_, rest, ok := cut(s)
	return ok && rest != Hidden
}

// Disguised reports whether a path contains an address with secrets, as programs make one when they take the address
// for a file's name: it has :// in it, or one of its elements ends with a colon, as a scheme does, and an @, a query or
// a fragment follows.
func Disguised(path string) bool {
	if strings.Contains(path, "://") {
		return true
	}
	last := strings.LastIndexAny(path, "@?#")
	for at := 0; at < last; {
		element, _, _ := strings.Cut(path[at:], "/")
		at += len(element) + 1
		scheme, colon := strings.CutSuffix(strings.TrimSpace(element), ":")
		if colon && isScheme(scheme[strings.LastIndexByte(scheme, ' ')+1:]) && at <= last {
			return true
		}
	}
	return false
}
