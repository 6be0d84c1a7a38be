package unwrap

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"regexp"
	"strconv"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
)

// Limits for an answer's head: the number of heads, because redirections and proxies add some before it,
// and their bytes.
const (
	maxHeads = 20
	maxHead  = 64 << 10
)

var (
	// RFC 9112, 4. curl gives no reason for HTTP/2.
	statusLine = regexp.MustCompile(`^HTTP/\d(?:\.\d)? (\d{3})(?: [^\r\n]*)?\r*$`)
	fieldLine  = regexp.MustCompile("^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t\r]*$")
)

// answerHead is an answer's head, without those before it.
type answerHead struct {
	status int
	fields map[string]string // by name in lower case
}

// IsAnswer reports whether bytes begin with an HTTP answer's head, as printed by curl -i.
func IsAnswer(data []byte) bool {
	_, _, ok := cutHead(data)
	return ok
}

// cutHead cuts off one head: a status line, at least one field, and a blank line or the end of data.
func cutHead(data []byte) (h answerHead, body []byte, ok bool) {
	if !bytes.HasPrefix(data, []byte("HTTP/")) {
		return h, nil, false
	}
	h.fields = map[string]string{}
	within := data[:min(len(data), maxHead)]
	rest := within
	for first := true; len(rest) > 0; first = false {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		switch {
		case first:
			m := statusLine.FindSubmatch(line)
			if m == nil {
				return h, nil, false
			}
			h.status, _ = strconv.Atoi(string(m[1]))
		case len(bytes.TrimSpace(line)) == 0 && whole:
			return h, data[len(within)-len(after):], len(h.fields) > 0
		default:
			m := fieldLine.FindSubmatch(line)
			if m == nil && whole {
				return h, nil, false
			}
			if m != nil {
				h.fields[strings.ToLower(string(m[1]))] = string(m[2])
			}
		}
		rest = after
	}
	return h, nil, len(h.fields) > 0 && len(data) <= maxHead
}

// text returns the status as "404 Not Found".
func (h answerHead) text() string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", h.status, http.StatusText(h.status)))
}

// ofAnswer removes an answer's head and those before it.
func ofAnswer(data []byte) (*Thing, *input.Error) {
	h, body, _ := cutHead(data)
	for range maxHeads {
		next, after, ok := cutHead(body)
		if !ok {
			break
		}
		h, body = next, after
	}
	with := lang.With{"Status": h.text()}
	found := lang.L("the answer of an HTTP server with its headers ({{.Status}}), as curl -i prints it", with)
	if h.status < 200 || h.status > 299 {
		return nil, &input.Error{Found: found + saying(body), Advice: adviceFor(h.status, body)}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, &input.Error{Found: lang.L("the headers of the answer of an HTTP server without its body ({{.Status}})", with), Advice: lang.L("record it again, with curl -o and without -I"), Cut: true}
	}
	if strings.EqualFold(h.fields["transfer-encoding"], "chunked") {
		body = unchunked(body)
	}
	done := lang.L("the headers of an HTTP answer ({{.Status}}), as curl -i prints them, were taken off", with)
	if size, err := strconv.ParseInt(h.fields["content-length"], 10, 64); err == nil && int64(len(body)) < size {
		done = lang.L("{{.Done}}; they announce {{.Size}}, of which {{.There}} are there", lang.With{"Done": done, "Size": input.Size(size), "There": input.Size(int64(len(body)))})
	}
	return &Thing{Name: found, Done: done, Rest: body}, nil
}

// unchunked joins a body's chunks, which programs that record a connection keep (RFC 9112, 7.1). curl has already
// joined them: a body that is not a complete row of chunks is returned as it is.
func unchunked(body []byte) []byte {
	if c := body[0]; c < '0' || c > '9' && c < 'A' || c > 'F' && c < 'a' || c > 'f' {
		return body
	}
	joined, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body)))
	if err != nil || len(joined) == 0 {
		return body
	}
	return joined
}
