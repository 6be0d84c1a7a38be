package main

import (
	"context"
	"os/exec"
)

const (
	pprofTop   = "go tool pprof -top"
	pprofFlame = "go tool pprof -http, flame graph"
	traceMain  = "go tool trace, first page"
	traceView  = "go tool trace, data of the timeline"
)

// processWorks are whole processes: ours, and those that others would use for the same work.
var processWorks = []work{
	{name: "profstation export --view top", of: "profile", against: []string{pprofTop}, command: exporting("top", "csv")},
	{name: pprofTop, of: "profile", command: func(ctx context.Context, t tools, in given) *exec.Cmd {
		return exec.CommandContext(ctx, t.pprof, "-top", in.files[0])
	}},
	{name: "profstation export --view flame", of: "profile", against: []string{pprofFlame}, command: exporting("flame", "svg")},
	{name: "profstation export --view flame, PNG", of: "profile", against: []string{parse}, command: exporting("flame", "png")},
	{name: pprofFlame, of: "profile", pages: []string{"/ui/flamegraph"}, command: func(ctx context.Context, t tools, in given) *exec.Cmd {
		return exec.CommandContext(ctx, t.pprof, "-no_browser", "-http", in.address, in.files[0])
	}},
	{name: "profstation export --view timeline", of: "trace", against: []string{traceMain, traceView}, command: exporting("timeline", "png")},
	{name: traceMain, of: "trace", pages: []string{"/"}, command: servesTrace},
	{name: traceView, of: "trace", pages: []string{"/", "/jsontrace?view=proc"}, command: servesTrace},
}

// exporting is our program, which writes a view in a format.
func exporting(view, format string) func(context.Context, tools, given) *exec.Cmd {
	return func(ctx context.Context, t tools, in given) *exec.Cmd {
		return exec.CommandContext(ctx, t.profstation, "export", "--view", view, "--format", format, "-o", "-", in.files[0])
	}
}

func servesTrace(ctx context.Context, t tools, in given) *exec.Cmd {
	return exec.CommandContext(ctx, t.trace, "-http", in.address, in.files[0])
}
