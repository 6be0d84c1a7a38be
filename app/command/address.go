package command

import (
	"context"
	"os"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/live"
	"profstation/model/lists"
	"profstation/origin"
)

// The options for what is fetched from a server.
const (
	fetchSeconds = "seconds"
	fetchTimeout = "timeout"
)

// addresses opens what a command line names by an address: a question to a store, or a page of net/http/pprof,
// which is fetched once. It is a [loader.Remote].
type addresses struct {
	length  time.Duration // how long the server records, unless the address says it; 0: the kind's default
	timeout time.Duration // 0: the client's default
	say     func(format string, args ...any)
}

func (a *addresses) Open(ctx context.Context, name string, o loader.Options) (*loader.File, error) {
	if origin.Ref(name).Stored() {
		return asking.Open(ctx, name, o)
	}
	target, err := live.Parse(name)
	if err != nil {
		return nil, err
	}
	what := live.Request{Kind: live.CPU} // as pprof does without a page
	if r := target.Request(); r != nil {
		what = *r
	}
	if a.length > 0 {
		what.Length = a.length
	}
	to, err := os.CreateTemp("", "profstation-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(to.Name())
	defer to.Close()
	said := false
	client := live.NewClient(target, live.Options{
		Timeout: a.timeout, Limits: o.Limits, Apart: o.Apart, OnlyProfiles: o.OnlyProfiles, AllFrames: o.AllFrames,
	})
	got, err := client.Capture(ctx, what, to, func(p live.Progress) {
		if !said && p.Length > 0 {
			a.say("%s records %s for %s", target.Host(), what.Kind, p.Length)
			said = true
		}
		if o.Progress != nil {
			o.Progress(p.Bytes, 0)
		}
	})
	switch {
	case got != nil && got.File != nil:
		return got.File, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, err
}

// fetching returns how a command line asks servers.
func fetching(cmd *cobra.Command) *addresses {
	seconds := func(name string) time.Duration {
		n, _ := cmd.Flags().GetInt(name) // 0 in commands that read nothing
		return time.Duration(max(n, 0)) * time.Second
	}
	return &addresses{length: seconds(fetchSeconds), timeout: seconds(fetchTimeout)}
}

// hostAndPort matches an address without a scheme, as pprof takes it.
var hostAndPort = regexp.MustCompile(`^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9][A-Za-z0-9.-]+):\d+(/.*)?$`)

// asked returns what a command line names to be read: addresses have their scheme, and questions are replaced by their
// steps.
func asked(names []string) ([]string, error) { return unfold(lists.Map(names, withScheme)) }

// withScheme gives a host and its port the scheme that they lack, unless there is a file of that name.
func withScheme(name string) string {
	if !hostAndPort.MatchString(name) {
		return name
	}
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	return "http://" + name
}
