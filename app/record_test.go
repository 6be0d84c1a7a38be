package app

import (
	"fmt"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/viewtest"
	"profstation/views"
)

// In the dialog for recording from a server that has all kinds no text covers another, and what stands in its
// boxes fits them.
func TestRecordDialog(t *testing.T) {
	r := newWindowRig(t)
	for _, size := range sizes {
		r.fill(size)
		r.do(screen.OpenRecord{})
		r.dialogs.record.Show(&screen.Record{Offers: []screen.RecordOffer{
			{Kind: "cpu", Count: -1, Length: true, Standard: 30}, {Kind: "heap", Count: 22, Delta: true},
			{Kind: "threadcreate", Count: 5, Delta: true, Note: "broken in Go since 2013: it has no stacks"},
		}})
		top := r.window.Canvas().Overlays().Top()
		top.Refresh()
		r.geometry(t, fmt.Sprint(size), top)
		boxes := 0
		for _, e := range viewtest.Find[*views.DialogEntry](r.dialogs.record.Object) {
			if e.PlaceHolder != "snapshot" {
				continue
			}
			boxes++
			if need := fyne.MeasureText(e.PlaceHolder, theme.TextSize(), e.TextStyle).Width + 2*theme.InnerPadding(); e.Size().Width < need {
				t.Errorf("%v: the box is %v wide, its text needs %v", size, e.Size().Width, need)
			}
		}
		if boxes != 2 {
			t.Errorf("%v: %d boxes", size, boxes)
		}
		for views.CloseTop(r.window.Canvas()) {
		}
	}
}

// The dialog stays, with its answers, while nothing can be written to its folder.
func TestRecordIntoImpossibleFolder(t *testing.T) {
	r := newWindowRig(t)
	file := fixture.WriteCPU(t)
	r.do(screen.OpenRecord{})
	form := r.dialogs.recording()
	form.Address.SetText("localhost:1")
	form.Show(&screen.Record{Address: "localhost:1", Folder: filepath.Join(file, "below"), Offers: []screen.RecordOffer{{Kind: "heap"}}})
	r.press(t, "Record")
	if s := r.settle(); len(s.Documents) != 0 || r.dialogs.recording() != form || r.dialogCount() != 1 || !r.says(file+" is a file, not a folder.") {
		t.Errorf("%d documents, %d dialogs, or the line is missing", len(s.Documents), r.dialogCount())
	}
}
