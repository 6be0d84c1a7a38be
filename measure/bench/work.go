package main

import (
	"context"
	"os/exec"
	"regexp"
	"slices"
)

// work is a row in the table.
type work struct {
	name    string
	of      string   // its input's name
	against []string // the names of works by others that do the same
	theirs  bool     // it is done by a library of others, in a process whose heap is as Go makes it

	// prepare reads what the work needs and returns the work. It runs in a separate process, and
	// only the work is measured.
	prepare func(context.Context, given) (task, error)
	// stops says to measure how long the work goes on after its context has ended.
	stops bool

	// command makes a process that is measured as a whole, from start to end, or for a
	// server, until it has answered all of its pages.
	command func(context.Context, tools, given) *exec.Cmd
	pages   []string // a server's pages, which are requested one after the other
}

// given is the input for a work in one size.
type given struct {
	files   []string
	n       int    // how many units it has
	program string // profstation
	address string // where a server is to listen
}

type task func(context.Context) error

// tools are the paths of the programs that are measured as processes.
type tools struct{ profstation, pprof, trace string }

// works are all rows, in their order.
var works = slices.Concat(profileWorks, manyWorks, traceWorks, stopWorks, processWorks)

func named(name string) *work {
	if i := slices.IndexFunc(works, func(w work) bool { return w.name == name }); i >= 0 {
		return &works[i]
	}
	return nil
}

// wanted reports whether only matches the work's name, or the name of a work that is compared with it.
func (w *work) wanted(only *regexp.Regexp) bool {
	return only.MatchString(w.name) || slices.ContainsFunc(works, func(other work) bool {
		return only.MatchString(other.name) && slices.Contains(other.against, w.name)
	})
}
