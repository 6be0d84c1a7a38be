package input

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"profstation/model/lang"
)

// IsHTML reports whether an input is a page for people, as servers send them instead of an answer.
func IsHTML(data []byte) bool {
	head := bytes.TrimPrefix(data[:min(len(data), 1024)], []byte("\ufeff"))
	head = bytes.ToLower(bytes.TrimSpace(head))
	for _, tag := range []string{"<!doctype html", "<html", "<head"} {
		if bytes.HasPrefix(head, []byte(tag)) {
			return true
		}
	}
	return false
}

var title = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// Title is a page's title for an error: " (title: 502 Bad Gateway)". It is "" if the page has none.
func Title(page []byte) string {
	m := title.FindSubmatch(page)
	if m == nil {
		return ""
	}
	s := strings.Join(strings.Fields(html.UnescapeString(string(m[1]))), " ")
	if s == "" {
		return ""
	}
	return " " + lang.L("(title: {{.Title}})", lang.With{"Title": Bounded(OneLine(s), 100)})
}
