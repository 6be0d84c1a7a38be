package figures

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/model/trace"
	"profstation/timeline"
)

// Of the parts of the collector's work, the last that counts stays; the others go and come one by one.
func TestOnePartOfTheCollectorCounts(t *testing.T) {
	s := recording(t)
	var c Choice
	parts := func() (on []string, fixed []string) {
		for _, x := range s.make(t, "gc", View{Choice: c}).Controls {
			if x.On {
				on = append(on, x.Label)
			}
			if x.Fixed {
				fixed = append(fixed, x.Label)
			}
		}
		return on, fixed
	}
	set := func(label string, at int) {
		for _, x := range s.make(t, "gc", View{Choice: c}).Controls {
			if x.Label == label {
				c = x.Set(at, "")(c)
			}
		}
	}
	set("STW", 0)
	set("background", 0)
	if on, fixed := parts(); !slices.Equal(on, []string{"assist"}) || !slices.Equal(fixed, on) {
		t.Errorf("%q count, %q stay", on, fixed)
	}
	set("sweep", 1)
	if on, fixed := parts(); !slices.Equal(on, []string{"assist", "sweep"}) || fixed != nil {
		t.Errorf("%q count, %q stay", on, fixed)
	}
}

// The time of a task is that of all goroutines that worked on it together: it may be longer than the task.
func TestTimeOfATaskIsSummed(t *testing.T) {
	s := recording(t)
	titles := map[bool]int{}
	for i := range s.Trace.Tasks {
		of := ChooseEvent(s.Trace, timeline.Event{Kind: timeline.TaskRow, Index: int32(i)})(Choice{})
		d, err := s.Analysis.Task(t.Context(), trace.TaskIndex(i), false)
		if err != nil {
			t.Fatal(err)
		}
		p := s.make(t, "tasks", View{Choice: of}).Panel("went")
		says := strings.HasSuffix(p.Title, ", summed over "+strconv.Itoa(len(d.Parts))+" goroutines")
		if says != (len(d.Parts) > 1) {
			t.Errorf("%d goroutines: %q", len(d.Parts), p.Title)
		}
		if titles[says]++; titles[true] > 2 && titles[false] > 2 {
			return
		}
	}
	if titles[true] == 0 {
		t.Error("several goroutines worked on no task")
	}
}
