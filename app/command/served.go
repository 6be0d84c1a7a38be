package command

import (
	"context"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"profstation/ask"
	"profstation/disk"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/origin/link"
)

// served is what `go tool pprof -http` serves. pprof starts the program in $BROWSER with its address: with
// BROWSER=profstation, the window takes the browser's place. The server goes when its user ends pprof, so its profile
// is fetched before anything else.
type served struct {
	root  url.URL // the address without a path
	place link.Place
}

// fromPprof replaces addresses of pprof's own pages by links to the files that their profiles were written to, which
// are fetched. Others stay as they are.
func fromPprof(ctx context.Context, names []string) (all, fetched []string, err error) {
	for _, name := range names {
		s, ok, err := servedAt(name)
		if err != nil {
			return nil, nil, err
		}
		if ok && s.answers(ctx) {
			if name, err = s.fetch(ctx); err != nil {
				return nil, nil, err
			}
			fetched = append(fetched, name)
			leaveGroup()
		}
		all = append(all, name)
	}
	return all, fetched, nil
}

// servedAt returns what an address may name: ok says that pprof may be there, which [served.answers] finds out. Nothing
// is asked of another machine's address that has no path: it is the one of a program that serves net/http/pprof.
func servedAt(name string) (s served, ok bool, err error) {
	name = withScheme(name)
	if origin.Ref(name).Kind() != origin.Server {
		return s, false, nil
	}
	u, err := url.Parse(name)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return s, false, nil
	}
	page, below := strings.CutPrefix(u.Path+"/", "/ui/")
	here := isHere(u.Hostname())
	switch {
	case !below && (!here || strings.Trim(u.Path, "/") != ""):
		return s, false, nil
	case here && u.Port() == "0":
		return s, false, fmt.Errorf("%s is no address: go tool pprof names the port in -http as it was written; -http=localhost: chooses a free one", origin.Ref(name).Public())
	}
	s.place = placeAsked(u.Query())
	s.place.Tab = pprofPages[strings.Trim(page, "/")]
	s.root = url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host}
	return s, true, nil
}

// isHere reports whether a host is this machine.
func isHere(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// pprofPages are the tabs that show what pprof's pages do; "" is the tab that was used last.
var pprofPages = map[string]string{
	"flamegraph": ask.FlameTab.String(),
	"graph":      ask.GraphTab.String(),
	"top":        ask.TopTab.String(),
	"peek":       ask.PeekTab.String(),
	"source":     ask.SourceTab.String(),
	"disasm":     ask.SourceTab.String(),
}

// pprofParameters are the names that pprof's pages have for options in their addresses.
var pprofParameters = map[string]string{
	"f": "focus", "i": "ignore", "prunefrom": "prune_from", "h": "hide", "s": "show", "sf": "show_from",
	"tf": "tagfocus", "ti": "tagignore", "ts": "tagshow", "th": "taghide",
	"si": "sample_index", "g": "granularity", "noinlines": "noinlines", "showcolumns": "showcolumns", "sort": "sort",
	"rel": "relative_percentages", "mean": "mean", "dropneg": "drop_negative", "n": "nodecount", "nf": "nodefraction", "ef": "edgefraction",
	"unit": "unit",
}

// placeAsked returns the place that pprof's page shows with some parameters.
func placeAsked(values url.Values) link.Place {
	given := map[string]string{}
	for parameter, name := range pprofParameters {
		given[name] = values.Get(parameter)
	}
	given["trim"] = values.Get("trim")
	return placeOf(given)
}

// placeOf returns the place that pprof shows with options that have these values, "" for those that were not given. It
// leaves out values that pprof's options do not have.
func placeOf(given map[string]string) link.Place {
	p := link.Place{Options: map[string]string{}}
	if on, err := asSwitch(given["trim"]); err == nil && !on {
		whole := query.Default().Whole()
		for _, name := range []string{"nodecount", "nodefraction", "edgefraction"} {
			p.Options[name] = query.OptionNamed(name).Value(&whole)
		}
	}
	for _, o := range query.Options {
		text := given[o.Name]
		if o.Kind == query.SwitchOption {
			if on, err := asSwitch(text); err != nil || !on {
				continue
			}
			text = "true"
		}
		q := query.Default()
		switch {
		case text == "" || o.Set(&q, text) != nil || o.InForce(&q) == "":
		case o.IsFilter():
			p.Filters = append(p.Filters, query.Refining{Name: o.Name, Text: text})
		default:
			p.Options[o.Name] = text
		}
	}
	return p
}

// asSwitch reads what pprof takes for a switch.
func asSwitch(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "t", "yes", "y", "1", "on":
		return true, nil
	case "false", "f", "no", "n", "0", "off":
		return false, nil
	}
	return false, usagef("%q is neither true nor false", text)
}

// answers finds out whether pprof is there: its server alone leads from the root to /ui. A server that does not say so
// soon is another one.
func (s served) answers(ctx context.Context) bool {
	const soon = 3 * time.Second
	client := http.Client{Timeout: soon, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	s.root.Path = "/"
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, s.root.String(), nil)
	if err != nil {
		return false
	}
	answer, err := client.Do(ask)
	if err != nil {
		return false
	}
	answer.Body.Close()
	to, err := answer.Location()
	return err == nil && answer.StatusCode == http.StatusTemporaryRedirect && to.Host == s.root.Host && to.Path == "/ui"
}

// fetch keeps the profile in a file, and returns a link to it.
func (s served) fetch(ctx context.Context) (string, error) {
	s.root.Path = "/ui/download"
	target, err := live.Parse(s.root.String())
	if err != nil {
		return "", err
	}
	files, err := keptFiles()
	if err != nil {
		return "", err
	}
	said := make(chan string, 1)
	go func() { said <- s.titlePage(ctx) }()
	client := live.NewClient(target, live.Options{})
	defer client.Close()
	path, err := files.add(ctx, func(d *disk.Draft) (string, error) {
		if err := client.Download(ctx, *target.Request(), d); err != nil {
			return "", err
		}
		name, sampleType := titled(<-said)
		if s.place.Options["sample_index"] == "" && sampleType != "" {
			s.place.Options["sample_index"] = sampleType
		}
		return keptName(name, sampleType), nil
	})
	if err != nil {
		return "", err
	}
	return link.Link{Ref: origin.Ref(path), Place: s.place}.String(), nil
}

// titlePage returns the beginning of the page that pprof makes fastest; "" if it fails: a profile can do without a name.
func (s served) titlePage(ctx context.Context) string {
	const patience, most = 10 * time.Second, 64 << 10
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.root.Path = "/ui/"
	place, err := httpclient.Parse(s.root.String())
	if err != nil {
		return ""
	}
	client := httpclient.NewClient(place, httpclient.Credentials{})
	defer client.Close()
	answer, err := client.Do(ctx, httpclient.Ask{Page: "top"})
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	page, _ := io.ReadAll(io.LimitReader(answer.Body, most))
	return string(page)
}

var (
	pageTitle = regexp.MustCompile(`(?is)<title>(.*?)</title>`)
	// pageType matches a row in the page's menu of sample types.
	pageType = regexp.MustCompile(`id="sampletype-([^"]*)"`)
)

// titled returns what the title of pprof's page says: the name of a program, and the sample type that is shown. They
// are "" if it does not. A name may have spaces, and so may a type, which the menu has then.
func titled(page string) (name, sampleType string) {
	m := pageTitle.FindStringSubmatch(page)
	if m == nil {
		return "", ""
	}
	title := strings.TrimSpace(html.UnescapeString(m[1]))
	at := strings.LastIndexByte(title, ' ')
	name, sampleType = title[:max(at, 0)], title[at+1:]
	types := pageType.FindAllStringSubmatch(page, -1)
	for _, t := range types {
		known := html.UnescapeString(t[1])
		if before, ok := strings.CutSuffix(title, " "+known); ok && len(known) >= len(sampleType) {
			name, sampleType = before, known
		}
	}
	const unknown = "unknown"
	if sampleType == unknown {
		sampleType = ""
	}
	if name == unknown {
		name = ""
	}
	return name, strings.TrimPrefix(sampleType, "mean_")
}

// keptName returns a file name that every system accepts.
func keptName(words ...string) string {
	var all []string
	for _, word := range words {
		if word = strings.Trim(safe.Text(word), ". -/\\"); word != "" {
			all = append(all, word)
		}
	}
	if len(all) == 0 {
		all = []string{"profile"}
	}
	return disk.Portable(disk.CutName(strings.Join(all, ".")) + ".pb.gz")
}
