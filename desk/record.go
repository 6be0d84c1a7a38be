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
	"time"
	"unicode"
	"unicode/utf8"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/httpclient"
	"profstation/loader/live"
	"profstation/loader/profilestore"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/model/units"
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
			Length: o.Kind.Timed(), Delta: !o.Kind.Timed(),
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
		r.kept.Kinds[k.Kind] = k.Seconds
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
	return filepath.Join(home, "profiles", fileName(t.Name()))
}

// recording is a series of captures from one server.
type recording struct {
	id    int
	host  string
	every time.Duration
	kinds []live.Request
	job   *job.Job

	mu     sync.Mutex
	noted  []live.Event // not handled by the desk yet
	posted bool

	// Only for the desk's goroutine:
	state         map[live.Kind]live.Event // the last event for each kind
	saved, missed int
	names         []string // the saved files, if it is recorded once
	fault         string
	together      *together // nil unless it was stopped with others
}

// together are several recordings that were stopped at once.
type together struct{ all, left, saved, missed int }

// ended adds a recording that is over, and says how all of them ended once no other is left.
func (t *together) ended(r *recording) string {
	t.left, t.saved, t.missed = t.left-1, t.saved+r.saved, t.missed+r.missed
	if t.left > 0 {
		return ""
	}
	return lang.N(t.all, "1 recording stopped: {{.Saved}} saved, {{.Missed}} missed.",
		"{{.N}} recordings stopped: {{.Saved}} saved, {{.Missed}} missed.",
		lang.With{"Saved": units.Count(int64(t.saved)), "Missed": units.Count(int64(t.missed))})
}

// start begins to capture into a folder, and follows the folder.
func (r *recorder) start(i screen.StartRecording) {
	i.Server = r.desk.remotes.whole(i.Server)
	line := r.line(i.Server.Address)
	if r.shown != nil {
		line = *r.shown
	}
	r.shown = &line
	target, client, err := r.client(i.Server)
	var plan live.Plan
	if err == nil {
		plan, err = planOf(i)
	}
	if err != nil {
		noteFault(&line, err)
		r.desk.Publish()
		return
	}
	r.keep(i, target, plan.Dir)
	r.last++
	one := &recording{id: r.last, host: target.Host(), every: i.Every, kinds: plan.Requests, state: map[live.Kind]live.Event{}}
	r.recordings = append(r.recordings, one)
	o := job.Options{Kind: job.Record, Show: func(*job.Job) (screen.Job, bool) { return one.line(), true }}
	r.saving.Add(1)
	one.job = job.Start(&r.desk.jobs, o, func(ctx context.Context, j *job.Job) (stopped bool, err error) {
		defer r.saving.Done()
		defer client.Close()
		err = client.Record(ctx, plan, func(e live.Event) {
			if one.note(e) {
				j.Post(func() { r.recorded(one) })
			}
		})
		return ctx.Err() != nil, err
	}, func(stopped bool, err error) error {
		r.ended(one, stopped, err, func() { r.start(i) })
		return nil // the notice says how it ended
	})
	r.desk.folders.watch(plan.Dir)
}

func planOf(i screen.StartRecording) (plan live.Plan, err error) {
	plan.Every = i.Every
	for _, k := range i.Kinds {
		request := live.Request{Kind: live.Kind(k.Kind), Length: time.Duration(k.Seconds) * time.Second}
		// A heap profile shows the state after the last collection, which may be long ago.
		// Servers do not collect if a profile covers some seconds.
		request.GC = request.Kind == live.Heap && k.Seconds == 0
		if err := request.Validate(); err != nil {
			return plan, err
		}
		plan.Requests = append(plan.Requests, request)
	}
	switch {
	case len(plan.Requests) == 0:
		return plan, lang.Error("no kind of profile was chosen: choose at least one")
	case strings.TrimSpace(i.Folder) == "":
		return plan, lang.Error("no folder was chosen: choose one for the captures")
	}
	plan.Dir, err = filepath.Abs(i.Folder)
	return plan, err
}

// note keeps an event for the desk, and reports whether it is the first since the desk took some.
func (r *recording) note(e live.Event) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noted = append(r.noted, e)
	first := !r.posted
	r.posted = true
	return first
}

func (all *recorder) recorded(r *recording) {
	r.mu.Lock()
	events := r.noted
	r.noted, r.posted = nil, false
	r.mu.Unlock()
	for _, e := range events {
		kind := e.Request.Kind
		if e.Kind == live.Saved {
			r.saved++
			r.names = append(r.names[max(0, len(r.names)-8):], filepath.Base(e.Path))
			r.fault = ""
		}
		if e.Err != nil {
			r.missed++
			r.fault = string(kind) + ": " + safe.Text(fault(e.Err))
		}
		r.state[kind] = e
	}
	all.desk.Publish()
}

// ended says how a recording ended; again starts it once more with the same answers.
func (all *recorder) ended(r *recording, stopped bool, err error, again func()) {
	all.recordings = slices.DeleteFunc(all.recordings, func(x *recording) bool { return x == r })
	notice := ""
	if r.together != nil {
		notice = r.together.ended(r)
	}
	switch {
	case stopped && r.together != nil:
		if notice == "" {
			all.desk.Publish()
			return
		}
	case stopped && r.missed > 0:
		notice = lang.L("Recording from {{.Host}} stopped: {{.Saved}} saved, {{.Missed}} missed.", lang.With{
			"Host": safe.Text(r.host), "Saved": units.Count(int64(r.saved)), "Missed": units.Count(int64(r.missed)),
		})
	case stopped:
		notice = lang.N(r.saved, "Recording from {{.Host}} stopped: 1 profile saved.",
			"Recording from {{.Host}} stopped: {{.N}} profiles saved.", lang.With{"Host": safe.Text(r.host)})
	case err != nil:
		text := sentences(err)
		if e, ok := errors.AsType[*httpclient.Error](err); ok && e.What != "" {
			text = e.What + ": " + text
		}
		notice := lang.L("Not everything was recorded from {{.Host}}: {{.Fault}}", lang.With{"Host": safe.Text(r.host), "Fault": safe.Text(text)})
		all.desk.outcomes.failed(r.host, notice, again)
		return
	default:
		all.desk.outcomes.over(r.host)
		notice = lang.L("Recorded: {{.Names}}", lang.With{"Names": safe.Text(lang.List(r.names...))})
	}
	all.desk.Say(notice)
}

func (all *recorder) stop(id int) {
	var group *together
	if n := len(all.recordings); id == 0 && n > 1 {
		group = &together{all: n, left: n}
	}
	for _, r := range all.recordings {
		if id == 0 || r.id == id {
			r.together = group
			r.job.Cancel()
		}
	}
}

// lastSaving is how long the end of the program waits for what recordings save.
const lastSaving = 5 * time.Second

// EndRecordings stops all recordings, and waits until what they have of traces is on the disk. It is for the end of
// the program.
func EndRecordings(d *Desk) {
	d.recorder.stop(0)
	saved := make(chan struct{})
	go func() {
		d.recorder.saving.Wait()
		close(saved)
	}()
	select {
	case <-saved:
	case <-time.After(lastSaving):
	}
}

func (r *recording) listed() screen.Recording {
	kinds := lists.Map(r.kinds, func(k live.Request) string { return string(k.Kind) })
	return screen.Recording{ID: r.id, Name: lang.L("{{.Kinds}} from {{.Host}}",
		lang.With{"Kinds": safe.Text(lang.List(kinds...)), "Host": safe.Text(r.host)})}
}

func (r *recording) line() screen.Job {
	j := screen.Job{Done: -1, Cancel: screen.StopRecording{ID: r.id}}
	var next time.Time
	left := time.Duration(-1)
	for _, k := range r.kinds {
		switch e := r.state[k.Kind]; {
		case e.Kind == live.Running && e.Progress.Length > 0:
			if l := e.Progress.Remaining(); l > left {
				left = l
				j.Done = min(1, e.Progress.Elapsed.Seconds()/e.Progress.Length.Seconds())
			}
		case !e.Next.IsZero() && (next.IsZero() || e.Next.Before(next)):
			next = e.Next
		}
	}
	j.Text = lang.L("Recording {{.What}}", lang.With{"What": r.listed().Name})
	switch {
	case left > 0:
		j.Text = lang.List(j.Text, lang.L("{{.Time}} left", lang.With{"Time": left.Round(time.Second).String()}))
	case j.Done >= 0:
		j.Text = lang.List(j.Text, lang.L("receiving"))
	case !next.IsZero():
		j.Text = lang.List(j.Text, lang.L("next at {{.Time}}", lang.With{"Time": next.Format("15:04:05")}))
	}
	if r.every > 0 && r.saved > 0 {
		j.Text += " · " + lang.N(r.saved, "1 profile saved", "{{.N}} profiles saved", nil)
	}
	if r.missed > 0 {
		j.Text += " · " + lang.N(r.missed, "1 profile missed", "{{.N}} profiles missed", nil)
		if r.fault != "" {
			j.Text += " (" + r.fault + ")"
		}
	}
	return j
}
