package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/views"
)

// holdDisk has the disk not answer until let is called.
func (r *windowRig) holdDisk() (let func()) {
	held := make(chan struct{})
	r.dialogs.inquiries.hold = func() { <-held }
	return func() { close(held) }
}

// dialogCount is the number of dialogs on the screen.
func (r *windowRig) dialogCount() int { return len(r.window.Canvas().Overlays().List()) }

// While the disk does not answer, the button of a dialog is grey, and Escape leaves the dialog: nothing of what
// was asked for happens then.
func TestDialogsOfADeadDisk(t *testing.T) {
	enter, escape := &fyne.KeyEvent{Name: fyne.KeyReturn}, &fyne.KeyEvent{Name: fyne.KeyEscape}
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	folder := filepath.Join(t.TempDir(), "new")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(folder, "a.csv")
	for name, open := range map[string]func(){
		"export": func() {
			r.do(screen.Export{})
			r.entry(t).SetText(out)
		},
		"record": func() {
			r.do(screen.OpenRecord{})
			form := r.dialogs.recording()
			form.Address.SetText("localhost:1")
			form.Show(&screen.Record{Address: "localhost:1", Folder: folder, Offers: []screen.RecordOffer{{Kind: "heap"}}})
		},
	} {
		open()
		before := len(r.desk.Snapshot().Documents)
		let := r.holdDisk()
		answer := r.dialogs.open()[0].answer
		answer.OnTapped()
		if !answer.Disabled() || r.dialogCount() != 1 {
			t.Errorf("%s: grey is %v, %d dialogs", name, answer.Disabled(), r.dialogCount())
		}
		r.window.Canvas().Focused().TypedKey(enter) // which a grey button does not take
		r.window.Canvas().Focus(answer)
		answer.TypedKey(escape)
		if r.dialogCount() != 0 {
			t.Errorf("%s: Escape does not leave it", name)
		}
		if n := r.dialogs.inquiries.running; n != 1 {
			t.Errorf("%s: the disk was asked %d times", name, n)
		}
		let()
		s := r.settle()
		if files, err := os.ReadDir(folder); err != nil || len(files) != 0 || r.dialogCount() != 0 || len(s.Documents) != before {
			t.Errorf("%s: it left %v, %v, %d dialogs and %d documents", name, files, err, r.dialogCount(), len(s.Documents))
		}
		r.dialogs.inquiries.hold = nil
	}
	// What is typed meanwhile is not what was asked for.
	r.do(screen.Export{})
	r.entry(t).SetText(out)
	let := r.holdDisk()
	r.entry(t).TypedKey(enter)
	r.entry(t).SetText(filepath.Join(folder, "b.csv"))
	let()
	r.settle()
	if files, _ := os.ReadDir(folder); len(files) != 0 || r.dialogCount() != 1 || r.dialogs.open()[0].answer.Disabled() {
		t.Errorf("%v was written, %d dialogs", files, r.dialogCount())
	}
	for views.CloseTop(r.window.Canvas()) {
	}
}

// A dialog waits only so long for the disk, then says so, and keeps its answers. No more than a few questions to
// the disk run at a time.
func TestImpatientDialog(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Export{})
	out := filepath.Join(t.TempDir(), "a.csv")
	r.entry(t).SetText(out)
	let := r.holdDisk()
	r.dialogs.inquiries.patience = time.Nanosecond
	for i := range maxInquiries + 2 {
		answer := r.dialogs.open()[0].answer
		for answer.OnTapped(); r.dialogCount() < 2; {
			r.queue.Next()
		}
		if answer.Disabled() || r.dialogs.inquiries.running != min(i+1, maxInquiries) {
			t.Fatalf("after %d: grey is %v, %d questions", i+1, answer.Disabled(), r.dialogs.inquiries.running)
		}
		r.keyboard.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if r.dialogCount() != 1 || r.entry(t).Text != out {
			t.Fatalf("%d dialogs, and the answer is %q", r.dialogCount(), r.entry(t).Text)
		}
	}
	let()
	r.settle()
	r.dialogs.inquiries.hold, r.dialogs.inquiries.patience = nil, inquiryPatience
	r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s := r.settle(); s.Notice != "Written: "+out {
		t.Errorf("it ends with %q", s.Notice)
	}
}
