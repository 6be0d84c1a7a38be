package profilestore

import (
	"strings"

	"profstation/model/lang"
)

// A request is one that the profiled program served. If its profiles are linked with its traces, each sample has the ID
// of a span and of a trace, and Pyroscope can choose samples by several spans or several traces.
const (
	spanDigits  = 16 // hexadecimal digits in an ID
	traceDigits = 32
	maxRequests = 100 // IDs in a question
)

// ids reads comma-separated IDs with so many digits, as people copy them. A trace's ID may also look like a UUID.
func ids(text string, digits int) (string, bool) {
	var all []string
	for id := range strings.SplitSeq(text, ",") {
		id = strings.ToLower(strings.TrimSpace(id))
		if digits == traceDigits {
			id = strings.ReplaceAll(id, "-", "")
		}
		if len(id) != digits || strings.Trim(id, "0123456789abcdef") != "" {
			return "", false
		}
		all = append(all, id)
	}
	return strings.Join(all, ","), len(all) <= maxRequests
}

// setRequest reads the parameters that choose requests.
func (q *Question) setRequest(spans, traces string) error {
	bad := func(text string, digits int) error {
		if digits == spanDigits {
			return lang.Error("“{{.Value}}” is no ID of a span: write its {{.Digits}} hexadecimal digits",
				lang.With{"Value": text, "Digits": digits})
		}
		return lang.Error("“{{.Value}}” is no ID of a trace: write its {{.Digits}} hexadecimal digits",
			lang.With{"Value": text, "Digits": digits})
	}
	for _, of := range []struct {
		text   string
		digits int
		to     *string
	}{{spans, spanDigits, &q.Spans}, {traces, traceDigits, &q.Traces}} {
		ok := true
		if of.text != "" {
			*of.to, ok = ids(of.text, of.digits)
		}
		if !ok {
			return bad(of.text, of.digits)
		}
	}
	switch {
	case q.Spans != "" && q.Traces != "":
		return lang.Error("samples are chosen by a span or by a trace, not by both")
	case q.ofRequest() && q.Engine == Parca:
		return errNoRequests
	}
	return nil
}

var errNoRequests = lang.Error("Parca does not know to which span or trace a sample belongs")

// ofRequest reports whether a question is about the samples of some requests.
func (q Question) ofRequest() bool { return q.Spans+q.Traces != "" }

// request names the requests that a question is about, or returns "" if it is about all.
func (q Question) request() string {
	switch {
	case q.Spans != "":
		return lang.L("span {{.ID}}", lang.With{"ID": q.Spans})
	case q.Traces != "":
		return lang.L("trace {{.ID}}", lang.With{"ID": q.Traces})
	}
	return ""
}

// briefRequest is request for a title, which has no room for whole IDs.
func (q Question) briefRequest() string {
	const digits = 8
	short := func(ids string) string {
		if len(ids) > spanDigits {
			return ids[:digits] + "…"
		}
		return ids
	}
	q.Spans, q.Traces = short(q.Spans), short(q.Traces)
	return q.request()
}

// splitRequest decides by a typed ID's length which parameter it is for.
func splitRequest(text string) (spans, traces string, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", "", nil
	}
	if spans, ok := ids(text, spanDigits); ok {
		return spans, "", nil
	}
	if traces, ok := ids(text, traceDigits); ok {
		return "", traces, nil
	}
	return "", "", lang.Error("“{{.Value}}” is no ID of a request: a span has {{.Span}} hexadecimal digits, a trace {{.Trace}}",
		lang.With{"Value": text, "Span": spanDigits, "Trace": traceDigits})
}
