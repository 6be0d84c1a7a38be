package work

import (
	"context"
	"iter"
	"slices"
)

// CompareBools orders false before true.
func CompareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Steps counts the work in a long call and checks its context every few thousand steps. So the call ends
// within milliseconds of the context, however long a single stack, name or table in a profile is. It is used
// by one goroutine.
type Steps struct {
	ctx  context.Context
	left int
	over bool
}

// stepsPerLook is how many steps may pass between two checks.
const stepsPerLook = 1 << 12

// StepsUntil returns a counter for a call with a context.
func StepsUntil(ctx context.Context) *Steps { return &Steps{ctx: ctx} }

// Over counts n more steps, and reports whether the context has ended. Once it has, Over keeps returning
// true.
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

// Pieces divides 0 to n into pieces of as many steps as may pass between two checks, and ends early with the context. A loop
// over a piece needs no counter.
func (s *Steps) Pieces(n int) iter.Seq2[int, int] {
	return func(yield func(lo, hi int) bool) {
		for lo := 0; lo < n; lo += stepsPerLook {
			hi := min(lo+stepsPerLook, n)
			if s.Over(hi-lo) || !yield(lo, hi) {
				return
			}
		}
	}
}

// Context returns the counter's context.
func (s *Steps) Context() context.Context { return s.ctx }

// End makes Over return true from now on, whatever the context.
func (s *Steps) End() { s.left, s.over = 0, true }

// Err returns the context's error.
func (s *Steps) Err() error { return s.ctx.Err() }

// few is the number of elements up to which sorting needs no checks.
const few = 1 << 12

// SortSteps is [slices.SortStableFunc] or, unless stable is set, SortFunc, and counts comparisons as steps.
// Once the context has ended, the order is meaningless.
func SortSteps[T any](s *Steps, stable bool, x []T, compare func(a, b T) int) {
	if len(x) > few {
		// Only a panic stops a sort. Calling all elements equal from then on would still compare each again.
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
