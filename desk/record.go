package desk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"profstation/desk/screen"
	"profstation/loader/live"
	"profstation/model"
)

// recorder is what the desk knows of servers: what the dialog was told of one,
// and the recordings that go on.
type recorder struct {
	shown      *screen.Record // nil: the dialog was not opened yet
	ask        context.CancelFunc
	recordings []*recording
	last       int
	folder     string // that was recorded to last
	getenv     func(string) string
}

// doRecord carries out the intents that have to do with servers.
func (d *Desk) doRecord(i screen.Intent) {
	switch i := i.(type) {
	case screen.OpenRecord:
		d.openRecord(i.Address)
	case screen.AskServer:
		d.askServer(i.Server)
	case screen.StartRecording:
		d.startRecording(i)
	case screen.StopRecording:
		d.StopRecording(i.ID)
	}
}

// openRecord opens the dialog; an address is asked at once what it has.
func (d *Desk) openRecord(address string) {
	r := screen.Record{Folder: d.recorder.folder}
	if d.recorder.shown != nil {
		r = *d.recorder.shown
		r.Error = ""
	}
	if address != "" {
		r = screen.Record{Address: address, Folder: r.Folder, Asked: r.Asked}
	}
	d.recorder.shown = &r
	d.shell.ShowRecord()
	if address != "" {
		d.askServer(screen.RecordServer{Address: address})
		return
	}
	d.Publish()
}

// client makes a client of what was typed.
func (d *Desk) client(s screen.RecordServer) (live.Target, *live.Client, error) {
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
	if o, err = o.FromEnvironment(d.recorder.getenv); err != nil {
		return target, nil, err
	}
	return target, live.NewClient(target, o), nil
}

// askServer asks a server what it has, for the dialog.
func (d *Desk) askServer(s screen.RecordServer) {
	if d.recorder.ask != nil {
		d.recorder.ask()
	}
	r := screen.Record{Address: s.Address, Asking: true}
	if old := d.recorder.shown; old != nil {
		r.Folder, r.Asked = old.Folder, old.Asked
	}
	r.Asked++
	target, client, err := d.client(s)
	if err != nil {
		r.Asking = false
		tellFault(&r, err)
		d.recorder.shown = &r
		d.Publish()
		return
	}
	if r.Folder == "" || d.recorder.folder == "" {
		r.Folder = recordFolder(target)
	}
	if request, ok := target.Request(); ok {
		r.Kind, r.Seconds = string(request.Kind), int(request.Length.Seconds())
	}
	d.recorder.shown = &r
	ctx, cancel := context.WithCancel(context.Background())
	d.recorder.ask = cancel
	number := r.Asked
	go func() {
		offers, err := client.Kinds(ctx)
		client.Close()
		d.Post(func() {
			cancel()
			if d.recorder.shown.Asked != number {
				return
			}
			d.recorder.ask = nil
			d.offered(offers, err)
		})
	}()
	d.Publish()
}

// offered takes what a server has.
func (d *Desk) offered(offers []live.Offer, err error) {
	r := *d.recorder.shown
	r.Asking = false
	if err != nil {
		tellFault(&r, err)
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
		r.Offers = append(r.Offers, x)
	}
	d.recorder.shown = &r
	d.Publish()
}

// tellFault puts an error into the words of the dialog.
func tellFault(r *screen.Record, err error) {
	r.Error = model.Sanitise(fault(err))
	var e *live.Error
	if errors.As(err, &e) {
		r.Credentials = e.Problem == live.Unauthorized || e.Problem == live.NotAProfile
		r.Certificate = e.Problem == live.TLS
	}
}

// fault is what went wrong with a server, without its address.
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

// recordFolder is where captures of a server go unless somebody says otherwise.
func recordFolder(t live.Target) string {
	home, err := os.UserHomeDir()
	if err != nil {
		home = os.TempDir()
	}
	return filepath.Join(home, "profiles", strings.Trim(oddInNames.ReplaceAllString(t.Host(), "-"), "-."))
}
