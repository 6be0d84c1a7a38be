package profilestore

import (
	"context"
	"strings"
	"time"

	"profstation/loader"
	"profstation/loader/address"
	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/loader/live"
	"profstation/model/lang"
)

// Opener opens store addresses wherever a file can be given. It is a [loader.Remote]. Its methods may be
// called from any goroutine.
type Opener struct {
	// Who returns how to ask at a base address, and with which credentials; nil means zero [Options].
	Who func(base string) (Options, error)
	// Typed is an address with credentials, as a user entered it. The credentials are sent to its
	// base, whatever is asked there. It may be "".
	Typed string
}

// Open asks the question in an address. If the address is plain, it first asks the server what it is.
func (o *Opener) Open(ctx context.Context, text string, load loader.Options) (*loader.File, error) {
	q, place, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if given, of, err := Parse(o.Typed); err == nil && given.Base == q.Base {
		place = of
	}
	var who Options
	if o.Who != nil {
		if who, err = o.Who(q.Base); err != nil {
			return nil, httpclient.Bad(text, err.Error(), "")
		}
	}
	if q.Engine == Unknown {
		if q.Engine, err = Which(ctx, place, who); err != nil {
			return nil, err
		}
	}
	c := NewClient(q, place, who)
	defer c.Close()
	return c.Merged(ctx, q, load)
}

// Unfold returns an address for each step in a question, which keeps everything else from text. If
// there are no steps, or text is not a store's address, it returns text itself.
func Unfold(text string, now time.Time) ([]string, error) {
	if !address.IsStore(text) {
		return []string{text}, nil
	}
	q, _, err := Parse(text)
	if err != nil || q.Step == 0 {
		return []string{text}, nil // opening it says what is wrong
	}
	steps, err := q.Steps(now)
	if err != nil {
		return nil, err
	}
	all := make([]string, len(steps))
	for i, s := range steps {
		all[i] = s.Typed(text)
	}
	return all, nil
}

// HasSteps reports whether an address asks for one profile after another.
func HasSteps(text string) bool {
	q, _, err := Parse(text)
	return err == nil && address.IsStore(text) && q.Step > 0
}

// Title returns a short name for an address: what is asked, or the public part if the address cannot be read.
func Title(text string) string {
	if q, _, err := Parse(text); err == nil {
		return q.Title()
	}
	return address.Public(text)
}

// Subject returns what an address asks about, without the time.
func Subject(text string) string {
	if q, _, err := Parse(text); err == nil {
		return spaced(q.What(), q.briefRequest(), q.Query)
	}
	return address.Public(text)
}

// When returns an address's interval, for a list of its steps.
func When(text string) string {
	if q, _, err := Parse(text); err == nil {
		return q.when()
	}
	return Title(text)
}

// Which asks a server what it is. If a program serves net/http/pprof there, the error says so: such
// programs are recorded from, for some time.
func Which(ctx context.Context, place httpclient.Place, who Options) (Engine, error) {
	program := place
	program.URL.Path = strings.TrimSuffix(program.URL.Path, "/")
	if pprofPage(program.URL.Path) {
		return Unknown, recorded(place)
	}
	var first error
	for _, e := range []Engine{Parca, Pyroscope} {
		c := NewClient(Question{Engine: e}, program, who)
		_, err := c.Types(ctx, Question{From: Ago(defaultFrom)})
		c.Close()
		if err == nil {
			return e, nil
		}
		if ctx.Err() != nil {
			return Unknown, err
		}
		if e, ok := err.(*httpclient.Error); ok && e.Problem != httpclient.NotFound && e.Problem != httpclient.NotAProfile && e.Problem != httpclient.BadRequest {
			return Unknown, err // every engine's question would fail like this
		}
		first = err
	}
	target, err := live.Parse(place.String())
	if err == nil {
		c := live.NewClient(target, live.Options{Credentials: who.Credentials, Timeout: who.Timeout})
		defer c.Close()
		if _, err = c.Kinds(ctx); err == nil {
			return Unknown, recorded(place)
		}
	}
	e := &httpclient.Error{Target: place.String(), Problem: httpclient.NotFound, Err: first}
	e.Found, e.Advice = lang.L("it is neither Pyroscope nor Parca, and does not serve net/http/pprof"), lang.L("check the address")
	return Unknown, e
}

func pprofPage(path string) bool { return strings.Contains(path+"/", "/debug/pprof/") }

// ErrProgram is wrapped in errors for addresses where a program serves net/http/pprof.
var ErrProgram = lang.Error("a program serves net/http/pprof there")

func recorded(place httpclient.Place) error {
	return &input.Error{
		Name: address.Public(place.String()), Found: lang.L("this is a server address, not a file"),
		Advice: lang.L("open it in the window to record from it"),
		Err:    ErrProgram,
	}
}
