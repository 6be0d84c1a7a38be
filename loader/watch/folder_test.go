package watch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"profstation/internal/must"
)

// both runs a test with events and by polling.
func both(t *testing.T, test func(t *testing.T, o Options)) {
	t.Run("events", func(t *testing.T) { t.Parallel(); test(t, Options{}) })
	t.Run("polling", func(t *testing.T) { t.Parallel(); test(t, Options{Poll: true}) })
}

// Many files, written in all the ways that writers have: none is lost, none is
// told twice, none is shown half.
func TestManyFiles(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		// The machine may take its time between two pieces of a file.
		r := watchDir(t, t.TempDir(), o, func(s *surroundings) { s.timing.broken = patience })
		const files = 1000
		for i := range files {
			data := profileOf(t, "main.f", int64(i+1))
			path := filepath.Join(r.dir, fmt.Sprintf("p%04d.pprof", i))
			switch i % 3 {
			case 0: // in one piece
				write(t, path, data)
			case 1: // renamed into place
				appear(t, path, data)
			case 2: // in pieces
				write(t, path, data[:100])
				f := must.Have(os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0))
				if _, err := f.Write(data[100:]); err != nil {
					t.Fatal(err)
				}
				must.Do(f.Close())
			}
		}
		r.wait("all files", func() bool { return r.count(Found, "") >= files })
		r.fence()
		r.never(Changed, Removed, Broken, Renamed)
		seen := map[string]bool{}
		for _, e := range r.events {
			if e.Kind != Found {
				continue
			}
			var i int
			if n, _ := fmt.Sscanf(filepath.Base(e.Path), "p%d.pprof", &i); n == 1 && e.File.Profile.Samples.Values[0][0] != int64(i+1) {
				t.Errorf("%s has the content of another", e.Path)
			}
			if seen[e.Path] {
				t.Errorf("%s was told twice", e.Path)
			}
			seen[e.Path] = true
		}
		if len(seen) != files+1 {
			t.Errorf("%d files were told", len(seen))
		}
	})
}

func TestOverwrittenRenamedRemoved(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		r := watchDir(t, t.TempDir(), o)
		a, b := filepath.Join(r.dir, "a.pprof"), filepath.Join(r.dir, "b.pprof")
		appear(t, a, profileOf(t, "main.f", 1))
		r.told(Found, "a.pprof")
		// Touched: nothing is new.
		must.Do(os.Chtimes(a, time.Time{}, time.Now().Add(time.Second)))
		r.fence()
		r.never(Changed, Writing)
		// Overwritten, half at first.
		data := profileOf(t, "main.f", 2)
		write(t, a, data[:len(data)/2])
		r.told(Writing, "a.pprof")
		r.never(Changed)
		write(t, a, data)
		if e := r.told(Changed, "a.pprof"); e.File.Profile.Samples.Values[0][0] != 2 {
			t.Error("the old content was told")
		}
		// The same content in another file is nothing new, until the first goes.
		write(t, b, data)
		r.fence()
		if r.seen(Found, "b.pprof") != 0 {
			t.Error("a copy was told as new")
		}
		if e := r.told(Same, "b.pprof"); e.From != a {
			t.Errorf("b is a copy of %s", e.From)
		}
		must.Do(os.Remove(a))
		if e := r.told(Renamed, "b.pprof"); e.From != a {
			t.Errorf("renamed from %s", e.From)
		}
		rename(t, b, a)
		r.wait("renamed back", func() bool { return r.count(Renamed, "a.pprof") == 1 })
		r.never(Removed)
		must.Do(os.Remove(a))
		r.told(Removed, "a.pprof")
	})
}

// The copies of a profile are told as such. When the profile shown gets another content, one of them is shown.
func TestCopies(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		r := watchDir(t, t.TempDir(), o)
		data := profileOf(t, "main.f", 1)
		path := func(name string) string { return filepath.Join(r.dir, name) }
		appear(t, path("a.pprof"), data)
		r.told(Found, "a.pprof")
		appear(t, path("b.pprof"), data)
		r.told(Same, "b.pprof")
		appear(t, path("c.pprof"), data)
		r.told(Same, "c.pprof")
		must.Do(os.Remove(path("c.pprof")))
		r.told(Removed, "c.pprof")
		appear(t, path("c.pprof"), data)
		r.wait("c again", func() bool { return r.count(Same, "c.pprof") == 2 })
		// Touched, a copy stays one.
		must.Do(os.Chtimes(path("b.pprof"), time.Time{}, time.Now().Add(time.Second)))
		r.fence()
		appear(t, path("a.pprof"), profileOf(t, "main.f", 2))
		r.told(Changed, "a.pprof")
		r.wait("one of the copies", func() bool { return r.count(Found, "b.pprof")+r.count(Found, "c.pprof") == 1 })
		shown, other := path("b.pprof"), "c.pprof"
		if r.seen(Found, "c.pprof") == 1 {
			shown, other = path("c.pprof"), "b.pprof"
		}
		r.wait("the other is a copy of it", func() bool {
			return slices.ContainsFunc(r.events, func(e Event) bool {
				return e.Kind == Same && e.Path == path(other) && e.From == shown
			})
		})
		// A copy that becomes something else is forgotten.
		write(t, path(other), []byte("hello"))
		r.told(Ignored, other)
		r.never(Broken, Renamed)
	})
}

// What is no profile is ignored quietly; what cannot be read is told, and told
// again when it was mended.
func TestOtherFiles(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		r := watchDir(t, t.TempDir(), o)
		write(t, filepath.Join(r.dir, "notes.txt"), []byte("hello"))
		write(t, filepath.Join(r.dir, "page.html"), []byte("<html>502</html>"))
		write(t, filepath.Join(r.dir, ".hidden.pprof"), profileOf(t, "main.h", 1))
		write(t, filepath.Join(r.dir, "half.part"), profileOf(t, "main.p", 1))
		mkdir(t, filepath.Join(r.dir, "folder.pprof"))
		makePipe(t, filepath.Join(r.dir, "pipe.pprof"))
		symlink(t, "nowhere", filepath.Join(r.dir, "dangling.pprof"))
		symlink(t, "/dev/zero", filepath.Join(r.dir, "zero.pprof"))
		symlink(t, "loop.pprof", filepath.Join(r.dir, "loop.pprof"))
		data := profileOf(t, "main.broken", 1)
		write(t, filepath.Join(r.dir, "broken.pprof"), data[:len(data)-9])
		r.told(Writing, "broken.pprof")
		if e := r.told(Broken, "broken.pprof"); e.Err == nil {
			t.Error("no reason")
		}
		write(t, filepath.Join(r.dir, "broken.pprof"), data)
		r.told(Found, "broken.pprof")
		// As go test -cpuprofile: empty for the whole run, then all at once.
		write(t, filepath.Join(r.dir, "cpu.out"), nil)
		if e := r.told(Writing, "cpu.out"); e.Size != 0 {
			t.Errorf("%d bytes", e.Size)
		}
		write(t, filepath.Join(r.dir, "cpu.out"), profileOf(t, "main.late", 1))
		r.told(Found, "cpu.out")
		r.fence()
		for _, e := range r.events {
			switch filepath.Base(e.Path) {
			case "notes.txt", "page.html", ".hidden.pprof", "half.part", "folder.pprof", "pipe.pprof", "dangling.pprof", "zero.pprof", "loop.pprof":
				t.Errorf("%s was told of %s", e.Kind, e.Path)
			}
		}
	})
}

// A file that stays empty is first one that is being written, then an empty one; what comes later is read.
func TestEmptyFiles(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		dir := t.TempDir()
		for name, age := range map[string]time.Duration{"young.pprof": 0, "old.pprof": time.Hour, "notes.txt": time.Hour} {
			path, at := filepath.Join(dir, name), time.Now().Add(-age)
			write(t, path, nil)
			must.Do(os.Chtimes(path, at, at))
		}
		r := watchDir(t, dir, o)
		write(t, filepath.Join(dir, "new.pprof"), nil)
		names := []string{"young.pprof", "old.pprof", "new.pprof"}
		for _, name := range names {
			if e := r.told(Broken, name); e.Err == nil || !strings.Contains(e.Err.Error(), "empty") {
				t.Errorf("%s: %v", name, e.Err)
			}
		}
		for i, name := range names {
			write(t, filepath.Join(dir, name), profileOf(t, "main.late", int64(i+1)))
			r.told(Found, name)
		}
		r.fence()
		if r.seen(Writing, "new.pprof") == 0 || r.seen(Writing, "old.pprof") != 0 || r.seen(Broken, "") != len(names) {
			t.Error(r.log())
		}
	})
}

// A trace is told while it grows, and as found when it is quiet; it is not read.
func TestTrace(t *testing.T) {
	data := must.Have(os.ReadFile("../../testdata/trace.trace"))
	r := watchDir(t, t.TempDir(), Options{})
	path := filepath.Join(r.dir, "x.trace")
	write(t, path, data[:len(data)/2])
	r.told(Writing, "x.trace")
	write(t, path, data)
	r.wait("the whole trace", func() bool {
		for _, e := range r.events {
			if (e.Kind == Found || e.Kind == Changed) && e.Size == int64(len(data)) && e.File == nil {
				return true
			}
		}
		return false
	})
}

// What is there at the start is listed at once, newest first, and read when it
// is wanted.
func TestListed(t *testing.T) {
	dir := t.TempDir()
	const files = 1500
	data := profileOf(t, "main.f", 1)
	old := time.Now().Add(-time.Hour)
	for i := range files {
		path := filepath.Join(dir, fmt.Sprintf("p%04d.pprof", i))
		write(t, path, append(data[:len(data):len(data)], make([]byte, i)...)) // zeros behind gzip are padding
		must.Do(os.Chtimes(path, old, old.Add(time.Duration(i)*time.Second)))
	}
	write(t, filepath.Join(dir, "notes.txt"), []byte("hello"))
	broken := filepath.Join(dir, "broken.pprof")
	write(t, broken, data[:len(data)/2])
	must.Do(os.Chtimes(broken, old, old.Add(-time.Hour)))
	r := watchDir(t, dir, Options{})
	var entries []Entry
	for _, e := range r.events {
		entries = append(entries, e.Entries...)
	}
	if len(entries) != files+1 || filepath.Base(entries[0].Path) != "p1499.pprof" || entries[files].Path != broken {
		t.Fatalf("%d entries", len(entries))
	}
	if len(r.tries) != 0 {
		t.Errorf("%d files were read", len(r.tries))
	}
	r.w.Want(filepath.Join(dir, "p0007.pprof"), broken)
	r.told(Found, "p0007.pprof")
	r.told(Broken, "broken.pprof") // unchanged for long: at once
	r.never(Writing)
	if n := r.seen(Found, ""); n != 1 {
		t.Errorf("%d files were told", n)
	}
	r.w.Close()

	eager := watchDir(t, dir, Options{})
	eager.wantAll()
	eager.wait("all", func() bool { return eager.count(Found, "") == files })
	if first := eager.told(Found, ""); filepath.Base(first.Path) < "p1490.pprof" {
		t.Errorf("the first is %s, not one of the newest", first.Path)
	}
}

func TestFolderGoneAndBack(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		dir := filepath.Join(t.TempDir(), "a", "run")
		r := watchDir(t, dir, o) // not there yet, nor is the one above
		r.told(FolderGone, "")
		mkdir(t, dir)
		r.told(FolderBack, "")
		data := profileOf(t, "main.f", 1)
		write(t, filepath.Join(dir, "a.pprof"), data)
		r.told(Found, "a.pprof")
		for i := 2; i < 5; i++ {
			must.Do(os.RemoveAll(dir))
			r.wait("gone", func() bool { return r.count(FolderGone, "") == i })
			mkdir(t, dir)
			write(t, filepath.Join(dir, "a.pprof"), data)
			write(t, filepath.Join(dir, fmt.Sprintf("b%d.pprof", i)), profileOf(t, "main.f", int64(i)))
			r.told(Found, fmt.Sprintf("b%d.pprof", i))
		}
		// At once: whatever is seen of it, nothing is lost.
		must.Do(os.RemoveAll(dir))
		mkdir(t, dir)
		write(t, filepath.Join(dir, "c.pprof"), profileOf(t, "main.c", 1))
		r.told(Found, "c.pprof")
		// Moved away, and another put in its place.
		rename(t, dir, dir+"-old")
		mkdir(t, dir)
		write(t, filepath.Join(dir, "d.pprof"), profileOf(t, "main.d", 1))
		r.told(Found, "d.pprof")
		write(t, filepath.Join(dir+"-old", "not.pprof"), profileOf(t, "main.not", 1))
		r.fence()
		if r.seen(Found, "not.pprof") != 0 {
			t.Error("a folder that was moved away is still watched")
		}
	})
}

// The files of a folder that is deleted are gone with it, read or not; when it is back, it has what is in it then.
func TestFilesGoWithTheirFolder(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		dir := mkdir(t, filepath.Join(t.TempDir(), "run"))
		data := profileOf(t, "main.a", 1)
		write(t, filepath.Join(dir, "listed.pprof"), data)
		r := watchDir(t, dir, o)
		write(t, filepath.Join(dir, "a.pprof"), profileOf(t, "main.a", 2))
		write(t, filepath.Join(dir, "b.pprof"), profileOf(t, "main.b", 3))
		write(t, filepath.Join(dir, "half.pprof"), data[:len(data)/2])
		r.told(Found, "a.pprof")
		r.told(Found, "b.pprof")
		r.told(Writing, "half.pprof")
		must.Do(os.RemoveAll(dir))
		r.told(FolderGone, "")
		for _, name := range []string{"listed.pprof", "a.pprof", "b.pprof", "half.pprof"} {
			r.told(Removed, name)
		}
		mkdir(t, dir)
		write(t, filepath.Join(dir, "b.pprof"), profileOf(t, "main.b", 3))
		r.wait("b again", func() bool { return r.count(Found, "b.pprof") == 2 })
		r.told(FolderBack, "")
		r.fence()
		if n := r.seen(Removed, ""); n != 4 {
			t.Errorf("%d files were removed:\n%s", n, r.log())
		}
	})
}

// What goes while nobody can look into the folder is gone when somebody can.
func TestGoneUnseen(t *testing.T) {
	s := defaults
	s.timing = quick
	l := &loop{surroundings: s, out: newQueue(), files: map[string]*file{}, agenda: agenda{due: map[*file]struct{}{}}}
	path := filepath.Join(t.TempDir(), "a.pprof")
	f := l.add(path, time.Now())
	f.shown, l.gone = true, true
	l.vanish(f, time.Now())
	for _, gone := range l.agenda.collect(time.Now().Add(time.Hour)) {
		l.removed(gone, false)
	}
	if len(l.out.events) != 0 || l.files[path] != f {
		t.Fatalf("it is said to be removed: %+v", l.out.events)
	}
	l.gone = false
	l.take(&scan{}, false)
	for _, gone := range l.agenda.collect(time.Now().Add(time.Hour)) {
		l.removed(gone, false)
	}
	if len(l.out.events) != 1 || l.out.events[0].Kind != Removed {
		t.Errorf("events %+v", l.out.events)
	}
}

// A symbolic link that is swapped leads to another folder: the one watched, one
// on the way to it, and the data folder of Kubernetes.
func TestSwappedLinks(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		base := t.TempDir()
		one, two := mkdir(t, filepath.Join(base, "one", "sub")), mkdir(t, filepath.Join(base, "two", "sub"))
		swap := func(target, link string) {
			symlink(t, target, link+".new")
			rename(t, link+".new", link)
		}
		swap("one", filepath.Join(base, "current"))
		swap("current/sub", filepath.Join(base, "dir"))
		r := watchDir(t, filepath.Join(base, "dir"), o)
		write(t, filepath.Join(one, "a.pprof"), profileOf(t, "main.a", 1))
		r.told(Found, "a.pprof")
		write(t, filepath.Join(two, "b.pprof"), profileOf(t, "main.b", 1))
		swap("two", filepath.Join(base, "current"))
		r.told(Found, "b.pprof")
		r.told(Removed, "a.pprof")
		write(t, filepath.Join(two, "c.pprof"), profileOf(t, "main.c", 1))
		r.told(Found, "c.pprof")
		swap("one/sub", filepath.Join(base, "dir"))
		r.wait("a again", func() bool { return r.count(Found, "a.pprof") == 2 })
	})
}

func TestKubernetes(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		dir := t.TempDir()
		version := func(n int) {
			data := mkdir(t, filepath.Join(dir, fmt.Sprintf("..2026_%d", n)))
			write(t, filepath.Join(data, "heap.pprof"), profileOf(t, "main.f", int64(n)))
			symlink(t, filepath.Base(data), filepath.Join(dir, "..data_tmp"))
			rename(t, filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data"))
		}
		version(1)
		symlink(t, "..data/heap.pprof", filepath.Join(dir, "heap.pprof"))
		r := watchDir(t, dir, o)
		r.wantAll()
		r.told(Found, "heap.pprof")
		version(2)
		if e := r.told(Changed, "heap.pprof"); e.File.Profile.Samples.Values[0][0] != 2 {
			t.Error("the old content was told")
		}
	})
}

func TestSubfolders(t *testing.T) {
	both(t, func(t *testing.T, o Options) {
		o.Recursive = true
		base := t.TempDir()
		dir, outside := mkdir(t, filepath.Join(base, "dir")), mkdir(t, filepath.Join(base, "outside"))
		r := watchDir(t, dir, o)
		write(t, filepath.Join(mkdir(t, filepath.Join(dir, "n", "run1")), "a.pprof"), profileOf(t, "main.a", 1))
		r.told(Found, "n/run1/a.pprof")
		symlink(t, "..", filepath.Join(dir, "n", "up")) // round and round
		symlink(t, outside, filepath.Join(dir, "out"))
		write(t, filepath.Join(outside, "b.pprof"), profileOf(t, "main.b", 1))
		r.told(Found, "out/b.pprof")
		write(t, filepath.Join(mkdir(t, filepath.Join(dir, ".git")), "c.pprof"), profileOf(t, "main.c", 1))
		write(t, filepath.Join(dir, "n", "d.pprof"), profileOf(t, "main.d", 1))
		r.told(Found, "n/d.pprof")
		rename(t, filepath.Join(dir, "n"), filepath.Join(dir, "m"))
		r.wait("both renamed", func() bool { return r.count(Renamed, "m/d.pprof") == 1 && r.count(Renamed, "m/run1/a.pprof") == 1 })
		r.fence()
		r.never(Changed, Removed)
		if n := r.seen(Found, ""); n != 4 {
			t.Errorf("%d were told:\n%s", n, r.log())
		}
	})
}

// A folder that cannot be written to is watched as any other.
func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.pprof"), profileOf(t, "main.a", 1))
	must.Do(os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o777)
	r := watchDir(t, dir, Options{})
	r.wantAll()
	r.told(Found, "a.pprof")
	f := must.Have(os.OpenFile(filepath.Join(dir, "a.pprof"), os.O_WRONLY|os.O_TRUNC, 0))
	defer f.Close()
	if _, err := f.Write(profileOf(t, "main.a", 2)); err != nil {
		t.Fatal(err)
	}
	r.told(Changed, "a.pprof")
}

// losing is a notifier that loses events on request, and says so after the last.
func losing(lost *atomic.Bool) func(*surroundings) {
	return func(s *surroundings) {
		s.notifier = func() (*fsnotify.Watcher, error) {
			n, err := fsnotify.NewWatcher()
			if err != nil {
				return nil, err
			}
			all, events, errs := n.Events, make(chan fsnotify.Event), make(chan error)
			n.Events, n.Errors = events, errs
			go func() {
				defer close(events)
				overflow := false
				for e := range all {
					if lost.Load() {
						overflow = true
						continue
					}
					if overflow {
						overflow = false
						errs <- fsnotify.ErrEventOverflow
					}
					events <- e
				}
			}()
			return n, nil
		}
	}
}

// After an overflow nothing is missing.
func TestOverflow(t *testing.T) {
	var lost atomic.Bool
	r := watchDir(t, t.TempDir(), Options{}, losing(&lost))
	lost.Store(true)
	const files = 300
	for i := range files {
		write(t, filepath.Join(r.dir, fmt.Sprintf("p%d.pprof", i)), profileOf(t, "main.f", int64(i)))
	}
	lost.Store(false)
	write(t, filepath.Join(r.dir, "last.pprof"), profileOf(t, "main.last", 1))
	r.wait("all files", func() bool { return r.count(Found, "") == files+1 })
	r.never(Polling)
}

// A change that came without an event is found by the next scan, and from then
// on the folder is polled.
func TestMissedEvents(t *testing.T) {
	var lost atomic.Bool
	lost.Store(true)
	r := watchDir(t, t.TempDir(), Options{}, losing(&lost), func(s *surroundings) { s.timing.rescan = 300 * time.Millisecond })
	r.wait("the second scan, for the folder above", func() bool { return r.scans >= 2 })
	write(t, filepath.Join(r.dir, "a.pprof"), profileOf(t, "main.a", 1))
	r.told(Found, "a.pprof")
	if e := r.told(Polling, ""); e.Reason == "" {
		t.Error("no reason")
	}
	write(t, filepath.Join(r.dir, "b.pprof"), profileOf(t, "main.b", 1))
	r.told(Found, "b.pprof")
}

// Without events, for whatever reason, the folder is polled, and that is reported.
func TestPollingByItself(t *testing.T) {
	for name, change := range map[string]func(*surroundings){
		"no notifier": func(s *surroundings) {
			s.notifier = func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
		},
		"no watch": func(s *surroundings) {
			s.notifier = func() (*fsnotify.Watcher, error) {
				n, err := fsnotify.NewWatcher()
				if err == nil {
					err = n.Close() // it refuses to watch anything now
				}
				return n, err
			}
		},
		"network": func(s *surroundings) { s.network = func(string) string { return "NFS" } },
	} {
		t.Run(name, func(t *testing.T) {
			r := watchDir(t, t.TempDir(), Options{}, change)
			if e := r.told(Polling, ""); e.Reason == "" {
				t.Error("no reason")
			}
			write(t, filepath.Join(r.dir, "a.pprof"), profileOf(t, "main.a", 1))
			r.told(Found, "a.pprof")
		})
	}
}

// A slow user delays no more than what is told.
func TestSlowUser(t *testing.T) {
	dir := t.TempDir()
	ready, let := make(chan struct{}), make(chan struct{})
	found := make(chan string, 100)
	s := defaults
	s.timing = quick
	w, err := begin(t.Context(), dir, Options{}, s, func(e Event) {
		switch e.Kind {
		case Ready:
			close(ready)
		case Found:
			<-let
			found <- e.Path
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	<-ready // what is there before is listed only
	for i := range 50 {
		write(t, filepath.Join(dir, fmt.Sprintf("p%d.pprof", i)), profileOf(t, "main.f", int64(i)))
	}
	close(let)
	for range 50 {
		<-found
	}
	w.Close()
	w.Want("x") // after the end it does nothing
}

func TestNewRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, nil)
	if _, err := New(t.Context(), path, Options{}, nil); err == nil {
		t.Error("a file is watched as a folder")
	}
}
