package apart

import (
	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/trace"
)

// request asks for the loading of the file that comes with it.
type request struct {
	Name         string
	Limits       input.Limits
	OnlyProfiles bool
	AllFrames    bool
	Partial      bool   // models of the first generations are wanted
	Lend         bool   // whoever asks takes large columns out of the memory of the process
	Taken        bool   // asks for nothing: the columns of the last answer were taken
	Scratch      bool   // asks for nothing: the file that the last answer wanted comes with it
	Failed       string // as Scratch, but why there is no file
}

// answer is how far the loading is; the last one has the file or says why there is none.
type answer struct {
	Done, Total int64 // as loader.Options.Progress reports them
	Events      int64 // as loader.Options.Events does
	Partial     *trace.Trace
	Scratch     bool // an empty file is wanted; tables lie in the last one
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
