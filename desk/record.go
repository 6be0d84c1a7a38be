package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/loader/live"
	"profstation/model"
)

// recorder is what the desk knows of servers: the state of the dialog, and the
// recordings that go on.
type recorder struct {
	desk       *Desk
	shown      *screen.Record // nil before the dialog is opened
	asking     job.Slot
	recordings []*recording
	last       int
	folder     string // the last one that was recorded to
	getenv     func(string) string
}

// do carries out the intents about servers.
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
	line := screen.Record{Folder: r.folder}
	if r.shown != nil {
		line = *r.shown
		line.Error = ""
	}
	if address != "" {
		line = screen.Record{Address: address, Folder: line.Folder, Asked: line.Asked}
	}
	r.shown = &line
	r.desk.shell.ShowRecord()
	if address != "" {
		r.askServer(screen.RecordServer{Address: address})
		return
	}
	r.desk.Publish()
}

// client makes a client for the typed address.
func (r *recorder) client(s screen.RecordServer) (live.Target, *live.Client, error) {
	target, err := live.Parse(strings.TrimSpace(s.Address))
	if err != nil {
		return target, nil, err
	}
	if s.Insecure {
		target = target.Insecure()
	}
	o := live.Options{User: s.User, Password: s.Password}
	if strings.TrimSpace(s.Header) != "" {
		if o.Header, err = live.ParseHeader(s.Header); err != nil {
			return target, nil, err
		}
	}
	if o, err = o.FromEnvironment(r.getenv); err != nil {
		return target, nil, err
	}
	return target, live.NewClient(target, o), nil
}

// askServer asks a server for its profiles, for the dialog.
func (r *recorder) askServer(s screen.RecordServer) {
	line := screen.Record{Address: s.Address, Asking: true}
	if old := r.shown; old != nil {
		line.Folder, line.Asked = old.Folder, old.Asked
	}
	line.Asked++
	r.shown = &line
	target, client, err := r.client(s)
	if err != nil {
		r.asking.Empty()
		r.offered(nil, err)
		return
	}
	if line.Folder == "" || r.folder == "" {
		line.Folder = recordFolder(target)
	}
	if request, ok := target.Request(); ok {
		line.Kind, line.Seconds = string(request.Kind), int(request.Length.Seconds())
	}
	job.Start(&r.desk.jobs, job.Options{Kind: job.Ask, Slot: &r.asking}, func(ctx context.Context, _ *job.Job) ([]live.Offer, error) {
		defer client.Close()
		return client.Kinds(ctx)
	}, func(offers []live.Offer, err error) error {
		r.offered(offers, err)
		return nil // the dialog shows it
	})
	r.desk.Publish()
}

// offered shows the profiles of a server.
func (r *recorder) offered(offers []live.Offer, err error) {
	line := *r.shown
	line.Asking = false
	if err != nil {
		noteFault(&line, err)
	}
	for _, o := range offers {
		x := screen.RecordOffer{
			Kind: string(o.Kind), Count: o.Count, Note: model.Sanitise(o.Note),
			Length: o.Kind.Takes() == live.Length, Delta: o.Kind.Takes() == live.Delta,
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

// noteFault shows an error in the dialog.
func noteFault(r *screen.Record, err error) {
	r.Error = model.Sanitise(fault(err))
	var e *live.Error
	if errors.As(err, &e) {
		r.Credentials = e.Problem == live.Unauthorized || e.Problem == live.NotAProfile
		r.Certificate = e.Problem == live.TLS
	}
}

// fault describes an error of a server, without its address.
func fault(err error) string {
	var e *live.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	text := e.Found
	if e.Advice != "" {
		text += "; " + e.Advice
	}
	return text
}

var oddInNames = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// recordFolder is the usual folder for captures of a server.
func recordFolder(t live.Target) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, "profiles", strings.Trim(oddInNames.ReplaceAllString(t.Host(), "-"), "-."))
}
