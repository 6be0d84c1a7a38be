package profilestore

import (
	"testing"
	"time"
)

// A question whose end moves has a new step as soon as it has ended and a little more; another has none.
func TestLaterSteps(t *testing.T) {
	q, _, err := Parse("pyroscope+http://h?type=cpu&from=now-1h&until=now&step=15m")
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Date(2026, 11, 24, 15, 7, 30, 0, time.UTC)
	steps, err := q.Steps(begun)
	if err != nil || len(steps) != 4 {
		t.Fatal(steps, err)
	}
	last := steps[3].Until
	wait := q.untilNext(last, begun)
	if want := 7*time.Minute + 30*time.Second + settled; wait != want {
		t.Errorf("the next step comes in %s, expected %s", wait, want)
	}
	if early := q.after(last, begun.Add(wait-time.Second)); early != nil {
		t.Errorf("before its time there are %v", early)
	}
	next := q.after(last, begun.Add(wait))
	if len(next) != 1 || next[0].From != last || next[0].Until != Absolute(begun.Truncate(15*time.Minute).Add(15*time.Minute)) || next[0].Step != 0 {
		t.Errorf("the next steps are %v", next)
	}
	if late := q.after(last, begun.Add(wait+time.Hour)); len(late) != 5 {
		t.Errorf("an hour later there are %d", len(late))
	}
	if awake := q.after(last, begun.Add(wait+40_000*time.Hour)); len(awake) != maxSteps || awake[len(awake)-1].Until.at <= last.at+39_000*time.Hour.Milliseconds() {
		t.Errorf("after a long sleep there are %d", len(awake))
	}
	q.Until = Absolute(begun)
	if wait := q.untilNext(last, begun); wait < 1000*time.Hour {
		t.Errorf("a question with an end waits for %s", wait)
	}
}
