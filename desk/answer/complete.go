package answer

import (
	"sync"

	"profstation/desk/screen"
	"profstation/model"
)

// completer makes what proposes texts for filters out of a result. It may be
// called from any goroutine.
func completer(r *model.Result) screen.Complete {
	var once sync.Once
	var mu sync.Mutex
	var c *model.Completer
	return func(filter, typed string, most int) []model.Completion {
		once.Do(func() { c = model.NewCompleter(r) })
		mu.Lock()
		defer mu.Unlock()
		return c.Complete(filter, typed, most)
	}
}
