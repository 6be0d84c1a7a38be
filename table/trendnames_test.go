package table

import (
	"slices"
	"strings"
	"testing"
)

// Stacks that wait in the same function are told apart by the first caller that differs, or else by what they call.
func TestNameStacks(t *testing.T) {
	var stacks [][]string
	var want []string
	for _, c := range [][2]string{
		{"main.main;main.serve;net.(*netFD).Read;internal/poll.(*FD).Read;runtime.gopark", "net.(*netFD).Read ← main.serve ← main.main"},
		{"main.work;main.serve;net.(*netFD).Read;internal/poll.(*FD).Read;runtime.gopark", "net.(*netFD).Read ← main.serve ← main.work"},
		{"main.main;main.ask;net.(*netFD).Read;internal/poll.(*FD).Read;runtime.gopark", "net.(*netFD).Read ← main.ask"},
		{"main.a;time.Sleep;runtime.gopark", "time.Sleep ← main.a"},
		{"time.Sleep;runtime.gopark", "time.Sleep"},
		{"main.b;main.lock;runtime.semacquire", "main.lock → runtime.semacquire"},
		{"main.b;main.lock;runtime.gopark", "main.lock → runtime.gopark"},
		{"main.only;runtime.gopark", "main.only"},
	} {
		stacks, want = append(stacks, strings.Split(c[0], ";")), append(want, c[1])
	}
	if got := nameStacks(stacks); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
