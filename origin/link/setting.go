package link

import (
	"strconv"

	"profstation/model/lists"
)

// Setting is a part of a T that is written as texts under a name.
type Setting[T any] struct {
	Name  string
	Texts func(*T) []string // none for the default, which is not written
	Set   func(*T, string)  // takes one text; one that makes no sense leaves the default
}

// One makes a setting with one text, "" for the default.
func One[T any](name string, text func(*T) string, set func(*T, string)) Setting[T] {
	return Setting[T]{name, func(t *T) []string {
		if text := text(t); text != "" {
			return []string{text}
		}
		return nil
	}, set}
}

// Valued makes a setting whose default is the zero value. parse reports whether a text makes sense.
func Valued[T any, V comparable](name string, of func(*T) *V, text func(V) string, parse func(string) (V, bool)) Setting[T] {
	return One(name, func(t *T) string {
		if v := *of(t); v != *new(V) {
			return text(v)
		}
		return ""
	}, func(t *T, text string) {
		if v, ok := parse(text); ok {
			*of(t) = v
		}
	})
}

// Number makes a setting from 0, the default, to max.
func Number[T any, N ~int64 | ~uint16 | ~uint8](name string, of func(*T) *N, max N) Setting[T] {
	return Valued(name, of, func(n N) string { return strconv.FormatInt(int64(n), 10) }, func(text string) (N, bool) {
		n, err := strconv.ParseInt(text, 10, 64)
		return N(n), err == nil && n >= 0 && n <= int64(max)
	})
}

// Real makes a setting that is any number.
func Real[T any](name string, of func(*T) *float64) Setting[T] {
	return Valued(name, of, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }, func(text string) (float64, bool) {
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil
	})
}

// Toggle makes a setting that is on or off.
func Toggle[T any](name string, of func(*T) *bool) Setting[T] {
	return Valued(name, of, strconv.FormatBool, func(text string) (bool, bool) { return text == "true", true })
}

// Words makes a setting that is a text.
func Words[T any](name string, of func(*T) *string) Setting[T] {
	return One(name, func(t *T) string { return *of(t) }, func(t *T, text string) { *of(t) = text })
}

// List makes a setting with any number of elements, each with a text of its own.
func List[T, E any](name string, of func(*T) *[]E, text func(E) string, parse func(string) E) Setting[T] {
	return Setting[T]{name, func(t *T) []string { return lists.Map(*of(t), text) }, func(t *T, s string) { *of(t) = append(*of(t), parse(s)) }}
}

// Keep adds what differs from the defaults in t to the kept texts, only the first text for each setting.
func Keep[T any](k map[string]string, all []Setting[T], t *T) {
	for _, s := range all {
		if texts := s.Texts(t); len(texts) > 0 {
			k[s.Name] = texts[0]
		}
	}
}

// Restore sets in t what was kept.
func Restore[T any](k map[string]string, all []Setting[T], t *T) {
	for _, s := range all {
		if text := k[s.Name]; text != "" {
			s.Set(t, text)
		}
	}
}
