package layout_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"profstation/graph/layout"
	"profstation/internal/must"
)

// hard is a graph that takes graphviz minutes.
func hard() *layout.Graph { return random(1, 300, 900) }

// counted is a helper whose processes the returned function counts: those that
// are still there.
func counted(t *testing.T, role string) (*layout.Helper, func() (all, left int)) {
	var mu sync.Mutex
	var commands []*exec.Cmd
	command := as(role)
	h := &layout.Helper{Command: func() (*exec.Cmd, error) {
		cmd, err := command()
		mu.Lock()
		defer mu.Unlock()
		commands = append(commands, cmd)
		return cmd, err
	}}
	t.Cleanup(h.Close)
	return h, func() (all, left int) {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range commands {
			if c.Process != nil && c.Process.Signal(syscall.Signal(0)) == nil {
				left++
			}
		}
		return len(commands), left
	}
}

func TestLay(t *testing.T) {
	h, count := counted(t, "helper")
	limited := layout.Effort{Ranks: 0.5, Places: 0.5, Crossings: 0.3, Splines: "polyline"}
	all := []layout.Effort{{Labels: true}, {}, limited, {Splines: "line"}}
	for name, test := range map[string]struct {
		*layout.Graph
		efforts []layout.Effort
	}{
		"pair": {pair, all[:1]}, "random": {random(7, 30, 50), all}, "tree": {tree(7, 60), all[:2]},
		"alone": {random(1, 1, 0), all[:1]}, "nothing": {&layout.Graph{}, all[1:2]},
		"loop": {&layout.Graph{Nodes: pair.Nodes, Edges: []layout.Edge{{From: 0, To: 0}, {From: 0, To: 1}, {From: 0, To: 1}}}, all},
	} {
		g := test.Graph
		for _, e := range test.efforts {
			p, err := h.Lay(t.Context(), g, e)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			check(t, g, p)
			for i, d := range g.Edges {
				if want := e.Labels && d.LabelW > 0; p.Edges[i].HasLabel != want {
					t.Errorf("%s, %+v: edge %d has room for a label: %v", name, e, i, !want)
				}
			}
		}
	}
	if all, left := count(); left != 0 || all == 0 {
		t.Errorf("%d of %d processes are left", left, all)
	}
}

func TestCancelledLayoutsLeaveNoProcess(t *testing.T) {
	h, count := counted(t, "helper")
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			_, err := h.Lay(ctx, hard(), layout.Effort{})
			done <- err
		}()
		h.Warm() // a spare one, whoever gets it
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
	}
	h.Close()
	if all, left := count(); left != 0 || all == 0 {
		t.Errorf("%d of %d processes are left", left, all)
	}
}

func TestFailures(t *testing.T) {
	for _, test := range []struct {
		role   string
		reason layout.Reason
		says   string
	}{
		{"killed", layout.Died, "killed"},
		{"panics", layout.Died, "no more"},
		{"silent", layout.Died, "exit status 0"},
		{"garbage", layout.Died, "message"},
		{"cut", layout.Died, "exit status 0"},
		{"huge", layout.Died, "64MB"},
		{"nonsense", layout.Refused, "JSON"},
	} {
		h, count := counted(t, test.role)
		_, err := h.Lay(t.Context(), pair, layout.Effort{})
		var f *layout.Failure
		if !errors.As(err, &f) || f.Reason != test.reason || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v", test.role, err)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("%s: more than one line: %q", test.role, err)
		}
		if _, left := count(); left != 0 {
			t.Errorf("%s: the process is left", test.role)
		}
	}
}

func TestHelperThatCannotBeStarted(t *testing.T) {
	h := &layout.Helper{Command: func() (*exec.Cmd, error) { return exec.Command("/no/such/program"), nil }}
	h.Warm()
	_, err := h.Lay(t.Context(), pair, layout.Effort{})
	var f *layout.Failure
	if !errors.As(err, &f) || f.Reason != layout.NotStarted {
		t.Errorf("got %v", err)
	}
}

func TestLimits(t *testing.T) {
	t.Run("time", func(t *testing.T) {
		h, count := counted(t, "hangs")
		h.Time = 50 * time.Millisecond
		fails(t, h, pair, layout.TooLong, "50ms: choose fewer nodes")
		if _, left := count(); left != 0 {
			t.Error("the process is left")
		}
	})
	t.Run("memory", func(t *testing.T) {
		h, count := counted(t, "helper")
		h.Memory = 1 << 20 // less than any process has
		fails(t, h, hard(), layout.TooLarge, "1MB of memory: choose fewer nodes")
		if _, left := count(); left != 0 {
			t.Error("the process is left")
		}
	})
}

func fails(t *testing.T, h *layout.Helper, g *layout.Graph, why layout.Reason, says string) {
	t.Helper()
	_, err := h.Lay(t.Context(), g, layout.Effort{})
	var f *layout.Failure
	if !errors.As(err, &f) || f.Reason != why || !strings.Contains(err.Error(), says) {
		t.Errorf("got %v", err)
	}
}

// A spare process that somebody killed costs nothing but the time to start
// another.
func TestSpareIsReplaced(t *testing.T) {
	var mu sync.Mutex
	var first *exec.Cmd
	command := as("helper")
	h := &layout.Helper{Command: func() (*exec.Cmd, error) {
		cmd, err := command()
		mu.Lock()
		defer mu.Unlock()
		if first == nil {
			first = cmd
		}
		return cmd, err
	}}
	defer h.Close()
	h.Warm()
	first.Process.Kill()
	for first.Process.Signal(syscall.Signal(0)) == nil {
		time.Sleep(time.Millisecond) // until it was waited for
	}
	if _, err := h.Lay(t.Context(), pair, layout.Effort{}); err != nil {
		t.Error(err)
	}
}

// busy is a helper process that has a graph to lay out for minutes, and its input.
func busy(t *testing.T, behind bool) (*exec.Cmd, io.Closer) {
	t.Helper()
	cmd := must.Have(as("helper")())
	in := must.Have(cmd.StdinPipe())
	must.Do(cmd.Start())
	must.Do(layout.Send(in, layout.Request{DOT: hard().DOT(), Memory: 1 << 30, Behind: behind}))
	return cmd, in
}

// When the program is gone, its end of the pipe is closed, and the helper
// process ends although it is busy.
func TestHelperEndsWithItsInput(t *testing.T) {
	cmd, in := busy(t, false)
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestRequest(t *testing.T) {
	for _, want := range []layout.Request{{DOT: []byte("digraph {}"), Memory: 7}, {Memory: 1 << 40, Behind: true}} {
		var b bytes.Buffer
		must.Do(layout.Send(&b, want))
		if got, err := layout.Receive[layout.Request](&b); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v became %+v, %v", want, got, err)
		}
	}
	for _, text := range []string{"", "L", "{", "[]", `{"DOT":1}`, `{"DOT":"abc`, `{"Memory":"1"}`} {
		_, err := layout.Receive[layout.Request](strings.NewReader(text))
		if err == nil || (text == "") != (err == io.EOF) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}
