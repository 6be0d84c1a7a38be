//go:build cgo

package main

import (
	"github.com/go-gl/glfw/v3.4/glfw"

	"profstation/app"
)

// screen is the room for a window on the main screen. Fyne, which has started GLFW, does not tell it.
func screen() (room app.Room, ok bool) {
	m := glfw.GetPrimaryMonitor()
	if m == nil {
		return room, false
	}
	_, _, width, height := m.GetWorkarea()
	if glfw.GetPlatform() == glfw.PlatformWayland { // whose windows have the sizes of the compositor
		x, y := m.GetContentScale()
		if mode := m.GetVideoMode(); mode != nil && x > 0 && y > 0 {
			return app.Room{Width: float32(mode.Width) / x, Height: float32(mode.Height) / y, Scaled: true}, true
		}
		return room, false
	}
	return app.Room{Width: float32(width), Height: float32(height)}, width > 0 && height > 0
}
