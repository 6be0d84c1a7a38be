package surface

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Reveal scrolls what the keyboard came to into sight, if it is not there.
func Reveal(o fyne.CanvasObject) {
	s := scrollOf(o)
	if s == nil {
		return
	}
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	top := place(o).Y - place(s.Content).Y
	height := o.Size().Height
	// A hand that presses what is half in sight must not lose it.
	if middle := top + height/2 - s.Offset.Y; middle > 0 && middle < s.Size().Height {
		return
	}
	scrollTo(s, fyne.NewPos(s.Offset.X, min(max(0, top-(s.Size().Height-height)/2), max(0, s.Content.Size().Height-s.Size().Height))))
}

// scrollTo scrolls an area, away from under the pointer and its hint. Fyne tells only of what the wheel scrolls.
func scrollTo(s *container.Scroll, to fyne.Position) {
	if s.Offset != to {
		hideTips(s)
		s.ScrollToOffset(to)
	}
}

// Holds reports whether an object is in another, in sight.
func Holds(in, o fyne.CanvasObject) bool {
	_, found := searchScroll(in, o, nil)
	return found && o.Visible()
}

// scrollOf returns the window's innermost area that scrolls an object; nil if none does.
func scrollOf(o fyne.CanvasObject) *container.Scroll {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return nil
	}
	in := c.Overlays().Top()
	if in == nil {
		return scrollAround(c.Content(), o)
	}
	return scrollAround(laid(in), o)
}

// laid returns what lies above a window. For a dialog it is the content in a container whose type Fyne keeps to itself.
func laid(above fyne.CanvasObject) fyne.CanvasObject {
	if v := reflect.Indirect(reflect.ValueOf(above)); v.Kind() == reflect.Struct {
		if f := v.FieldByName("Content"); f.IsValid() {
			if content, ok := f.Interface().(fyne.CanvasObject); ok {
				return content
			}
		}
	}
	return above
}

// Wrapper is a widget around another object.
type Wrapper interface{ Wrapped() fyne.CanvasObject }

// scrollAround is the innermost area that scrolls an object; nil if none does.
func scrollAround(in, o fyne.CanvasObject) *container.Scroll {
	s, _ := searchScroll(in, o, nil)
	return s
}

// searchScroll looks for an object in another, which around scrolls, and reports whether it is there.
func searchScroll(in, o fyne.CanvasObject, around *container.Scroll) (s *container.Scroll, found bool) {
	if in == o {
		return around, true
	}
	if in == nil || !in.Visible() {
		return nil, false
	}
	var within []fyne.CanvasObject
	switch x := in.(type) {
	case *fyne.Container:
		within = x.Objects
	case *container.Scroll:
		within, around = []fyne.CanvasObject{x.Content}, x
	case *Hinted:
		within = []fyne.CanvasObject{x.content}
	case *container.Split:
		within = []fyne.CanvasObject{x.Leading, x.Trailing}
	case *container.AppTabs:
		if tab := x.Selected(); tab != nil {
			within = []fyne.CanvasObject{tab.Content}
		}
	case *widget.PopUp:
		within = []fyne.CanvasObject{x.Content}
	case *widget.Form:
		for _, item := range x.Items {
			within = append(within, item.Widget)
		}
	}
	for _, child := range within {
		if s, found := searchScroll(child, o, around); found {
			return s, true
		}
	}
	return nil, false
}
