package desk

import (
	"testing"

	"profstation/desk/screen"
)

// Laying out ahead ends with its document, with all work, and with another
// comparison on the screen, even one with the same question.
func TestLookAheadEnds(t *testing.T) {
	turned := screen.Compare{Base: screen.Picks{Documents: []int{2}}, New: screen.Picks{Documents: []int{1}}}
	for _, i := range []screen.Intent{screen.Close{}, screen.Cancel{}, turned} {
		r := compared(t)
		ahead := r.answer.Ahead
		if r.do(i); !ahead.Stopped() {
			t.Errorf("%T: what is laid out ahead goes on", i)
		}
	}
}
