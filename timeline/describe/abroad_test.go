package describe

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// In another language labels and tips are translated. Files and what filters match are those of English, and a
// search finds both names.
func TestAbroad(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Small))
	file := func() string {
		var b bytes.Buffer
		must.Do(timeline.WriteCSV(context.Background(), &b, timelinetest.Lanes(tl, timelinetest.OpenAll(tl)), timeline.Window{To: 1000}))
		return b.String()
	}
	english := file()
	of := timeline.Event{Kind: timeline.TaskRow, Index: 0}
	lang.Use(&lang.Catalogue{Else: func(english string) string {
		return "[" + strings.NewReplacer("heap", "Halde", "task", "Aufgabe", "waiting", "wartet").Replace(english) + "]"
	}})
	t.Cleanup(func() { lang.Use(nil) })

	if got := file(); got != english {
		t.Errorf("got\n%s\nin English\n%s", got, english)
	}
	l := timelinetest.Lanes(tl, timeline.Query{Filter: "^heap$"})
	if l.Find(timeline.Key{Kind: timeline.HeapRow}) < 0 {
		t.Error("the filter does not match the English label")
	}
	if got, want := tl.Label(&timeline.Row{Key: timeline.Key{Kind: timeline.HeapRow}}), "[Halde]"; got != want {
		t.Errorf("the label is %q, not %q", got, want)
	}
	for _, text := range []string{"heap", "halde"} {
		if got := tl.Search(text, 1); len(got) != 1 || got[0].Text != "[Halde]" {
			t.Errorf("%q finds %v", text, got)
		}
	}
	x := Inspect(tl, trace.SpanIndex(1))
	if want := "[[wartet]: chan receive]"; x.Doing != want {
		t.Errorf("it does %q, not %q", x.Doing, want)
	}
	if got, want := tl.InEnglish().StateText(x.State, tl.Trace.Spans.Reason(x.Span)), "waiting: chan receive"; got != want {
		t.Errorf("in English it does %q, not %q", got, want)
	}
	abroad, _ := InspectEvent(tl.Names, of)
	if home, _ := InspectEvent(tl.InEnglish(), of); home.Name != "task request 1" || abroad.Name != "[Aufgabe request 1]" {
		t.Errorf("the event is %q, in English %q", abroad.Name, home.Name)
	}
}
