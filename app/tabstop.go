package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/views/surface"
)

// tabStop makes the tab row a stop for the Tab key, which Fyne's is not. Arrows walk along the tabs.
type tabStop struct {
	surface.Stop
	object *fyne.Container // the stop, and the tabs behind it
	tabs   *container.AppTabs
}

func newTabStop(tabs *container.AppTabs) *tabStop {
	s := &tabStop{tabs: tabs, Stop: surface.Stop{Ringed: surface.NewRinged()}}
	s.ExtendBaseWidget(s)
	s.object = container.New(surface.Laid{Min: tabs.MinSize, Lay: func(size fyne.Size) {
		tabs.Resize(size)
		if at := tabs.Selected(); at != nil { // the frame is around the row above the visible view
			size.Height -= at.Content.Size().Height
		}
		s.Resize(size)
		s.Ring.Resize(size)
	}}, s, tabs, s.Ring)
	return s
}

// TypedRune implements fyne.Focusable.
func (s *tabStop) TypedRune(r rune) { surface.Letter(s, r) }

// TypedKey implements fyne.Focusable.
func (s *tabStop) TypedKey(e *fyne.KeyEvent) {
	at := s.tabs.SelectedIndex()
	switch e.Name {
	case fyne.KeyLeft:
		at--
	case fyne.KeyRight:
		at++
	case fyne.KeyHome:
		at = 0
	case fyne.KeyEnd:
		at = len(s.tabs.Items) - 1
	case fyne.KeyEscape:
		surface.Escape(s)
	default:
		surface.Key(s, e)
		return
	}
	if at >= 0 && at < len(s.tabs.Items) {
		s.tabs.SelectIndex(at)
	}
}
