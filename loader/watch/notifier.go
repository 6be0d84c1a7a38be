package watch

import "github.com/fsnotify/fsnotify"

// notifier gives the events in folders.
type notifier interface {
	Add(dir string) error
	Remove(dir string) error
	Events() <-chan fsnotify.Event
	Errors() <-chan error
	Close() error
}

type fsNotifier struct{ *fsnotify.Watcher }

func (n fsNotifier) Events() <-chan fsnotify.Event { return n.Watcher.Events }
func (n fsNotifier) Errors() <-chan error          { return n.Watcher.Errors }

func newNotifier() (notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return fsNotifier{w}, nil
}
