package watch

import (
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/loader"
)

// Options say how to watch. The zero value is ready to use.
type Options struct {
	Recursive bool // include folders in the folder, unless their names begin with a dot
	Poll      bool // do not rely on file system events
	// Load returns a profile's limits, and where it is loaded. It is called for each profile, from
	// several goroutines; nil means the zero options.
	Load func() loader.Options
}

func (o Options) load() loader.Options {
	if o.Load == nil {
		return loader.Options{}
	}
	return o.Load()
}

// surroundings are what a watcher needs from its machine. Tests replace them.
type surroundings struct {
	timing   timing
	notifier func() (*fsnotify.Watcher, error)
	network  func(dir string) string // see networkOf
	tried    func(path string)       // called after a file was tried, from the watching goroutine
	scanned  func()                  // called after a scan, from the watching goroutine
}

var defaults = surroundings{realTiming, fsnotify.NewWatcher, networkOf, func(string) {}, func() {}}

// timing says how long things take.
type timing struct {
	quiet   time.Duration   // a file is tried when it had no event for this long,
	max     time.Duration   // or after this time in any case; doubled with each failure
	steady  time.Duration   // how long a file that carries no proof must be unchanged
	trace   time.Duration   // the same for execution traces, which grow in steps
	pauses  []time.Duration // between tries of a file that does not change
	broken  time.Duration   // how long a file must be unchanged to be called broken
	linger  time.Duration   // how long a path must be gone to be called removed
	lingers time.Duration   // the same while new files are read, one of which may have its content
	gather  time.Duration   // between a call for a scan and the scan
	rescan  time.Duration   // between scans that nothing called for
	poll    time.Duration   // between scans if there are no events
	suspect time.Duration   // how late an event may be before it is called missed
}

// A profile is to be posted within a second after it is complete, and within two when polling. go
// test is silent while it records a CPU profile, and writers pause; therefore pauses grow.
var realTiming = timing{
	quiet: 100 * time.Millisecond, max: 500 * time.Millisecond, steady: 400 * time.Millisecond, trace: 800 * time.Millisecond,
	pauses: []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second},
	broken: 30 * time.Second, linger: 400 * time.Millisecond, lingers: 4 * time.Second, gather: 100 * time.Millisecond,
	rescan: 30 * time.Second, poll: time.Second, suspect: time.Second,
}

const (
	maxDelay    = 4 * time.Second // where doubling timing.max ends
	readers     = 2               // files read side by side
	undelivered = 4               // loaded files that nobody has taken yet
	sweep       = 2000            // files that one poll examines, in addition to those changed lately
	hot         = time.Minute     // the meaning of lately
	maxFolders  = 20_000          // folders below one watched folder
	batch       = 1000            // entries in one list
)
