package live

import (
	"context"
	"html"
	"io"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"profstation/loader/httpclient"
	"profstation/loader/input"
	"profstation/model/lang"
)

// Offer is a kind of profile that a server has.
type Offer struct {
	Kind  Kind
	Count int64  // records in it as counted by the server; −1: not known
	Note  string // what to know before capturing it; "" for nothing
}

// link matches a line in net/http/pprof's index (pprof.go, indexTmplExecute, and the templates
// before Go 1.17): an optional count before a link to a page.
var link = regexp.MustCompile(`(?is)(?:>\s*(\d+)\s*(?:<[^>]*>\s*)*?)?<a\s+href\s*=\s*["']?([^"'\s>]+)`)

// notOffered are pages without profiles. The command line may hold secrets; symbols are of no use.
var notOffered = []string{"cmdline", "symbol", "full goroutine stack dump", ""}

// Index is what a server offers.
type Index struct {
	Offers []Offer
	Note   string // a line about what was left out; "" for nothing
}

// Limits for an index. A real one has some ten kinds; a hostile one has as many as fit into what is read from it.
const (
	maxIndex  = 1 << 20 // bytes
	maxLinks  = 2000
	maxOffers = 200
	maxKind   = 100 // bytes in a name
)

// Kinds asks what the server offers. The order is that of [Kinds], followed by the program's own kinds.
func (c *Client) Kinds(ctx context.Context) (*Index, error) {
	limited, cancel := httpclient.WithPatience(ctx, c.o.Timeout)
	defer cancel()
	start := time.Now()
	body, err := c.index(limited)
	if err != nil {
		return nil, c.explain(ctx, limited, Request{}, time.Since(start), err)
	}
	index := parseIndex(body)
	if index == nil {
		e := &httpclient.Error{Problem: httpclient.NotAProfile, Found: lang.L("this is not the index page of net/http/pprof") + input.Title([]byte(body))}
		e.Advice = lang.L("give the address at which it is mounted, such as http://host:port/debug/pprof/")
		if httpclient.WantsLogin(body) {
			e.Advice = httpclient.LoginNeeded()
		}
		return nil, c.fault(Request{}, e)
	}
	// A kind becomes part of a file's name, in which there must be no secrets.
	all := len(index.Offers)
	index.Offers = slices.DeleteFunc(index.Offers, func(o Offer) bool {
		return !slices.Contains(Kinds, o.Kind) && c.Hidden(string(o.Kind)) != string(o.Kind)
	})
	left := all - len(index.Offers)
	if more, ok := c.references(limited); ok {
		index.Offers = append(index.Offers, more)
	}
	if left > 0 {
		index.Note = lang.N(left, "1 kind left out: its name holds a credential", "{{.N}} kinds left out: their names hold a credential", nil)
	}
	return index, nil
}

func (c *Client) index(ctx context.Context) (string, error) {
	answer, err := c.Do(ctx, httpclient.Ask{})
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxIndex))
	if err != nil {
		return "", &httpclient.BodyError{Got: int64(len(body)), Err: err}
	}
	return string(body), nil
}

// parseIndex reads an index. It returns nil for any other page.
func parseIndex(body string) *Index {
	if !strings.Contains(body, "debug=") && !strings.Contains(body, "goroutine") {
		return nil
	}
	var offers []Offer
	seen := map[Kind]bool{}
	links, long := link.FindAllStringSubmatch(body, maxLinks), 0
	for _, m := range links {
		u, err := url.Parse(html.UnescapeString(m[2]))
		if err != nil || u.Host != "" {
			continue
		}
		page := path.Base(u.Path)
		if strings.HasSuffix(u.Path, "/") || page == "." || page == ".." || slices.Contains(notOffered, page) ||
			strings.ContainsFunc(page, unicode.IsControl) { // a name that leads elsewhere, or is no name
			continue
		}
		o := Offer{Kind: kindOf(page), Count: -1}
		if seen[o.Kind] || o.Kind == References {
			continue
		}
		if len(page) > maxKind {
			long++
			continue
		}
		seen[o.Kind] = true
		if n, err := strconv.ParseInt(m[1], 10, 64); err == nil && !o.Kind.Timed() {
			o.Count = n
		}
		o.Note = note(o)
		offers = append(offers, o)
	}
	// Without the goroutine profile, which every program has, it is another page.
	if !seen[Goroutine] && !seen[Heap] {
		return nil
	}
	slices.SortStableFunc(offers, func(a, b Offer) int { return rank(a.Kind) - rank(b.Kind) })
	index := &Index{Offers: offers[:min(len(offers), maxOffers)]}
	switch {
	case len(offers) > maxOffers || len(links) == maxLinks:
		index.Note = lang.L("the server lists too many kinds: {{.Number}} are shown", lang.With{"Number": len(index.Offers)})
	case long > 0:
		index.Note = lang.N(long, "1 kind with very long names left out", "{{.N}} kinds with very long names left out", nil)
	}
	return index
}

func rank(k Kind) int {
	if i := slices.Index(Kinds, k); i >= 0 {
		return i
	}
	return len(Kinds)
}

func note(o Offer) string {
	switch {
	case o.Kind == Mutex && o.Count == 0:
		return lang.L("empty: perhaps runtime.SetMutexProfileFraction was not called")
	case o.Kind == Block && o.Count == 0:
		return lang.L("empty: perhaps runtime.SetBlockProfileRate was not called")
	case o.Kind == ThreadCreate:
		return lang.L("broken in Go since 2013: it has no stacks")
	}
	return ""
}
