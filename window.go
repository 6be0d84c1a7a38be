//go:build cgo

package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"runtime"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"profstation/app"
	"profstation/app/ballast"
	"profstation/app/command"
	"profstation/app/instance"
	"profstation/assets/desktop"
)

// docs are the texts and pictures that the program shows, and the recordings that an empty window offers.
//
//go:embed LICENSE NOTICES docs/manual.md docs/manual.zh.md docs/pictures/flame-dark.png docs/pictures/pivot-dark.png docs/pictures/top-light.png
//go:embed testdata/cpu.pprof testdata/cpu-slow.pprof testdata/heap.pprof testdata/trace.trace
var docs embed.FS

// window opens the window and returns when that is closed, or hands the files to the program that
// has one already. Fyne itself closes the window on Ctrl+C. Only here is anything of the screen
// touched, so that the other commands work without one.
func window(ctx context.Context, s command.Start) error {
	if s.Source != "" {
		return handed(ctx, s)
	}
	if !display() {
		return errors.New("there is no display to open a window on; set DISPLAY, or use profstation info or profstation export")
	}
	var others *instance.Listener
	var handed bool
	if s.NewWindow {
		others = instance.Lead()
	} else if others, handed = instance.Join(ctx, instance.Request{Paths: s.Files, Base: s.Base, New: s.New, Mode: string(s.Mode), Pairs: s.Pairs, Split: s.Split}); handed {
		return nil
	}
	defer others.Close()
	return app.Open(func() fyne.App { return fyneapp.NewWithID(desktop.ID) }, app.Start{
		Paths: s.Files, Base: s.Base, New: s.New, Mode: s.Mode, Pairs: s.Pairs, Split: s.Split,
		Others: others, Aside: s.NewWindow && others == nil,
		Docs: docs, Version: command.Version(), Screen: screen, Shown: ballast.Drop,
	})
}

// display reports whether there may be a screen. Fyne panics where there is none.
func display() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// handed hands a source line to the window that runs, and writes what that says of the line.
func handed(ctx context.Context, s command.Start) error {
	said, err := instance.Hand(ctx, instance.Request{Source: s.Source, Line: s.Line})
	switch {
	case errors.Is(err, instance.ErrNone):
		return fmt.Errorf("%w: open a profile first, with profstation FILE", err)
	case err == nil:
		err = s.Say(said)
	}
	return err
}
