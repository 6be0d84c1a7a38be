package layout_test

import (
	"context"
	"errors"
	"testing"

	"profstation/graph/layout"
)

// shown notes what Compute shows.
type shown struct {
	stages    []layout.Stage
	positions []*layout.Positions
}

func (s *shown) show(p *layout.Positions, stage layout.Stage) {
	s.stages, s.positions = append(s.stages, stage), append(s.positions, p)
}

func TestCompute(t *testing.T) {
	h, count := counted(t, "helper")
	for name, g := range map[string]*layout.Graph{
		"pair": pair, "nothing": {}, "easy": tree(3, 50), "hard": tree(3, 150), "beyond graphviz": hard(),
	} {
		var s shown
		if err := h.Compute(t.Context(), g, s.show); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n := len(s.stages)
		if n == 0 || n > 2 || s.stages[n-1] != layout.Final || n == 2 && s.stages[0] != layout.First {
			t.Errorf("%s: showed %v", name, s.stages)
		}
		for _, p := range s.positions {
			check(t, g, p)
		}
	}
	if _, left := count(); left != 0 {
		t.Errorf("%d processes are left", left)
	}
}

// Whatever becomes of the helper, there is something to look at.
func TestComputeWithoutGraphviz(t *testing.T) {
	for _, role := range []string{"killed", "garbage", "nonsense"} {
		h, _ := counted(t, role)
		var s shown
		err := h.Compute(t.Context(), pair, s.show)
		if f := (*layout.Failure)(nil); !errors.As(err, &f) {
			t.Errorf("%s: got %v", role, err)
		}
		if len(s.stages) != 1 || s.stages[0] != layout.First {
			t.Fatalf("%s: showed %v", role, s.stages)
		}
		check(t, pair, s.positions[0])
	}
}

func TestComputeIsCancelled(t *testing.T) {
	h, count := counted(t, "hangs")
	ctx, cancel := context.WithCancel(t.Context())
	err := h.Compute(ctx, pair, func(*layout.Positions, layout.Stage) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if all, left := count(); all != 1 || left != 0 {
		t.Errorf("%d of %d processes are left", left, all)
	}
}
