package watch

import (
	"bufio"
	"context"
	"io"
	"slices"
	"sync"

	"profstation/loader"
	"profstation/model/lang"
)

// Bundle shows what is in a bundle the way a [Watcher] shows a folder: its entries are listed, and read
// when somebody wants them. Nothing comes later.
type Bundle struct {
	cancel  context.CancelFunc
	stopped chan struct{}
	wake    chan struct{} // has room for one

	mu     sync.Mutex
	wanted []string // wanted by the user and not read yet; the first is the most urgent

	// Only for its goroutine:
	ctx  context.Context
	load func() loader.Options
	of   *loader.Bundle

	posting sync.Mutex
	post    func(Event)
}

// NewBundle begins to list a bundle. post is called for one event after the other until ctx ends or the
// bundle is closed; it may take its time.
func NewBundle(ctx context.Context, path string, o Options, post func(Event)) *Bundle {
	ctx, cancel := context.WithCancel(ctx)
	b := &Bundle{cancel: cancel, stopped: make(chan struct{}), wake: make(chan struct{}, 1), ctx: ctx, load: o.load, post: post}
	go b.run(path)
	return b
}

// Close ends the reading. post must not call it, and is not called after it returns.
func (b *Bundle) Close() {
	b.cancel()
	<-b.stopped
}

// Want reads listed entries before all others.
func (b *Bundle) Want(paths ...string) {
	b.mu.Lock()
	b.wanted = slices.Concat(paths, b.wanted)
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *Bundle) say(e Event) {
	b.posting.Lock()
	defer b.posting.Unlock()
	if b.ctx.Err() == nil {
		b.post(e)
	}
}

func (b *Bundle) run(path string) {
	defer close(b.stopped)
	o, err, far := b.load(), error(nil), 0
	o.Progress = func(done, total int64) {
		if now := int(100 * done / max(total, 1)); now > far {
			far = now
			b.say(Event{Kind: Listing, Path: path, Percent: far})
		}
	}
	if b.of, err = loader.ListBundle(b.ctx, path, o); err != nil {
		b.say(Event{Kind: FolderGone, Path: path, Err: err})
		b.say(Event{Kind: Ready, Path: path})
		return
	}
	var listed []Entry
	for _, e := range b.of.Entries {
		if e.Skipped == "" {
			listed = append(listed, Entry{e.Path, e.Size, e.Time})
		}
	}
	b.say(Event{Kind: Opened, Path: path, Bundle: b.of})
	for part := range slices.Chunk(listed, batch) {
		b.say(Event{Kind: Listed, Path: path, Entries: part})
	}
	b.say(Event{Kind: Ready, Path: path})
	for {
		select {
		case <-b.ctx.Done():
			return
		case <-b.wake:
		}
		for b.ctx.Err() == nil {
			wanted := b.take()
			if len(wanted) == 0 {
				break
			}
			b.visit(wanted)
		}
	}
}

// atOnce is how many entries are read in one pass if passes cost little, because others may become
// urgent meanwhile.
const atOnce = 32

// take returns what is wanted for one pass. A pass through a packed tar unpacks it from its beginning.
func (b *Bundle) take() map[string]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.wanted)
	if b.of.Form == "tar" || b.of.Form == "zip" && b.of.Damage == "" { // a zip without list is gone through
		n = min(n, atOnce)
	}
	wanted := map[string]bool{}
	for _, path := range b.wanted[:n] {
		wanted[path] = true
	}
	b.wanted = slices.Clone(b.wanted[n:])
	return wanted
}

// visit reads entries and posts each. Their bytes come one after the other; as many entries are decoded
// at a time as files in a folder.
func (b *Bundle) visit(wanted map[string]bool) {
	var decoding sync.WaitGroup
	free := make(chan struct{}, readers)
	err := loader.VisitBundle(b.ctx, b.of, loader.Options{Limits: b.load().Limits},
		func(e *loader.Entry) bool { return wanted[e.Path] }, func(e *loader.Entry, r io.Reader) error {
			in := bufio.NewReaderSize(r, loader.SniffSize)
			head, _ := in.Peek(loader.SniffSize)
			delete(wanted, e.Path)
			if sniff(head) == trace {
				b.say(entryEvent(e, Found))
				return nil
			}
			data, err := io.ReadAll(in)
			if err != nil {
				b.broken(e.Path, err)
				return nil
			}
			select {
			case free <- struct{}{}:
			case <-b.ctx.Done():
				return b.ctx.Err()
			}
			decoding.Go(func() {
				defer func() { <-free }()
				b.decode(e, data)
			})
			return nil
		})
	decoding.Wait()
	if err == nil {
		err = lang.Error("it is no longer in the bundle")
	}
	for path := range wanted { // not found any more
		b.broken(path, err)
	}
}

func (b *Bundle) decode(e *loader.Entry, data []byte) {
	o := b.load()
	f, err := loader.Decode(b.ctx, e.Path, data, o.OfPart())
	if err != nil {
		b.broken(e.Path, err)
		return
	}
	f.Path, f.ModTime, f.Packed = e.Path, e.Time, true
	found := entryEvent(e, Found)
	found.File = f
	b.say(found)
}

func (b *Bundle) broken(path string, err error) {
	b.say(Event{Kind: Broken, Path: path, Err: err})
}

func entryEvent(e *loader.Entry, kind EventKind) Event {
	return Event{Kind: kind, Path: e.Path, Size: e.Size, ModTime: e.Time}
}
