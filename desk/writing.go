package desk

import "profstation/desk/job"

// Writing is a file that is being written, for the dialog that asked for it. Its methods are called on the desk's
// goroutine.
type Writing struct {
	job   *job.Job
	over  bool
	wrong string
	ended func(wrong string)
}

// unwritten is for what is not even begun, and says why.
func unwritten(wrong string) *Writing { return &Writing{over: true, wrong: wrong} }

// Then calls ended when the writing is over, which it may be already. wrong says in one line why there is no file;
// "": there is one, or it was stopped.
func (w *Writing) Then(ended func(wrong string)) {
	if w.over {
		ended(w.wrong)
		return
	}
	w.ended = ended
}

// Stop ends the writing, and leaves no file.
func (w *Writing) Stop() {
	if !w.over && w.job != nil {
		w.job.Cancel()
	}
}

func (w *Writing) end(wrong string) {
	w.over, w.wrong = true, wrong
	if w.ended != nil {
		w.ended(wrong)
	}
}
