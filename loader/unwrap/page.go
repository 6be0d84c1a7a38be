package unwrap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"profstation/loader/input"
	"profstation/model/lang"
)

// maxPage is how large an error page may be.
const maxPage = 64 << 10

// saying returns what an answer says in words, for an error: its title, its message or its first line, else "".
func saying(body []byte) string {
	body = body[:min(len(body), maxPage)]
	text := ""
	if input.IsHTML(body) {
		return input.Title(body)
	} else if e, ok := jsonError(body); ok {
		text = e.message
	} else if input.IsText(body) {
		text, _, _ = strings.Cut(strings.TrimSpace(string(body)), "\n")
	}
	if text = input.OneLine(text); text == "" {
		return ""
	}
	return " (“" + input.Bounded(text, 120) + "”)"
}

// refusals lists what Go servers, and proxies before them, answer when they have no profile, in lower case, and what to
// do then (net/http/pprof/pprof.go; Envoy's and nginx' own pages).
var refusals = []struct{ begins, advice string }{
	{"could not enable cpu profiling", lang.Later("somebody else was recording: record it again")},
	{"could not enable tracing", lang.Later("somebody else was recording: record it again")},
	{"profile duration exceeds server's writetimeout", lang.Later("ask for fewer seconds, or raise it")},
	{"unknown profile", lang.Later("ask for one that it offers")},
	{"upstream connect error", lang.Later("check that the server runs")},
	{"upstream request timeout", lang.Later("ask for fewer seconds than the proxy waits, or ask the server itself")},
	{"no healthy upstream", lang.Later("check that the server runs")},
	{"stream timeout", lang.Later("ask for fewer seconds than the proxy waits, or ask the server itself")},
}

// adviceFor says what to do about an answer that is an error.
func adviceFor(status int, body []byte) string {
	head := strings.ToLower(strings.TrimSpace(string(body[:min(len(body), 200)])))
	for _, r := range refusals {
		if strings.HasPrefix(head, r.begins) {
			return lang.L(r.advice)
		}
	}
	switch {
	case status >= 300 && status < 400:
		return lang.L("let curl follow the redirection, with -L")
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusProxyAuthRequired:
		return lang.L("the server requires a login: record it again with a user and a password, or a header")
	case status == http.StatusGatewayTimeout:
		return lang.L("ask for fewer seconds than the proxy waits, or ask the server itself")
	case status == http.StatusTooManyRequests, status >= 500:
		return lang.L("check that the server runs, and record it again")
	}
	return lang.L("check the address, and record it again")
}

// jsonFault is what a JSON error says.
type jsonFault struct {
	status  int // 0: it does not say
	message string
}

// jsonError reads a JSON error page, such as {"error": "not found", "status": 404} or Google's {"error": {"code": 401,
// "message": "…"}} (RFC 9457 has title, status and detail).
func jsonError(page []byte) (jsonFault, bool) {
	var all map[string]any
	if page = bytes.TrimSpace(page); len(page) == 0 || page[0] != '{' || json.Unmarshal(page, &all) != nil {
		return jsonFault{}, false
	}
	f := jsonFault{}
	inner, nested := all["error"].(map[string]any)
	for _, of := range []map[string]any{inner, all} {
		for _, key := range []string{"status", "code", "statusCode", "status_code"} {
			n := 0
			switch v := of[key].(type) {
			case float64:
				n = int(max(min(v, 1000), 0))
			case string:
				n, _ = strconv.Atoi(v)
			}
			if f.status == 0 && n >= 400 && n <= 599 {
				f.status = n
			}
		}
		for _, key := range []string{"message", "detail", "error_description", "error", "msg", "title"} {
			if text, ok := of[key].(string); ok && f.message == "" {
				f.message = text
			}
		}
	}
	_, named := all["error"]
	return f, f.message != "" && (f.status > 0 || named || nested)
}

var statusText = regexp.MustCompile(`^(\d{3}) [A-Za-z][A-Za-z' -]*$`)

// ofServer names what a server answered, other than a profile, if no headers came along; nil if it is something else.
func ofServer(page []byte) *input.Error {
	if len(page) > maxPage || !utf8.Valid(page) {
		return nil
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(page), "\ufeff"))
	if f, ok := jsonError([]byte(text)); ok {
		status := ""
		if f.status > 0 {
			status = ": " + strings.TrimSpace(fmt.Sprintf("%d %s", f.status, http.StatusText(f.status)))
		}
		return &input.Error{Found: lang.L("an error that a server answered in JSON, not a profile{{.Status}}",
			lang.With{"Status": status}) + saying(page), Advice: adviceFor(f.status, []byte(f.message))}
	}
	first, rest, _ := strings.Cut(text, "\n")
	status := 0
	if m := statusText.FindStringSubmatch(strings.TrimSpace(first)); m != nil && len(rest) < 1000 {
		status, _ = strconv.Atoi(m[1])
	}
	refused := status >= 400 && http.StatusText(status) != ""
	for _, r := range refusals {
		refused = refused || strings.HasPrefix(strings.ToLower(first), r.begins) && len(rest) < 1000
	}
	if !refused {
		return nil
	}
	return &input.Error{Found: lang.L("an error that a server answered, not a profile") + saying(page),
		Advice: adviceFor(status, []byte(text))}
}
