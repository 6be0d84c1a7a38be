//go:build !cgo

package main

import (
	"context"
	"errors"

	"profstation/app/command"
)

// window says that there is none: Fyne needs cgo.
func window(context.Context, command.Start) error {
	return errors.New("this is the command line without the window: use profstation info, export or report, or install profstation with its window")
}
