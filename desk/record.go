package desk

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/disk"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/loader/profilestore"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
)

// recorder holds the state of the dialog for recording from servers, and the recordings.
type recorder struct {
	desk       *Desk
	shown      *screen.Record // nil before the dialog is opened
	asking     job.Slot
	recordings []*recording
	saving     sync.WaitGroup // recordings that are not over
	last       int
	kept       session.Record // the last answers
	getenv     func(string) string
}

func (r *recorder) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.OpenRecord:
		r.open(i.Address)
	case screen.AskServer:
		r.askServer(i.Server)
	case screen.StartRecording:
		r.start(i)
	case screen.StopRecording:
		r.stop(i.ID)
	default:
		return false
	}
	return true
}

// open opens the dialog. The server at an address is asked at once.
func (r *recorder) open(address string) {
	line := r.line(cmp.Or(address, r.kept.Address))
	if old := r.shown; address == "" && old != nil { // what the server offers is still known
		line = r.line(old.Address)
		line.Asking, line.Note, line.Credentials, line.Certificate = old.Asking, old.Note, old.Credentials, old.Certificate
		line.Offers = lists.Map(old.Offers, uncounted)
	}
	line.Opened++
	r.shown = &line
	r.desk.shell.ShowRecord()
	if address != "" {
		r.askServer(screen.Server{Address: address})
		return
	}
	r.desk.Publish()
}

// uncounted returns an offer whose records have not been counted lately.
func uncounted(o screen.RecordOffer) screen.RecordOffer {
	if o.Count == 0 {
		o.Note = "" // it says why there are none
	}
	o.Count = -1
	return o
}

// line is the dialog for a server that was not asked yet, with the answers from the last time.
func (r *recorder) line(address string) screen.Record {
	line := screen.Record{Address: r.desk.remotes.hide(address), Chosen: r.kept.Kinds, Every: r.kept.Every}
	if r.shown != nil {
		line.Asked, line.Opened = r.shown.Asked, r.shown.Opened
	}
	if target, err := live.Parse(strings.TrimSpace(address)); err == nil {
		line.Folder = r.folderOf(target)
	}
	return line
}

func (r *recorder) client(s screen.Server) (live.Target, *live.Client, error) {
	target, err := live.Parse(strings.TrimSpace(s.Address))
	if err != nil {
		return target, nil, err
	}
	if s.Insecure {
		target = target.Insecure()
	}
	load := r.desk.docs.loading.options()
	o := live.Options{Limits: load.Limits, Apart: load.Apart}
	if o.Credentials, err = credentials(s); err == nil {
		o.Credentials, err = o.FromEnvironment(r.getenv)
	}
	if err != nil {
		return target, nil, err
	}
	return target, live.NewClient(target, o), nil
}

func (r *recorder) askServer(s screen.Server) {
	s = r.desk.remotes.whole(s)
	line := r.line(s.Address)
	line.Asking = true
	line.Asked++
	r.shown = &line
	target, client, err := r.client(s)
	if err != nil {
		r.asking.Empty()
		r.offered(nil, err)
		return
	}
	at, failed := r.desk.remotes.access(s) // it may be a store
	if request := target.Request(); request != nil {
		line.Kind, line.Seconds = string(request.Kind), int(request.Length.Seconds())
	}
	type found struct {
		index *live.Index
		store profilestore.Engine // the store that answers; Unknown: none that we know
	}
	job.Start(&r.desk.jobs, job.Options{Kind: job.Ask, Slot: &r.asking}, func(ctx context.Context, _ *job.Job) (f found, err error) {
		defer client.Close()
		f.index, err = client.Kinds(ctx)
		if e, ok := errors.AsType[*httpclient.Error](err); ok && slices.Contains(noPprof, e.Problem) && failed == nil {
			if f.store, _ = profilestore.Which(ctx, at.place, at.options); f.store != profilestore.Unknown {
				return found{&live.Index{}, f.store}, nil
			}
		}
		return f, err
	}, func(f found, err error) error {
		r.offered(f.index, err)
		if f.store != profilestore.Unknown {
			r.foundStore(f.store)
		}
		return nil // the dialog shows it
	})
	r.desk.Publish()
}

// noPprof lists the problems that also occur if the server is a store for profiles.
var noPprof = []httpclient.Problem{httpclient.NotFound, httpclient.NotAProfile, httpclient.BadRequest, httpclient.Failed}

// foundStore says that a server is a store for profiles.
func (r *recorder) foundStore(e profilestore.Engine) {
	line := *r.shown
	line.Store = e.Name()
	line.Error = lang.L("This is {{.Store}}, a store of profiles. Open profiles from it instead.", lang.With{"Store": e.Name()})
	r.shown = &line
	r.desk.Publish()
}

func (r *recorder) offered(index *live.Index, err error) {
	line := *r.shown
	line.Asking = false
	if err != nil {
		noteFault(&line, err)
		index = &live.Index{}
	}
	line.Note = index.Note
	for _, o := range index.Offers {
		x := screen.RecordOffer{
			Kind: string(o.Kind), Count: o.Count, Note: safe.Text(o.Note),
			Length: o.Kind.Timed(), Delta: !o.Kind.Timed() && o.Kind != live.References,
		}
		switch o.Kind {
		case live.CPU:
			x.Standard = 30
		case live.Trace:
			x.Standard = 1
		}
		line.Offers = append(line.Offers, x)
	}
	r.shown = &line
	r.desk.Publish()
}

func noteFault(r *screen.Record, err error) {
	r.Error = safe.Text(sentences(err))
	r.Credentials, r.Certificate = wanted(err)
}

// wanted reports whether a server wants credentials, and whether its certificate is not trusted.
func wanted(err error) (credentials, certificate bool) {
	e, ok := errors.AsType[*httpclient.Error](err)
	return ok && (e.Problem == httpclient.Unauthorized || e.Problem == httpclient.NotAProfile), ok && e.Problem == httpclient.TLS
}

// credentials reads what was typed into a dialog.
func credentials(s screen.Server) (c httpclient.Credentials, err error) {
	c.User, c.Password = s.User, s.Password
	if strings.TrimSpace(s.Header) != "" {
		if c.Header, err = httpclient.ParseHeader(s.Header); err != nil {
			return c, err
		}
	}
	if tenant := strings.TrimSpace(s.Tenant); tenant != "" {
		c.Tenant(tenant)
	}
	return c, nil
}

// fault describes a server's error, without its address.
func fault(err error) string {
	e, ok := errors.AsType[*httpclient.Error](err)
	if !ok {
		return err.Error()
	}
	if e.Advice == "" {
		return e.Found
	}
	return lang.L("{{.Problem}}; {{.Advice}}", lang.With{"Problem": e.Found, "Advice": e.Advice})
}

// sentences describes a server's error, for a place where other texts stand beside it.
func sentences(err error) string {
	e, ok := errors.AsType[*httpclient.Error](err)
	if !ok {
		return sentence(err.Error())
	}
	return lang.Sentences(sentence(e.Found), sentence(e.Advice))
}

// sentence gives words a capital and a full stop. A path or a code name at the beginning stays as it is.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	first, _, _ := strings.Cut(words, " ")
	if !strings.ContainsFunc(strings.TrimRight(first, ",:"), func(r rune) bool { return !unicode.IsLetter(r) }) {
		r, n := utf8.DecodeRuneInString(words)
		words = string(unicode.ToUpper(r)) + words[n:]
	}
	if last, _ := utf8.DecodeLastRuneInString(words); strings.ContainsRune(".?!…。？！", last) {
		return words
	}
	return lang.L("{{.Statement}}.", lang.With{"Statement": words})
}

// keep remembers the answers for the next time. An address is kept without its credentials.
func (r *recorder) keep(i screen.StartRecording, t live.Target, folder string) {
	r.kept.Address, _ = httpclient.Public(i.Server.Address)
	r.kept.Every = int(i.Every.Seconds())
	r.kept.Kinds = map[string]int{}
	for _, k := range i.Kinds {
		if live.Kind(k.Kind) != live.References { // it stops a process: this is asked each time
			r.kept.Kinds[k.Kind] = k.Seconds
		}
	}
	folders := map[string]origin.Ref{}
	maps.Copy(folders, r.kept.Folders)
	if len(folders) >= maxServers {
		clear(folders)
	}
	folders[t.Name()] = origin.Ref(folder)
	r.kept.Folders = folders
}

// maxServers is how many servers' folders are kept.
const maxServers = 50

// folderOf returns the folder into which a server was recorded last, or its usual folder.
func (r *recorder) folderOf(t live.Target) string {
	if last := r.kept.Folders[t.Name()]; last != "" {
		return string(last)
	}
	return recordFolder(t)
}

func recordFolder(t live.Target) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, "profiles", disk.FileName(t.Name()))
}
