package bundle

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"profstation/loader/input"
	"profstation/loader/logs"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// MaxEntries is how many files and folders a bundle may have.
const MaxEntries = 100_000

// How much is looked at in an entry, and how long a text with facts may be.
const (
	lookedAt    = 4 << 10
	longestText = 64 << 10
)

// Bundle is what an archive holds.
type Bundle struct {
	Path    string
	Form    string       // zip, tar, tar.gz, log, …
	Size    int64        // the file's, when it was listed
	ModTime time.Time    // its own
	Entries []*Entry     // its files, in its order
	Facts   []model.Fact // what texts in it say, such as a program's version
	Damage  string       // why it is incomplete; "" if it is not
}

// Entry is a file in a bundle.
type Entry struct {
	Name    string    // as a path within the bundle, with slashes: safe to show, and no other has it
	Path    string    // the bundle's, and the name behind it
	Size    int64     // as the bundle has it, before an unpacking by itself; it may lie
	Time    time.Time // when it was modified; zero: not known
	Skipped Reason    // why it is left out; "": it is not
}

// Options are how to read a bundle.
type Options struct {
	Limits   input.Limits
	Progress func(done, total int64) // as for [input.NewProgress]; may be nil
	// Look reports whether an entry is what is looked for, by its first bytes. nil: every one is.
	Look func(head []byte) bool
}

// List looks at all entries. The error is an [input.Error] or the context's.
func List(ctx context.Context, path string, o Options) (*Bundle, error) {
	a, err := open(ctx, path, o)
	if err != nil {
		return nil, err
	}
	defer a.file.Close()
	b, err := a.list(o.Look)
	if err == nil {
		b.Size, b.ModTime = a.size, a.modTime
	}
	return b, err
}

func (a *archive) list(look func(head []byte) bool) (*Bundle, error) {
	b := &Bundle{Path: a.names.bundle, Form: a.form}
	if a.log != nil {
		b.Facts = a.logFacts()
	}
	room := make([]byte, lookedAt)
	err := a.walk(func(e *Entry, r io.Reader) error {
		b.Entries = append(b.Entries, e)
		if e.Skipped != "" {
			return nil
		}
		n, err := io.ReadFull(r, room)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			if a.ctx.Err() != nil {
				return err
			}
			e.Skipped = Unreadable
			return nil
		}
		switch head := room[:n]; {
		case a.log != nil: // all are
		case isZip(head), isTar(head), isTar(input.Peek(head)):
			e.Skipped = Nested
		case look != nil && !look(head):
			e.Skipped = Foreign
			if n > 0 && e.Size <= longestText && input.IsText(head) && len(b.Facts) < maxFacts {
				rest, err := io.ReadAll(io.LimitReader(r, longestText))
				if err != nil {
					break
				}
				if facts := factsOf(e.Name, slices.Concat(head, rest), maxFacts-len(b.Facts)); len(facts) > 0 {
					e.Skipped, b.Facts = Shown, append(b.Facts, facts...)
				}
			}
		}
		return nil
	})
	if err != nil {
		if b.Damage = a.damage(err); b.Damage == "" || len(b.Entries) == 0 {
			return nil, a.fault(err)
		}
	}
	return b, nil
}

// errEnough ends a walk.
var errEnough = errors.New("enough")

// Visit calls do with each wanted entry in the bundle's order, without those that were skipped by their headers. An
// error from do ends it and is returned. An early end is no error if the bundle's Damage says so.
func (b *Bundle) Visit(ctx context.Context, o Options, wanted func(*Entry) bool, do func(*Entry, io.Reader) error) error {
	a, err := open(ctx, b.Path, o)
	if err != nil {
		return err
	}
	defer a.file.Close()
	var own error
	err = a.walk(func(e *Entry, r io.Reader) error {
		if e.Skipped != "" || !wanted(e) {
			return nil
		}
		own = do(e, r)
		return own
	})
	if err == nil || own != nil || b.Damage != "" && a.damage(err) != "" {
		return own
	}
	return a.fault(err)
}

// Read reads one entry.
func Read(ctx context.Context, path, name string, o Options, do func(*Entry, io.Reader) error) error {
	a, err := open(ctx, path, o)
	if err != nil {
		return err
	}
	defer a.file.Close()
	var own error
	err = a.walk(func(e *Entry, r io.Reader) error {
		switch {
		case e.Name != name:
			return nil
		case e.Skipped != "":
			own = &input.Error{Found: e.Skipped.Text(), Advice: e.Skipped.advice()}
		default:
			own = do(e, r)
		}
		return errEnough
	})
	switch {
	case err == nil:
		return &input.Error{Found: lang.L("there is no such entry in the bundle {{.Name}}",
			lang.With{"Name": filepath.Base(path)}), Err: os.ErrNotExist}
	case errors.Is(err, errEnough):
		return own
	}
	return a.fault(err)
}

// archive is an open bundle.
type archive struct {
	io.ReaderAt
	size    int64
	modTime time.Time
	file    *os.File // that is read; nil in tests
	form    string
	limits  input.Limits
	ctx     context.Context
	p       *input.Progress
	names   names
	stream  *input.Stream // for a tar
	log     *logs.Log     // nil: it is none
}

// open opens a file that is a bundle.
func open(ctx context.Context, path string, o Options) (*archive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		var a *archive
		if a, err = newArchive(ctx, path, f, info.Size(), info.ModTime(), o); err == nil {
			a.file = f
			return a, nil
		}
	}
	f.Close()
	return nil, err
}

func newArchive(ctx context.Context, path string, r io.ReaderAt, size int64, modTime time.Time, o Options) (*archive, error) {
	a := &archive{ReaderAt: r, size: size, modTime: modTime, limits: o.Limits, ctx: ctx,
		p: input.NewProgress(ctx, o.Progress), names: newNames(path)}
	if err := a.recognise(); err != nil {
		return nil, err
	}
	if a.form == "" {
		return nil, &input.Error{Found: lang.L("it is no bundle: neither zip nor tar nor a log of several dumps")}
	}
	return a, nil
}

// recognise finds out what the file is, if it is a bundle.
func (a *archive) recognise() error {
	head := make([]byte, 4)
	if n, _ := a.ReadAt(head, 0); isZip(head[:n]) {
		a.form = "zip"
		return nil
	}
	s, err := input.NewStream(a, a.size, a.limits, a.p)
	if err != nil {
		return err
	}
	if isTar(s.Peek(tarBlock)) {
		a.form, a.stream = "tar", s
		for _, packing := range s.Packings() {
			a.form += "." + endings[packing]
		}
		return nil
	}
	return a.recogniseLog(s)
}

var endings = map[string]string{"gzip": "gz", "zstd": "zst"}

// walk calls do for every file in the bundle, in its order. The reader is valid during the call.
func (a *archive) walk(do func(*Entry, io.Reader) error) error {
	switch {
	case a.log != nil:
		return a.walkLog(do)
	case a.form == "zip":
		return a.walkZip(do)
	}
	return a.walkTar(do)
}

// fault returns the error for a bundle that could not be read.
func (a *archive) fault(err error) error {
	if _, ok := errors.AsType[*input.Error](err); ok || a.ctx.Err() != nil {
		return err
	}
	e := input.Damaged(lang.L("a damaged {{.Form}} file", lang.With{"Form": a.form}), err)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		e.Found, e.Cut = lang.L("a {{.Form}} file that is cut off", lang.With{"Form": a.form}), true
	}
	return e
}

// damage says why a bundle ends early, if what was read is worth showing.
func (a *archive) damage(err error) string {
	fault := a.fault(err)
	switch e, ok := errors.AsType[*input.Error](fault); {
	case !ok || e.Beyond || a.ctx.Err() != nil:
		return ""
	case a.form == "zip":
		return e.Found // says what is left
	default:
		return lang.L("{{.Problem}}; the rest is missing", lang.With{"Problem": e.Found})
	}
}

// tooMany returns the error for a bundle with n entries; 0: their number is not known.
func tooMany(n uint64) *input.Error {
	with := lang.With{"Most": units.Count(MaxEntries)}
	found := lang.L("a bundle of more than {{.Most}} entries, which is the limit", with)
	if n > 0 {
		with["Count"] = units.Count(int64(min(n, 1<<62)))
		found = lang.L("a bundle of {{.Count}} entries; the limit is {{.Most}}", with)
	}
	return &input.Error{Found: found, Advice: lang.L("unpack it and open a folder of it")}
}

// Is reports whether an open file is a bundle. It reads its beginning.
func Is(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() { // reading from a pipe may never end
		return false
	}
	a, err := newArchive(context.Background(), "", f, info.Size(), info.ModTime(), Options{})
	return err == nil && a.form != ""
}

// Split divides a path that leads into a file: a bundle, and an entry's name. ok is false if the path is on the disk,
// or if there is nothing.
func Split(path string) (of, name string, ok bool) {
	for dir := filepath.Clean(path); ; {
		next := filepath.Dir(dir)
		if next == dir {
			return "", "", false
		}
		dir = next
		info, err := os.Stat(dir)
		switch {
		case err != nil:
		case info.Mode().IsRegular():
			rest, err := filepath.Rel(dir, path)
			return dir, filepath.ToSlash(rest), err == nil
		default:
			return "", "", false
		}
	}
}
