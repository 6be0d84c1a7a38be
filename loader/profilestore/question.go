package profilestore

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/loader/address"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/units"
)

// Engine is the kind of store.
type Engine string

// The stores that can be asked. Unknown is a server that has not been asked yet what it is.
const (
	Unknown   Engine = ""
	Pyroscope Engine = "pyroscope"
	Parca     Engine = "parca"
)

// Name returns the engine's name as its makers write it.
func (e Engine) Name() string {
	return map[Engine]string{Pyroscope: "Pyroscope", Parca: "Parca"}[e]
}

// Question is what a store is asked. It is comparable and holds no credentials.
type Question struct {
	Engine Engine
	Base   string        // the store's address: https://host/prefix, or https+insecure:// as in package httpclient
	Type   string        // profile type: process_cpu:cpu:nanoseconds:cpu:nanoseconds, or a part of it, such as cpu
	Query  string        // label selector: {service_name="api"}; "" selects everything
	By     string        // label names with commas between, which samples get: one merged profile per value; or ""
	Spans  string        // span IDs with commas between, whose samples are asked for; "" for all
	Traces string        // the same for traces; one of the two is ""
	From   Moment        // included
	Until  Moment        // not included
	Step   time.Duration // one profile for each step; 0: a single one
	Every  time.Duration // ask for the single profile again this often, as its time moves on; 0: only once
	// MaxNodes is how many nodes the store keeps in a profile; 0: its default.
	MaxNodes int64
}

// Parameters in an address. address.Asked lists those that may be kept.
const (
	paramType, paramQuery, paramBy = "type", "query", "by"
	paramSpans, paramTraces        = "span", "trace"
	paramFrom, paramUntil          = "from", "until"
	paramStep, paramEvery          = "step", "every"
	paramNodes                     = "max_nodes"
)

const (
	defaultFrom = time.Hour   // before now, if there is no from
	minStep     = time.Second // stores keep a profile every 10 to 15 s; also the minimum for Every
	maxSteps    = 2000
)

// Parse reads the address of a question:
//
//	pyroscope+https://host/prefix?type=process_cpu:cpu:nanoseconds:cpu:nanoseconds&query={service_name="api"}&from=now-1h&until=now
//	pyroscope+https://host?type=cpu&by=service_name,version
//	pyroscope+https://host?type=cpu&trace=4bf92f3577b34da6a3ce929d0e0e4736
//	parca+http://host:7070?type=…&query={…}&from=2026-11-24T14:00:00Z&until=2026-11-24T15:00:00Z&step=15m
//	https://host/…                            a server that must be asked what it is
//
// Values use percent escapes; a plus is a plus, as in regular expressions. The place has the credentials: the user, and
// any other parameters in the query.
func Parse(s string) (Question, httpclient.Place, error) {
	s = strings.TrimSpace(s)
	var q Question
	plain := s
	for _, e := range []Engine{Pyroscope, Parca} {
		if len(s) > len(e) && strings.EqualFold(s[:len(e)+1], string(e)+"+") {
			q.Engine, plain = e, s[len(e)+1:]
		}
	}
	bad := func(found, advice string) (Question, httpclient.Place, error) {
		return Question{}, httpclient.Place{}, httpclient.Bad(s, found, advice)
	}
	if q.Engine != Unknown && !address.Complete(address.Public(s)) {
		return bad(lang.L("it is not clear which part is the host"),
			lang.L("write %2F, %3F, %23 and %40 for / ? # @ in a user, a password or a query"))
	}
	head, tail, _ := strings.Cut(plain, "?")
	tail, _, _ = strings.Cut(tail, "#")
	values, others := map[string]string{}, []string{}
	for p := range strings.SplitSeq(tail, "&") {
		name, value, _ := strings.Cut(p, "=")
		if !slices.Contains(address.Asked, name) {
			others = append(others, p)
			continue
		}
		text, err := url.PathUnescape(value)
		if err != nil || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) {
			return bad(lang.L("{{.Name}} cannot be understood", lang.With{"Name": name}), lang.L("write %25 for a percent sign"))
		}
		values[name] = text
	}
	place, err := httpclient.Parse(head + "?" + strings.Join(others, "&"))
	if err != nil {
		return bad(input.Cause(briefly(err)), "")
	}
	place.URL.Path = strings.TrimRight(place.URL.Path, "/")
	q.Base = place.String()
	if err := q.fill(values); err != nil {
		return bad(err.Error(), "")
	}
	return q, place, nil
}

// briefly returns an error without its address, which is named elsewhere.
func briefly(err error) error {
	if e, ok := err.(*httpclient.Error); ok {
		return &httpclient.Error{Problem: e.Problem, Found: e.Found, Advice: e.Advice}
	}
	return err
}

func (q *Question) fill(values map[string]string) (err error) {
	q.From = Ago(defaultFrom)
	q.Type, q.Query = strings.TrimSpace(values[paramType]), strings.TrimSpace(values[paramQuery])
	if q.Query, err = selectorOf(q.Query); err != nil {
		return err
	}
	if v := values[paramBy]; v != "" {
		ok := false
		if q.By, ok = labelsIn(v); !ok {
			return lang.Error("“{{.Value}}” are no names of labels: write pod, or up to {{.Most}} with commas between them",
				lang.With{"Value": v, "Most": maxBy})
		}
	}
	if err := q.setRequest(strings.TrimSpace(values[paramSpans]), strings.TrimSpace(values[paramTraces])); err != nil {
		return err
	}
	now := time.Now()
	if err := parseEnds([2]string{values[paramFrom], values[paramUntil]}, [2]*Moment{&q.From, &q.Until}, now); err != nil {
		return err
	}
	if v := values[paramStep]; v != "" {
		d, ok := duration(v)
		if !ok || d < minStep || d%time.Millisecond != 0 {
			return lang.Error("“{{.Value}}” is not a step: write 15s, 15m or 1h", lang.With{"Value": v})
		}
		q.Step = d
	}
	if q.Every, err = q.every(values[paramEvery]); err != nil {
		return err
	}
	if v := values[paramNodes]; v != "" {
		if q.MaxNodes, err = strconv.ParseInt(v, 10, 64); err != nil || q.MaxNodes < 1 {
			return lang.Error("“{{.Value}}” is not a number of nodes", lang.With{"Value": v})
		}
	}
	if !q.From.Time(now).Before(q.Until.Time(now)) {
		return lang.Error("from {{.From}} until {{.Until}} is no interval: the end must be later", lang.With{"From": q.From, "Until": q.Until})
	}
	return nil
}

// every reads how often a question with a relative time is asked again.
func (q *Question) every(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, ok := duration(text)
	switch {
	case !ok || d < minStep:
		return 0, lang.Error("“{{.Value}}” does not say how often: write 15s or 1m", lang.With{"Value": text})
	case q.Step > 0 && q.Until.Relative():
		return 0, lang.Error("steps that end now go on by themselves: leave out every {{.Value}}", lang.With{"Value": text})
	case !q.Until.Relative():
		return 0, lang.Error("a time that has ended gets no more profiles: let it end now, or leave out every {{.Value}}", lang.With{"Value": text})
	}
	return d, nil
}

// Texts are a question's parameters as users write them. The selector may lack its braces, and Request is the ID of a
// span or a trace.
type Texts struct{ Type, Query, Request, From, Until, Step, Every string }

// Asking returns the question with other parameters. Empty ones get their defaults.
func (q Question) Asking(t Texts) (Question, error) {
	if query := quoted(inBraces(t.Query)); !whole.MatchString(query) {
		return q, noSelector(query)
	}
	spans, traces, err := splitRequest(t.Request)
	if err != nil {
		return q, err
	}
	asked := Question{Engine: q.Engine, Base: q.Base, By: q.By, MaxNodes: q.MaxNodes}
	err = asked.fill(map[string]string{
		paramType: t.Type, paramQuery: t.Query, paramSpans: spans, paramTraces: traces,
		paramFrom: strings.TrimSpace(t.From), paramUntil: strings.TrimSpace(t.Until), paramStep: strings.TrimSpace(t.Step),
		paramEvery: strings.TrimSpace(t.Every),
	})
	return asked, err
}

// selectorOf returns a label selector the way stores read it, with braces and quotation marks, or "" for all. Text in
// braces may be something that only the store understands.
func selectorOf(text string) (string, error) {
	inside := inBraces(text)
	query := quoted(inside)
	switch {
	case inside == "":
		return "", nil
	case inside == strings.TrimSpace(text) && !whole.MatchString(query):
		return "", noSelector(text)
	}
	return "{" + query + "}", nil
}

// inBraces returns what is between a selector's braces, which may be missing.
func inBraces(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") {
		return strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}

// quoted adds missing quotation marks to values: pod=shop-1 becomes pod="shop-1".
func quoted(selector string) string {
	rest, out := selector, ""
	for rest != "" {
		if m := ready.FindString(rest); m != "" {
			out, rest = out+m, rest[len(m):]
			continue
		}
		m := bare.FindStringSubmatch(rest)
		if m == nil {
			return selector // it is not a selector
		}
		out, rest = out+m[1]+strconv.Quote(m[2])+m[3], rest[len(m[0]):]
	}
	return out
}

func noSelector(text string) error {
	return lang.Error("“{{.Value}}” is no selector of labels: write pod=\"shop-1\"", lang.With{"Value": text})
}

// Texts returns the question's parameters. The selector has no braces.
func (q Question) Texts() Texts {
	t := Texts{Type: q.Type, Query: strings.TrimSuffix(strings.TrimPrefix(q.Query, "{"), "}"),
		Request: q.Spans + q.Traces, From: q.From.String(), Until: q.Until.String()}
	if q.Step > 0 {
		t.Step = writeDuration(q.Step)
	}
	if q.Every > 0 {
		t.Every = writeDuration(q.Every)
	}
	return t
}

// Typed returns the question's address, adding what else a typed address has: a user and other parameters.
func (q Question) Typed(text string) string {
	scheme, _, _ := strings.Cut(q.Base, "://")
	if q.Engine != Unknown {
		scheme = string(q.Engine) + "+" + scheme
	}
	head, others, _ := strings.Cut(address.WithoutQuestion(strings.TrimSpace(text)), "?")
	if _, rest, ok := strings.Cut(head, "://"); ok {
		head = rest
	}
	all := q.parameters()
	if others != "" {
		all = append(all, others)
	}
	return scheme + "://" + head + "?" + strings.Join(all, "&")
}

// String returns the question's address.
func (q Question) String() string {
	s := q.Base
	if q.Engine != Unknown {
		s = string(q.Engine) + "+" + s
	}
	return s + "?" + strings.Join(q.parameters(), "&")
}

// parameters returns the address's parameters.
func (q Question) parameters() []string {
	var all []string
	add := func(name, value string) {
		if value != "" {
			all = append(all, name+"="+escaped(value))
		}
	}
	add(paramType, q.Type)
	add(paramQuery, q.Query)
	add(paramBy, q.By)
	add(paramSpans, q.Spans)
	add(paramTraces, q.Traces)
	add(paramFrom, q.From.String())
	add(paramUntil, q.Until.String())
	if q.Step > 0 {
		add(paramStep, writeDuration(q.Step))
	}
	if q.Every > 0 {
		add(paramEvery, writeDuration(q.Every))
	}
	if q.MaxNodes > 0 {
		add(paramNodes, strconv.FormatInt(q.MaxNodes, 10))
	}
	return all
}

// escaped escapes what would end a value or an address. Everything else stays readable.
func escaped(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("%&#@", c) >= 0 {
			b.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// At returns the question with absolute times. If it has steps, an end that moves with the clock is rounded down to a
// whole step, so that all steps have the same length and the same steps come again.
func (q Question) At(now time.Time) Question {
	for _, m := range []*Moment{&q.From, &q.Until} {
		if t := m.Time(now); m.Relative() && q.Step > 0 {
			*m = Absolute(t.Truncate(q.Step))
		} else {
			*m = Absolute(t)
		}
	}
	q.Every = 0
	return q
}

// Steps returns a question for each step, in order of time, or the question itself if it has no steps.
func (q Question) Steps(now time.Time) ([]Question, error) {
	if q.Step <= 0 {
		return []Question{q}, nil
	}
	q = q.At(now)
	from, until, step := q.From.at, q.Until.at, q.Step.Milliseconds()
	n := (until - from + step - 1) / step
	switch {
	case n < 1:
		return nil, httpclient.Bad(q.String(),
			lang.L("there is no whole step of {{.Time}} yet", lang.With{"Time": writeDuration(q.Step)}),
			lang.L("ask for a longer time or for smaller steps"))
	case n > maxSteps:
		return nil, httpclient.Bad(q.String(),
			lang.N(int(min(n, 1<<30)), "1 step, the limit is {{.Most}}", "{{.N}} steps, the limit is {{.Most}}",
				lang.With{"Most": units.Count(maxSteps)}), lang.L("ask for a shorter time or for larger steps"))
	}
	all := make([]Question, n)
	for i := range all {
		one := q
		one.Step = 0
		one.From.at = from + int64(i)*step
		one.Until.at = min(one.From.at+step, until)
		all[i] = one
	}
	return all, nil
}

// What returns the profile type in few words: its sample type, preceded by the profile's name if the sample type
// alone is not clear.
func (q Question) What() string {
	parts := strings.Split(q.Type, ":")
	if len(parts) < 2 || slices.Contains([]string{"process_cpu", "memory", parts[1]}, parts[0]) {
		return parts[min(1, len(parts)-1)]
	}
	return parts[0] + " " + parts[1]
}

// Title returns a short name for lists and captions.
func (q Question) Title() string {
	what := spaced(q.What(), q.briefRequest(), q.Query)
	if q.By != "" {
		what = lang.L("{{.What}} by {{.Labels}}", lang.With{"What": what, "Labels": strings.Join(q.by(), ", ")})
	}
	return spaced(what, q.when())
}

// spaced joins the parts that are not empty with spaces.
func spaced(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// when returns the interval in few words.
func (q Question) when() string {
	if q.From.Relative() || q.Until.Relative() {
		return q.From.String() + " – " + q.Until.String()
	}
	from, until := q.From.Time(time.Time{}), q.Until.Time(time.Time{})
	const day, clock = "2006-01-02 ", "15:04:05"
	end := until.Format(clock)
	if from.Format(day) != until.Format(day) {
		end = until.Format(day + clock)
	}
	return from.Format(day+clock) + "–" + end
}
