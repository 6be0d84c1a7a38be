package live

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"profstation/disk"
	"profstation/loader/httpclient"
	"profstation/model/lang"
	"profstation/process"
)

// References is what keeps a program's objects alive. No page of a server has it: grf, of goref, reads it from the
// memory of a process of this machine, which stops meanwhile.
const References Kind = "references (grf)"

const grf = "grf"

// longestReading bounds how long grf may hold a process. It reads some 30 MB of small objects in a second.
const longestReading = 10 * time.Minute

// references returns the offer for a server that is a process of this machine, if grf is installed.
func (c *Client) references(ctx context.Context) (Offer, bool) {
	if _, err := exec.LookPath(grf); err != nil {
		return Offer{}, false
	}
	pid := c.process(ctx)
	return Offer{References, -1, lang.L("process {{.ID}} stands still, for seconds to minutes", lang.With{"ID": pid})}, pid > 0
}

// attach has grf write what keeps the objects of the server's process alive, and copies it to n. If ctx ends, grf is
// killed: the kernel then lets the process go on.
func (c *Client) attach(ctx context.Context, out *Capture, n *received) error {
	fault := func(found, advice string, err error) error {
		return &httpclient.Error{Problem: httpclient.Failed, Found: found, Advice: advice, Err: err}
	}
	pid := c.process(ctx)
	if pid == 0 {
		return fault(lang.L("no process of this machine is the server"), lang.L("is it still running?"), nil)
	}
	dir, err := os.MkdirTemp("", "profstation-grf-")
	if err != nil {
		return notWritten(os.TempDir(), err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "references.pprof")
	running, err := process.Start(exec.Command(grf, "attach", strconv.Itoa(pid), "-o", path))
	if err != nil {
		return fault(lang.L("grf does not start: {{.Cause}}", lang.With{"Cause": err}), "", err)
	}
	defer running.End()
	n.held.Store(int64(pid))
	go io.Copy(io.Discard, running.Out)
	select {
	case <-running.Gone():
	case <-ctx.Done():
		return ctx.Err()
	}
	n.held.Store(0)
	in, err := os.Open(path)
	if err != nil {
		words := running.LastWords(err)
		advice := lang.L("see what grf says in a terminal")
		if strings.Contains(words, "not permitted") {
			advice = lang.L("allow it to attach: see /proc/sys/kernel/yama/ptrace_scope, or be the process's user")
		}
		return fault(lang.L("grf wrote nothing: {{.Cause}}", lang.With{"Cause": words}), advice, err)
	}
	defer in.Close()
	limit := c.limit(out.Request, []byte("\x1f\x8b"))
	out.packed = true
	if out.Size, err = io.Copy(n, io.LimitReader(in, limit.Max+1)); n.err != nil {
		return notWritten(filepath.Dir(n.to.Name()), &disk.Error{Err: n.err})
	}
	if out.Size > limit.Max {
		return limit
	}
	return err
}
