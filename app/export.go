package app

import "context"

// exportJob is a picture being written.
type exportJob struct {
	path   string
	cancel context.CancelFunc
}

func (d *Desk) chooseExport() {}
