package sandbox

import (
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/trace"
)

// request asks to load the file that comes with it.
type request struct {
	Name         string
	Limits       input.Limits
	OnlyProfiles bool
	AllFrames    bool
	Partial      bool   // models of the first generations are wanted
	Lend         bool   // the asking process takes large columns out of the helper's memory
	Taken        bool   // not a request: the last answer's columns were taken
	Scratch      bool   // not a request: the file that the last answer wanted comes with it
	Failed       string // like Scratch, but says why there is no file
}

// answer says how far the loading is; the last one has the file or says why there is none.
type answer struct {
	Done, Total int64 // as reported by loader.Options.Progress
	Events      int64 // as reported by loader.Options.Events
	Partial     *trace.Trace
	Scratch     bool // an empty file is wanted; tables are in the last one
	File        *loader.File
	Failure     *failure
}

// failure is a [input.Error] without its cause.
type failure struct {
	Name, Found, Advice, Details string
	Cut, Beyond                  bool
}

func (f *failure) err() error {
	return &input.Error{Name: f.Name, Found: f.Found, Advice: f.Advice, Details: f.Details, Cut: f.Cut, Beyond: f.Beyond}
}
