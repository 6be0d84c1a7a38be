// Package address knows which texts are addresses of servers, and what of an address may be shown
// and kept: no user, no password, and nothing of its query but [Harmless] parameters, and of a store
// of profiles those that ask ([Asked]). All that
// shows or writes an address asks it, so that the rule stands once. It reads no address: that is
// done by the packages live and store.
package address

import (
	"slices"
	"strings"
	"unicode"
)

// Harmless are the parameters of net/http/pprof. Any other may be a token.
var Harmless = []string{"seconds", "debug", "gc"}

// Asked are the parameters of a question to a store: they say what is asked, and not who asks.
var Asked = []string{"type", "query", "by", "span", "trace", "from", "until", "step", "every", "max_nodes"}

// stores are the schemes of stores of profiles, each before that of the server.
var stores = []string{"pyroscope+", "parca+"}

// IsStore reports whether a text is a question to a store of profiles.
func IsStore(s string) bool {
	scheme, _, ok := cut(s)
	return ok && slices.ContainsFunc(stores, func(of string) bool { return strings.HasPrefix(scheme, of) })
}

// Hidden stands for all behind the scheme of an address in which nobody can say what is the host
// and what is a password.
const Hidden = "…"

// Is reports whether a text is the address of a server and not the name of a file: it begins with
// a scheme and ://, whether programs know that scheme or not. One letter is a drive, not a scheme.
func Is(s string) bool {
	_, _, ok := cut(s)
	return ok
}

// cut returns the scheme of an address, in small letters, and what stands behind ://.
func cut(s string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(strings.TrimSpace(s), "://")
	if !ok || !isScheme(scheme) {
		return "", "", false // as of most paths
	}
	return strings.ToLower(scheme), rest, true
}

// isScheme knows schemes by RFC 3986, 3.1.
func isScheme(s string) bool {
	return len(s) > 1 && isLetter(rune(s[0])) && !strings.ContainsFunc(s, func(r rune) bool {
		return !isLetter(r) && !(r >= '0' && r <= '9') && !strings.ContainsRune("+-.", r)
	})
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// Public returns the part of an address that may be shown and kept: scheme, host, path and harmless
// parameters with their numbers, of a store its question. Behind the scheme it is [Hidden] if an @ stands behind the host: a
// password may have a slash in it. A text that is no address is returned as it is.
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
	socket := scheme == "unix" && end == 0 && strings.HasPrefix(tail, "/") // in whose path an @ is a letter
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

// asked returns the question of a store, with a question mark before it.
func asked(query string) string {
	return parameters(query, func(name, _ string) bool { return slices.Contains(Asked, name) })
}

// WithoutQuestion returns the address of a store without what is asked there, but with all that says who asks.
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

// Complete reports whether a text is an address of which nothing is [Hidden].
func Complete(s string) bool {
	_, rest, ok := cut(s)
	return ok && rest != Hidden
}

// Disguised reports whether a path has an address with secrets in it, as programs make one that take
// the address for the name of a file: there is :// in it, or one of its elements ends as a scheme
// does, with a colon, and behind that is an @, a query or a fragment.
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
