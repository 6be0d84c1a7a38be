package watch

import (
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/loader"
)

// Options are how to watch. The zero value is ready to use.
type Options struct {
	Recursive bool // folders in the folder too, but none whose name begins with a dot
	Poll      bool // do not rely on events of the file system
	// Load returns the limits of a profile, and where it is loaded. It is called for each, from
	// several goroutines; nil means the zero options.
	Load func() loader.Options
}

func (o Options) load() loader.Options {
	if o.Load == nil {
		return loader.Options{}
	}
	return o.Load()
}

// surroundings are what a watcher needs of its machine. Tests replace them.
type surroundings struct {
	timing   timing
	notifier func() (*fsnotify.Watcher, error)
	network  func(dir string) string // see networkOf
	tried    func(path string)       // called after a file was tried, from the watching goroutine
	scanned  func()                  // called after a scan, from the watching goroutine
}

var defaults = surroundings{realTiming, fsnotify.NewWatcher, networkOf, func(string) {}, func() {}}

// timing is how long things take.
type timing struct {
	quiet   time.Duration   // a file is tried when it had no event for so long,
	max     time.Duration   // or after so long in any case; doubled with each failure
	steady  time.Duration   // how long what carries no proof must be unchanged
	trace   time.Duration   // the same for execution traces, which grow in steps
	pauses  []time.Duration // between tries of a file that does not change
	broken  time.Duration   // how long it must be unchanged to be called broken
	linger  time.Duration   // how long a path must be gone to be called removed
	gather  time.Duration   // between what calls for a scan and the scan
	rescan  time.Duration   // between scans that nothing called for
	poll    time.Duration   // between scans if there are no events
	suspect time.Duration   // how late an event may be before it is called missed
}

// A profile is to be posted within a second of its completion, and within two when polling; a CPU
// profile of go test is silent while it records, and writers pause, hence the growing pauses.
var realTiming = timing{
	quiet: 100 * time.Millisecond, max: 500 * time.Millisecond, steady: 400 * time.Millisecond, trace: 800 * time.Millisecond,
	pauses: []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second},
	broken: 30 * time.Second, linger: 400 * time.Millisecond, gather: 100 * time.Millisecond,
	rescan: 30 * time.Second, poll: time.Second, suspect: time.Second,
}

const (
	maxLingers  = 10              // of a path that is gone while new files are read
	maxDelay    = 4 * time.Second // what doubling of timing.max ends at
	readers     = 2               // files read side by side
	undelivered = 4               // loaded files that nobody has taken yet
	sweep       = 2000            // files that one poll looks at, beside those that changed lately
	hot         = time.Minute     // what "lately" is
	maxFolders  = 20_000          // folders below one watched folder
	batch       = 1000            // entries of one list
)
