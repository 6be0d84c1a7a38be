package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/views/surface"
)

// tabStop makes the row of tabs a stop of the Tab key, which Fyne's is not. Arrows walk along the tabs.
type tabStop struct {
	widget.BaseWidget
	surface.Ringed
	tabs *container.AppTabs
}

func newTabStop(tabs *container.AppTabs) *tabStop {
	s := &tabStop{tabs: tabs, Ringed: surface.NewRinged()}
	s.ExtendBaseWidget(s)
	return s
}

// Wrapped implements [surface.Wrapper].
func (s *tabStop) Wrapped() fyne.CanvasObject { return s.tabs }

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
		surface.Unfocus(s)
	default:
		surface.Key(s, e)
		return
	}
	if at >= 0 && at < len(s.tabs.Items) {
		s.tabs.SelectIndex(at)
	}
}

// CreateRenderer implements fyne.Widget.
func (s *tabStop) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(aroundTabs{s}, s.tabs, s.Ring))
}

// aroundTabs places the frame around the row above the visible view.
type aroundTabs struct{ *tabStop }

// Layout implements fyne.Layout.
func (l aroundTabs) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.tabs.Resize(size)
	if at := l.tabs.Selected(); at != nil {
		size.Height -= at.Content.Size().Height
	}
	l.Ring.Resize(size)
}

// MinSize implements fyne.Layout.
func (l aroundTabs) MinSize([]fyne.CanvasObject) fyne.Size { return l.tabs.MinSize() }
