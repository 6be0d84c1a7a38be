package profilestore

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/model/lang"
)

// Options say how to ask. The zero value is ready to use.
type Options struct {
	httpclient.Credentials
	Timeout time.Duration // for a whole answer; 0: 15 s for lists, 5 minutes for profiles
}

// Client asks one store. Its methods may be called from any goroutine.
type Client struct {
	*httpclient.Client
	engine Engine
	speaks protocol
	o      Options

	mu    sync.Mutex
	notes []string
}

// NewClient makes a client for a question, at the place parsed together with it. It sends nothing yet. The
// engine must be known.
func NewClient(q Question, p httpclient.Place, o Options) *Client {
	c := &Client{Client: httpclient.NewClient(p, o.Credentials), engine: q.Engine, o: o, speaks: pyroscope{}}
	if q.Engine == Parca {
		c.speaks = parca{}
	}
	return c
}

// Type is a type of profile that a store has.
type Type struct {
	ID         string // for [Question.Type]
	Name       string // the profile's name, such as process_cpu
	SampleType string
	SampleUnit string
}

// Label is a label and one of its values.
type Label struct{ Name, Value string }

// Point is the value from all profiles in one step.
type Point struct {
	Time  time.Time
	Value float64
}

// Curve is what a group of profiles measured over time.
type Curve struct {
	Labels []Label
	// What is measured, if the store says so. Parca returns counts of CPU samples as their time.
	Type, Unit string
	Points     []Point
}

// protocol is how to ask one engine. Questions have absolute times and, except for types, a type.
type protocol interface {
	types(q Question) httpclient.Ask
	typesOf(answer []byte) ([]Type, error)
	names(q Question) httpclient.Ask
	namesOf(answer []byte) ([]string, error)
	values(q Question, label string) httpclient.Ask
	valuesOf(answer []byte) ([]string, error)
	curves(q Question, by []string) httpclient.Ask
	// totals asks for curves too, in the question's steps. Together the points cover exactly the time asked for.
	totals(q Question, by []string) httpclient.Ask
	curvesOf(answer []byte) ([]Curve, error)
	// members lists the known members of all JSON lists; version is the protocol's version.
	members() members
	version() string
	// merged returns the ways to ask for a merged profile, the usual one first. The next way is tried if the server
	// does not know one. pprofOf takes the profile out of the answer.
	merged(q Question) []way
}

type way struct {
	ask     httpclient.Ask
	pprofOf func(answer []byte, u *unknown) ([]byte, error)
}

// Notes returns a line for each kind of thing that was not understood in the answers so far.
func (c *Client) Notes() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.notes)
}

func (c *Client) note(u *unknown) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, line := range u.Warnings() {
		if line = c.Hidden(line); !slices.Contains(c.notes, line) {
			c.notes = append(c.notes, line)
		}
	}
}

// Types asks which types of profiles there are.
func (c *Client) Types(ctx context.Context, q Question) ([]Type, error) {
	return list(ctx, c, c.speaks.types(q.At(time.Now())), c.speaks.typesOf)
}

// LabelNames asks which labels there are. Names that begin with two underscores belong to the store itself.
func (c *Client) LabelNames(ctx context.Context, q Question) ([]string, error) {
	return list(ctx, c, c.speaks.names(q.At(time.Now())), c.speaks.namesOf)
}

// LabelValues asks which values a label has.
func (c *Client) LabelValues(ctx context.Context, q Question, label string) ([]string, error) {
	return list(ctx, c, c.speaks.values(q.At(time.Now()), label), c.speaks.valuesOf)
}

// Curves asks what was measured over time in steps of q.Step, for each value of a label, or in total if by is "".
func (c *Client) Curves(ctx context.Context, q Question, by string) ([]Curve, error) {
	var names []string
	if by != "" {
		names = []string{by}
	}
	return list(ctx, c, c.speaks.curves(q.At(time.Now()), names), c.speaks.curvesOf)
}

// maxList is the most bytes read from a list.
const maxList = 32 << 20

// list asks for a list, which is small and in JSON.
func list[T any](ctx context.Context, c *Client, a httpclient.Ask, read func([]byte) (T, error)) (found T, err error) {
	limited, cancel := httpclient.WithPatience(ctx, cmp.Or(c.o.Timeout, 15*time.Second))
	defer cancel()
	start := time.Now()
	data, err := c.answer(limited, a, maxList, nil)
	switch {
	case c.empties(err):
		return found, nil
	case err != nil:
		return found, c.explain(ctx, limited, "", time.Since(start), err)
	}
	if found, err = read(data); err != nil {
		e := c.Undecoded(ctx,
			&input.Error{Found: lang.L("an answer that {{.Store}} does not give", lang.With{"Store": c.engine.Name()}),
				Advice: lang.L("check the address")})
		return found, c.Fault("", e)
	}
	var u unknown
	u.members(data, c.speaks.members())
	c.note(&u)
	return found, nil
}

// empties reports whether an error says that there are no profiles. Parca answers that with 404 and a message. If the
// page does not exist, the message is gRPC's.
func (c *Client) empties(err error) bool {
	var answer *httpclient.AnswerError
	if c.engine != Parca || !errors.As(err, &answer) || answer.Status != http.StatusNotFound {
		return false
	}
	said := message(answer.Body)
	return said != "" && said != http.StatusText(http.StatusNotFound)
}

// answer reads an answer up to a limit. progress gets the size 0 if it is not known.
func (c *Client) answer(ctx context.Context, a httpclient.Ask, limit int64, progress func(done, total int64)) ([]byte, error) {
	answer, err := c.Do(ctx, a)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body := bufio.NewReaderSize(answer.Body, loader.SniffSize)
	head, _ := body.Peek(loader.SniffSize)
	large := httpclient.TooLargeError{Max: limit}
	switch {
	case input.IsHTML(head): // a page for people, whatever type it claims
		return nil, c.Refusal(answer, body)
	case answer.ContentLength > limit:
		return nil, large
	}
	data := bytes.NewBuffer(make([]byte, 0, max(bytes.MinRead, min(answer.ContentLength+bytes.MinRead, limit))))
	got, err := data.ReadFrom(&counted{io.LimitReader(body, limit+1), 0, max(answer.ContentLength, 0), progress, time.Now()})
	switch {
	case err != nil:
		return nil, &httpclient.BodyError{Got: got, Err: err}
	case got > limit:
		return nil, large
	}
	return data.Bytes(), nil
}

// counted is a reader that reports how much was read through it.
type counted struct {
	from        io.Reader
	done, total int64
	post        func(done, total int64)
	last        time.Time
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.from.Read(b)
	c.done += int64(n)
	if now := time.Now(); c.post != nil && now.Sub(c.last) >= input.Tick {
		c.last = now
		c.post(c.done, c.total)
	}
	return n, err
}

// explain returns a one-line error that says why a store did not answer.
func (c *Client) explain(ctx, limited context.Context, what string, after time.Duration, err error) error {
	e := c.Explain(ctx, limited, after, err)
	var answer *httpclient.AnswerError
	switch {
	case errors.As(err, &answer) && answer.Status != http.StatusOK:
		said := message(answer.Body)
		if said != "" && answer.Unavailable() { // a proxy does not speak as the store does
			e.Found = answer.Error()
		}
		switch {
		case answer.Away: // it was not the store that answered
		case answer.Status == http.StatusBadRequest:
			e.Problem, e.Found, e.Advice = httpclient.BadRequest, lang.L("the store does not understand the question"),
				lang.L("check the type and the labels")
		case e.Problem == httpclient.Unauthorized:
			e.Advice = lang.L("give a user and a password, a header with a token, or the tenant (X-Scope-OrgID)")
		case e.Problem == httpclient.NotFound && said == "":
			e.Advice = lang.L("give the base address of the store, with no page of its own behind it; it is asked by {{.Protocol}}, which another version of it may not know",
				lang.With{"Protocol": c.speaks.version()})
		case answer.Proxied():
			e.Advice = lang.L("ask for a shorter time")
		}
		if said != "" {
			e.Found = lang.L("{{.Found}} (“{{.Message}}”)", lang.With{"Found": withoutLine(e.Found), "Message": said})
		}
	case e.Problem == httpclient.Timeout && e.Advice == "":
		e.Advice = lang.L("ask for a shorter time or for fewer labels")
	case e.Problem == httpclient.TooLarge:
		e.Advice = lang.L("ask for a shorter time or for fewer labels")
	}
	return c.Fault(what, e)
}

// message returns a store's error message: {"code":"unauthenticated","message":"…"}.
func message(body []byte) string {
	var said struct{ Message string }
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return input.Bounded(input.OneLine(said.Message), 200)
}

// withoutLine removes the answer's first line from found, for an error that quotes the answer's message instead.
func withoutLine(found string) string {
	found, _, _ = strings.Cut(found, " (“")
	return found
}
