package main

import (
	"context"
	"os/exec"
	"regexp"
	"slices"
)

// work is a row of the table.
type work struct {
	name    string
	of      string   // the name of its input
	against []string // the names of the works that the same costs others

	// prepare reads what the work needs and returns the work. It runs in a process of its own, and
	// only the work is measured.
	prepare func(context.Context, given) (task, error)
	// stops is whether the measure is how long the work goes on after its context has ended.
	stops bool

	// command makes a process that is measured as a whole, from its start to its end, or, of a
	// server, until it has answered with all of its pages.
	command func(context.Context, tools, given) *exec.Cmd
	pages   []string // of a server, which are asked for one after the other
}

// given is the input of a work in one size.
type given struct {
	files   []string
	n       int    // how many of its units it has
	program string // profstation
	address string // where a server is to listen
}

type task func(context.Context) error

// tools are the programs that are measured as processes.
type tools struct{ profstation, pprof, trace string }

// works are all rows, in their order.
var works = slices.Concat(profileWorks, manyWorks, traceWorks, stopWorks, processWorks)

func named(name string) *work {
	if i := slices.IndexFunc(works, func(w work) bool { return w.name == name }); i >= 0 {
		return &works[i]
	}
	return nil
}

// wanted reports whether the name matches, or that of a work which is compared with this one.
func (w *work) wanted(only *regexp.Regexp) bool {
	return only.MatchString(w.name) || slices.ContainsFunc(works, func(other work) bool {
		return only.MatchString(other.name) && slices.Contains(other.against, w.name)
	})
}
