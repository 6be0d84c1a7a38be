package place

import (
	"strconv"
	"strings"
)

// setting is a part of a T that is kept as a text under a name.
type setting[T any] struct {
	name string
	text func(*T) string // "" for the default, which is not kept
	set  func(*T, string)
}

// keep adds what differs from the defaults in t to the kept texts.
func keep[T any](k map[string]string, all []setting[T], t *T) {
	for _, s := range all {
		if text := s.text(t); text != "" {
			k[s.name] = text
		}
	}
}

// restore sets what was kept. Values that make no sense any more leave the defaults.
func restore[T any](k map[string]string, all []setting[T], t *T) {
	for _, s := range all {
		if text := k[s.name]; text != "" {
			s.set(t, text)
		}
	}
}

// valued is a setting whose default is the zero value. parse reports whether a text makes sense.
func valued[T any, V comparable](name string, of func(*T) *V, text func(V) string, parse func(string) (V, bool)) setting[T] {
	return setting[T]{name, func(t *T) string {
		if v := *of(t); v != *new(V) {
			return text(v)
		}
		return ""
	}, func(t *T, text string) {
		if v, ok := parse(text); ok {
			*of(t) = v
		}
	}}
}

// number is a setting from 0, the default, to max.
func number[T any, N ~int64 | ~uint16 | ~uint8](name string, of func(*T) *N, max N) setting[T] {
	return valued(name, of, func(n N) string { return strconv.FormatInt(int64(n), 10) }, func(text string) (N, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return N(n), err == nil && n >= 0 && n <= int64(max)
	})
}

func toggle[T any](name string, of func(*T) *bool) setting[T] {
	return valued(name, of, strconv.FormatBool, func(text string) (bool, bool) { return text == "true", true })
}

func words[T any](name string, of func(*T) *string) setting[T] {
	return valued(name, of, strings.Clone, func(text string) (string, bool) { return text, true })
}
