package timeline

import (
	"testing"

	"profstation/internal/typed"
)

// Every row of a trace is found again by its name.
func TestRowNames(t *testing.T) {
	tl := prepared(t, typed.Trace(t, typed.Small))
	l := lanesFor(t, tl, Query{Toggled: map[Key]bool{{SectionRow, int32(ThreadSection)}: true, {SectionRow, int32(TaskSection)}: true}})
	kinds := map[RowKind]bool{}
	for i := range l.Rows {
		k := l.Rows[i].Key
		kinds[k.Kind] = true
		if got := tl.Named([]RowName{tl.RowName(k)}); len(got) != 1 || got[0] != k {
			t.Errorf("%+v is %+v, found as %+v", k, tl.RowName(k), got)
		}
	}
	for _, k := range []RowKind{SectionRow, ProcRow, ThreadRow, GoroutineRow, GroupRow} {
		if !kinds[k] {
			t.Errorf("no row of kind %s", rowKinds[k].name)
		}
	}
	if got := tl.Named([]RowName{{"proc", "-5"}, {"goroutine", ""}, {"", "1"}, {"heap", "7"}, {"group", "no such function"}}); len(got) != 0 {
		t.Errorf("what is not there is found as %+v", got)
	}
}
