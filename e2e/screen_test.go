//go:build window

package e2e

import (
	"fmt"
	"image"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// screen is a connection to the X server, with an invisible window. It does what
// xdotool cannot: it takes pictures fast, reads the clipboard and drops files.
type screen struct {
	t    testing.TB
	conn *xgb.Conn
	root xproto.Window
	own  xproto.Window
}

// openScreen connects to the server in DISPLAY until the test ends.
func openScreen(t testing.TB) *screen {
	t.Helper()
	xgb.Logger.SetOutput(io.Discard) // it logs that there is no password
	conn, err := xgb.NewConn()
	if err != nil {
		t.Fatalf("connect to the X server: %v", err)
	}
	t.Cleanup(conn.Close)
	s := &screen{t: t, conn: conn, root: xproto.Setup(conn).DefaultScreen(conn).Root}
	if s.own, err = xproto.NewWindowId(conn); err != nil {
		t.Fatalf("make a window: %v", err)
	}
	err = xproto.CreateWindowChecked(conn, 0, s.own, s.root, -10, -10, 1, 1, 0,
		xproto.WindowClassInputOnly, 0, 0, nil).Check()
	if err != nil {
		t.Fatalf("make a window: %v", err)
	}
	return s
}

// atom returns the number of a name.
func (s *screen) atom(name string) xproto.Atom {
	s.t.Helper()
	a, err := xproto.InternAtom(s.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		s.t.Fatalf("ask for the atom %s: %v", name, err)
	}
	return a.Atom
}

// picture returns the part of a window that is on the screen, or an error if the
// window is not mapped.
func (s *screen) picture(id xproto.Window) (*image.RGBA, error) {
	// The window may become smaller at any moment, and the server paints nothing outside of it. So nobody
	// else is served from the question for its size to the picture.
	xproto.GrabServer(s.conn)
	defer xproto.UngrabServer(s.conn)
	g, err := xproto.GetGeometry(s.conn, xproto.Drawable(id)).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	at, err := xproto.TranslateCoordinates(s.conn, id, s.root, 0, 0).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	whole := xproto.Setup(s.conn).DefaultScreen(s.conn)
	g.Width = min(g.Width, whole.WidthInPixels-uint16(at.DstX))
	g.Height = min(g.Height, whole.HeightInPixels-uint16(at.DstY))
	got, err := xproto.GetImage(s.conn, xproto.ImageFormatZPixmap, xproto.Drawable(id),
		0, 0, g.Width, g.Height, 0xffffffff).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture of %d×%d: %w", g.Width, g.Height, err)
	}
	m := image.NewRGBA(image.Rect(0, 0, int(g.Width), int(g.Height)))
	if len(got.Data) != len(m.Pix) {
		return nil, fmt.Errorf("take a picture of %d×%d: %d bytes came, expected 4 for each pixel; the screen must have a depth of 24",
			g.Width, g.Height, len(got.Data))
	}
	for i := 0; i < len(m.Pix); i += 4 { // the server's order is blue, green, red
		m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3] = got.Data[i+2], got.Data[i+1], got.Data[i], 0xff
	}
	return m, nil
}

// windowID is the number of a window as xdotool prints it.
func windowID(t testing.TB, id string) xproto.Window {
	t.Helper()
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		t.Fatalf("the window %q is no number", id)
	}
	return xproto.Window(n)
}

// event waits for an event that want accepts.
func (s *screen) event(what string, want func(xgb.Event) bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(interval / 100) {
		for {
			e, err := s.conn.PollForEvent()
			if err != nil {
				s.t.Fatalf("wait for %s: %v", what, err)
			}
			if e == nil {
				break
			}
			if want(e) {
				return
			}
		}
	}
	s.t.Fatalf("waited %v in vain for %s", patience, what)
}

// clipboard returns the text on the clipboard, "" if there is none.
func (s *screen) clipboard() string {
	s.t.Helper()
	clipboard, text, property := s.atom("CLIPBOARD"), s.atom("UTF8_STRING"), s.atom("PROFSTATION_TEST")
	xproto.ConvertSelection(s.conn, s.own, clipboard, text, property, xproto.TimeCurrentTime)
	var got xproto.SelectionNotifyEvent
	s.event("the clipboard", func(e xgb.Event) bool {
		n, ok := e.(xproto.SelectionNotifyEvent)
		got = n
		return ok && n.Selection == clipboard
	})
	if got.Property == xproto.AtomNone {
		return ""
	}
	p, err := xproto.GetProperty(s.conn, true, s.own, property, xproto.GetPropertyTypeAny, 0, 1<<20).Reply()
	if err != nil {
		s.t.Fatalf("read the clipboard: %v", err)
	}
	return string(p.Value)
}

// drop drags files over a window and lets them go there, as a file manager
// does: the protocol is Xdnd, version 5, and the window fetches the list.
func (s *screen) drop(target xproto.Window, paths ...string) {
	s.t.Helper()
	selection, format := s.atom("XdndSelection"), s.atom("text/uri-list")
	err := xproto.SetSelectionOwnerChecked(s.conn, s.own, selection, xproto.TimeCurrentTime).Check()
	if err != nil {
		s.t.Fatalf("own the dragged files: %v", err)
	}
	at, err := xproto.TranslateCoordinates(s.conn, target, s.root, 400, 400).Reply()
	if err != nil {
		s.t.Fatalf("find the window: %v", err)
	}
	const version = 5
	s.tell(target, "XdndEnter", version<<24, uint32(format), 0, 0)
	s.tell(target, "XdndPosition", 0, uint32(at.DstX)<<16|uint32(at.DstY), 0, uint32(s.atom("XdndActionCopy")))
	status := s.atom("XdndStatus")
	s.event("a word on whether files may be dropped", func(e xgb.Event) bool {
		m, ok := e.(xproto.ClientMessageEvent)
		if !ok || m.Type != status {
			return false
		}
		if m.Data.Data32[1]&1 == 0 {
			s.t.Fatal("the window does not want the files")
		}
		return true
	})
	s.tell(target, "XdndDrop", 0, 0, 0, 0)
	var list []byte
	for _, p := range paths {
		list = append(list, "file://"+p+"\r\n"...)
	}
	s.event("the window to fetch the list of files", func(e xgb.Event) bool {
		r, ok := e.(xproto.SelectionRequestEvent)
		if !ok || r.Selection != selection {
			return false
		}
		xproto.ChangeProperty(s.conn, xproto.PropModeReplace, r.Requestor, r.Property, r.Target, 8, uint32(len(list)), list)
		answer := xproto.SelectionNotifyEvent{
			Time: r.Time, Requestor: r.Requestor, Selection: r.Selection, Target: r.Target, Property: r.Property,
		}
		xproto.SendEvent(s.conn, false, r.Requestor, 0, string(answer.Bytes()))
		return true
	})
	finished := s.atom("XdndFinished")
	s.event("the window to say that it has the files", func(e xgb.Event) bool {
		m, ok := e.(xproto.ClientMessageEvent)
		return ok && m.Type == finished
	})
}

// tell sends a message of the protocol Xdnd: this window and four figures.
func (s *screen) tell(target xproto.Window, message string, data ...uint32) {
	s.t.Helper()
	s.send(target, message, append([]uint32{uint32(s.own)}, data...))
}

// close asks a program to close its window, as a window manager does.
func (s *screen) close(target xproto.Window) {
	s.t.Helper()
	s.send(target, "WM_PROTOCOLS", []uint32{uint32(s.atom("WM_DELETE_WINDOW")), 0, 0, 0, 0})
}

// ping waits until a program has read all that came to its window by now, and has acted on it: the toolkit
// takes note of where the pointer is only after it has read all clicks that are there.
func (s *screen) ping(target xproto.Window) {
	s.t.Helper()
	mask := []uint32{xproto.EventMaskSubstructureNotify} // the answer goes to the root
	if err := xproto.ChangeWindowAttributesChecked(s.conn, s.root, xproto.CwEventMask, mask).Check(); err != nil {
		s.t.Fatalf("listen to the root: %v", err)
	}
	ping := s.atom("_NET_WM_PING")
	for i := range uint32(2) { // it answers the second in a later turn than the first
		s.send(target, "WM_PROTOCOLS", []uint32{uint32(ping), i, uint32(target), 0, 0})
		s.event("an answer of the window", func(e xgb.Event) bool {
			m, ok := e.(xproto.ClientMessageEvent)
			return ok && m.Window == s.root && m.Data.Data32[0] == uint32(ping) && m.Data.Data32[1] == i
		})
	}
}

// send sends a message of five figures.
func (s *screen) send(target xproto.Window, message string, data []uint32) {
	s.t.Helper()
	e := xproto.ClientMessageEvent{
		Format: 32, Window: target, Type: s.atom(message), Data: xproto.ClientMessageDataUnionData32New(data),
	}
	if err := xproto.SendEventChecked(s.conn, false, target, 0, string(e.Bytes())).Check(); err != nil {
		s.t.Fatalf("send %s: %v", message, err)
	}
}
