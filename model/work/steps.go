package work

import (
	"context"
	"slices"
)

// CompareBools puts false before true.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Steps counts the work of a long call and asks its context every few thousand steps. So the call
// ends within milliseconds of the context, however long one stack, name or table of a profile is.
// It is used by one goroutine.
type Steps struct {
	ctx  context.Context
	left int
	over bool
}

// stepsPerLook is how many steps may pass between two looks at the context.
const stepsPerLook = 1 << 12

// StepsUntil counts the steps of a call with a context.
func StepsUntil(ctx context.Context) *Steps { return &Steps{ctx: ctx} }

// Over counts n more steps, and reports whether the context has ended. Once it has, it stays so.
func (s *Steps) Over(n int) bool {
	if s.left -= n; s.left > 0 {
		return false
	}
	return s.look()
}

func (s *Steps) look() bool {
	s.left = 0
	if s.over = s.over || s.ctx.Err() != nil; !s.over {
		s.left = stepsPerLook
	}
	return s.over
}

// Context is the context whose steps they are.
func (s *Steps) Context() context.Context { return s.ctx }

// End lets them be over from now on, whatever the context.
func (s *Steps) End() { s.left, s.over = 0, true }

// Err is the error of the context.
func (s *Steps) Err() error { return s.ctx.Err() }

// few is so little to sort that nobody waits for it.
const few = 1 << 12

// SortSteps is [slices.SortStableFunc] or, unless stable, SortFunc, whose comparisons are steps. Once
// the context has ended, the order means nothing.
func SortSteps[T any](s *Steps, stable bool, x []T, compare func(a, b T) int) {
	if len(x) > few {
		// A sort ends by nothing else: to call all equal from then on is a comparison of each again.
		type ended struct{}
		defer func() {
			if r := recover(); r != nil && r != any(ended{}) {
				panic(r)
			}
		}()
		own := compare
		compare = func(a, b T) int {
			if s.Over(1) {
				panic(ended{})
			}
			return own(a, b)
		}
	}
	if stable {
		slices.SortStableFunc(x, compare)
	} else {
		slices.SortFunc(x, compare)
	}
}
