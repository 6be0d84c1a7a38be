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

// Title returns a page's title for an error, such as " (title: 502 Bad Gateway)", or "" if the page has none.
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

// Tags around a text that a browser shows as it is.
var (
	preOpens  = regexp.MustCompile(`(?i)<pre(?:\s[^<>]*)?>`)
	preCloses = regexp.MustCompile(`(?i)</pre\s*>`)
)

// Preformatted returns the text in a page that a browser made from a text and saved: the content of its first <pre>,
// up to the end if that is not closed. It returns nil for any other input.
func Preformatted(data []byte) []byte {
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), 4096)], []byte("\ufeff")), " \t\r\n")
	if len(head) == 0 || head[0] != '<' {
		return nil
	}
	opens := preOpens.FindIndex(data[:min(len(data), 4096)])
	if opens == nil {
		return nil
	}
	inner := data[opens[1]:]
	if closes := preCloses.FindIndex(inner); closes != nil {
		inner = inner[:closes[0]]
	}
	return []byte(html.UnescapeString(string(inner)))
}
