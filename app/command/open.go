package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"profstation/ask/write"
	"profstation/loader"
	"profstation/loader/profilestore"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/origin"
)

// openAny loads a file, a store's answer, or standard input for "-". If it takes long, a terminal shows the progress.
func openAny(c *call, name string) (*loader.File, error) {
	return openSum(c, []string{name}, loader.Options{})
}

// evaluated loads the sum of profiles for a command that shows no trace, and evaluates a query over all of it.
func evaluated(c *call, names []string, q query.Query, command string) (*loader.File, *query.Result, error) {
	names, err := asked(names)
	if err != nil {
		return nil, nil, err
	}
	f, err := openSum(c, names, loader.Options{})
	if err != nil {
		return nil, nil, err
	}
	if f.Trace != nil {
		return nil, nil, fmt.Errorf("%s is an execution trace: %s is for profiles; profstation export --from_trace writes one with -o file.pprof", f.Name, command)
	}
	warn(c, f)
	r, err := query.Evaluate(c.ctx, f.Profile, q.Whole())
	return f, r, err
}

// openAll loads several. It skips store addresses that have nothing, unless none has anything.
func openAll(c *call, names []string, o loader.Options) ([]*loader.File, error) {
	var all []*loader.File
	var empty []error
	for _, name := range names {
		f, err := openSum(c, []string{name}, o)
		if errors.Is(err, loader.ErrEmpty) && len(names) > 1 {
			empty = append(empty, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		warn(c, f)
		all = append(all, f)
	}
	if len(all) == 0 && len(empty) > 0 {
		return nil, empty[0]
	}
	leftOut(c, empty, names)
	return all, nil
}

// leftOut says once which store addresses were skipped because they have nothing.
func leftOut(c *call, empty []error, names []string) {
	switch n := len(empty); {
	case n == 1:
		c.say("warning: left out: %s", empty[0])
	case n > 1:
		c.say("warning: left out: %d of %s of %s have no profiles", n, units.Plural(len(names), "step"), profilestore.Subject(names[0]))
	}
}

// asking opens store addresses with the credentials in the environment.
var asking = &profilestore.Opener{Who: func(string) (o profilestore.Options, err error) {
	o.Credentials, err = o.FromEnvironment(os.Getenv)
	return o, err
}}

// strange opens store addresses that a workspace names, without credentials: the workspace may come
// from somebody else, and nobody has said that the stores in it may see them.
var strange = loader.Options{Remote: &profilestore.Opener{}}

// unfold replaces questions by their steps.
func unfold(names []string) ([]string, error) {
	var all []string
	now := time.Now()
	for _, name := range names {
		steps, err := origin.Ref(name).Unfold(now)
		if err != nil {
			return nil, err
		}
		for _, s := range steps {
			all = append(all, string(s))
		}
	}
	return all, nil
}

// openSum loads a file, or adds several profiles up.
func openSum(c *call, names []string, o loader.Options) (*loader.File, error) {
	asked := c.reading
	o.Limits, o.AllFrames = asked.Limits, asked.AllFrames
	if o.Remote == nil {
		o.Remote = c.remote
	}
	f, err := load(c, names, o)
	return f, advised(err)
}

func load(c *call, names []string, o loader.Options) (*loader.File, error) {
	if len(names) > 1 {
		return loader.Merge(c.ctx, names, o)
	}
	name := names[0]
	defer showProgress(c, name, &o)()
	if name == "-" {
		return loader.Read(c.ctx, name, c.in, o)
	}
	return loader.Open(c.ctx, name, o)
}

// showProgress makes a terminal show the progress if loading takes long, until clear is called.
func showProgress(c *call, name string, o *loader.Options) (clear func()) {
	if t, ok := c.errs.(*write.Terminal); ok {
		return progress(t.File, string(origin.Ref(name).Public()), o)
	}
	return func() {}
}

// patience is how long a file may load before the progress is shown.
const patience = 500 * time.Millisecond

const clearLine = "\r\x1b[K"

// progress writes the progress of loading to a line on the terminal, until clear is called.
func progress(w io.Writer, name string, o *loader.Options) (clear func()) {
	shown, since := false, time.Now()
	o.Progress = func(done, total int64) {
		if time.Since(since) < patience {
			return
		}
		shown = true
		far := fmt.Sprintf("%dMB", done>>20)
		if total > 0 {
			far = fmt.Sprintf("%d%%", 100*done/total)
		}
		fmt.Fprintf(w, clearLine+"reading %q: %s", name, far)
	}
	return func() {
		if shown {
			fmt.Fprint(w, clearLine)
		}
	}
}

// warn writes to standard error, on one line, what was lost or repaired while a file was read.
func warn(c *call, f *loader.File) {
	if w := warningOf(f); w != "" {
		c.say("%s", w)
	}
}

// warningOf returns one line with what was lost or repaired while a file was read, and more; "" if there is neither.
func warningOf(f *loader.File, more ...string) string {
	var all []string
	if f.Trace != nil {
		all = f.Trace.Warnings
	} else {
		all = f.Profile.Warnings
	}
	if all = slices.Concat(all, more); len(all) == 0 {
		return ""
	}
	return "warning: " + f.Name + ": " + strings.Join(all, "; ")
}
