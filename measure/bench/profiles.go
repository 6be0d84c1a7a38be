package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/google/pprof/profile"
	"github.com/klauspost/compress/gzip"

	"profstation/ask/finding"
	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/model"
	"profstation/model/charge"
	"profstation/model/labels"
	"profstation/model/query"
)

const (
	gunzip      = "gunzip alone"
	parse       = "google/pprof: profile.Parse"
	dot         = "graphviz: dot"
	openProfile = "open a profile"
	callTree    = "call tree with nothing left out"
	layoutGraph = "layout of a call graph"
)

var profileWorks = []work{
	{name: openProfile, of: "profile", against: []string{gunzip, parse}, prepare: opening},
	{name: gunzip, of: "profile", theirs: true, prepare: func(_ context.Context, in given) (task, error) {
		return func(context.Context) error { return unpack(in.files[0]) }, nil
	}},
	{name: parse, of: "profile", theirs: true, prepare: func(_ context.Context, in given) (task, error) {
		return func(context.Context) error { _, err := parsed(in.files[0]); return err }, nil
	}},
	{name: "sums and table of functions", of: "profile", prepare: ofProfile(func(ctx context.Context, p *model.Profile) error {
		return table(ctx, p, query.Default())
	})},
	{name: "the same of a filter", of: "profile", prepare: ofProfile(func(ctx context.Context, p *model.Profile) error {
		q := query.Default()
		q.Focus = "json|[Rr]ead"
		return table(ctx, p, q)
	})},
	{name: "call graph", of: "profile", prepare: ofResult(func(ctx context.Context, r *query.Result) error {
		_, err := graph.New(ctx, r, graph.DefaultOptions())
		return err
	})},
	{name: "flame graph", of: "profile", prepare: ofResult(func(ctx context.Context, r *query.Result) error {
		_, err := flame.New(ctx, r, flame.Options{Pivot: query.NoNode, Columns: columns})
		return err
	})},
	{name: "flame graph of one function", of: "profile", prepare: ofNode(func(ctx context.Context, r *query.Result, n query.NodeID) error {
		_, err := flame.New(ctx, r, flame.Options{Pivot: n, Columns: columns})
		return err
	})},
	{name: callTree, of: "profile", prepare: ofResult(wholeTree)},
	{name: "callers and callees of one function", of: "profile",
		prepare: ofNode(func(ctx context.Context, r *query.Result, n query.NodeID) error {
			_, _, err := r.Neighbours(ctx, n)
			return err
		})},
	{name: "what stands out in a profile", of: "profile", against: []string{openProfile}, prepare: ofProfile(func(ctx context.Context, p *model.Profile) error {
		_, err := finding.Standing(ctx, finding.Subject{Profile: p.Clone()})
		return err
	})},
	{name: "charge GC to allocators", of: "profile", prepare: ofProfile(func(ctx context.Context, p *model.Profile) error {
		_, err := charge.GC.Of(ctx, p.Clone())
		return err
	})},
	{name: "pivot of two labels", of: "profile with labels", prepare: ofResult(func(ctx context.Context, r *query.Result) error {
		_, err := labels.NewPivot(ctx, r, model.LabelAxis{Key: "tenant"}, model.LabelAxis{Key: "endpoint"})
		return err
	})},
	{name: "pivot of functions by a label", of: "profile with labels", prepare: ofResult(func(ctx context.Context, r *query.Result) error {
		_, err := labels.PivotFunctions(ctx, r, nil, model.LabelAxis{Key: "tenant"})
		return err
	})},
	{name: layoutGraph, of: "call graph", against: []string{dot}, prepare: layingOut},
	{name: dot, of: "call graph", theirs: true, prepare: func(ctx context.Context, in given) (task, error) {
		path, err := exec.LookPath("dot")
		if err != nil {
			return nil, err
		}
		g, err := boxes(ctx, in)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := g.WriteDOT(&text); err != nil {
			return nil, err
		}
		return func(ctx context.Context) error {
			cmd := exec.CommandContext(ctx, path, "-Tjson0")
			cmd.Stdin = &text
			return cmd.Run()
		}, nil
	}},
	{name: "open a dump of goroutines (debug=2)", of: "dump", prepare: opening},
}

// columns is how many parts the window divides a flame graph into.
const columns = 4000

func opening(_ context.Context, in given) (task, error) {
	return func(ctx context.Context) error {
		_, err := loader.Open(ctx, in.files[0], loader.Options{})
		return err
	}, nil
}

// unpack only decompresses, with the quickest library that there is.
func unpack(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return err
}

func parsed(file string) (*profile.Profile, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return profile.Parse(f)
}

func profileOf(ctx context.Context, file string) (*model.Profile, error) {
	f, err := loader.Open(ctx, file, loader.Options{OnlyProfiles: true})
	if err != nil {
		return nil, err
	}
	return f.Profile, nil
}

func table(ctx context.Context, p *model.Profile, q query.Query) error {
	r, err := query.Evaluate(ctx, p, q)
	if err != nil {
		return err
	}
	_, err = r.Top(ctx)
	return err
}

func wholeTree(ctx context.Context, r *query.Result) error {
	_, err := r.CallTree(ctx, query.TreeOptions{Pivot: query.NoNode})
	return err
}

// ofProfile makes a work on an opened profile.
func ofProfile(do func(context.Context, *model.Profile) error) func(context.Context, given) (task, error) {
	return func(ctx context.Context, in given) (task, error) {
		p, err := profileOf(ctx, in.files[0])
		return func(ctx context.Context) error { return do(ctx, p) }, err
	}
}

// ofResult makes a work on a query's result.
func ofResult(do func(context.Context, *query.Result) error) func(context.Context, given) (task, error) {
	return func(ctx context.Context, in given) (task, error) {
		r, err := result(ctx, in.files[0], query.Default())
		return func(ctx context.Context) error { return do(ctx, r) }, err
	}
}

// ofNode makes a work on a function that has callers and callees.
func ofNode(do func(context.Context, *query.Result, query.NodeID) error) func(context.Context, given) (task, error) {
	return func(ctx context.Context, in given) (task, error) {
		r, err := result(ctx, in.files[0], query.Default())
		if err != nil {
			return nil, err
		}
		sums, err := r.Sums(ctx)
		if err != nil {
			return nil, err
		}
		n := query.NoNode
		for i, cum := range sums.Cum { // not a root, which all stacks share
			if cum < r.Total*3/4 && (n == query.NoNode || cum > sums.Cum[n]) {
				n = query.NodeID(i)
			}
		}
		if n == query.NoNode {
			return nil, fmt.Errorf("%s: no function has less than three quarters of the total", in.files[0])
		}
		return func(ctx context.Context) error { return do(ctx, r, n) }, nil
	}
}

func result(ctx context.Context, file string, q query.Query) (*query.Result, error) {
	p, err := profileOf(ctx, file)
	if err != nil {
		return nil, err
	}
	return query.Evaluate(ctx, p, q)
}

// boxes returns a call graph with in.n functions.
func boxes(ctx context.Context, in given) (*graph.Graph, error) {
	q := query.Default()
	q.NodeCount, q.NodeFraction = in.n, 0
	r, err := result(ctx, in.files[0], q)
	if err != nil {
		return nil, err
	}
	return graph.New(ctx, r, graph.DefaultOptions())
}

// layingOut lays a graph out in another process, as the window does.
func layingOut(ctx context.Context, in given) (task, error) {
	g, err := boxes(ctx, in)
	if err != nil {
		return nil, err
	}
	sizes := graph.NewFigure(g).Sizes()
	return func(ctx context.Context) error {
		h := layout.Helper{Command: func() (*exec.Cmd, error) { return exec.Command(in.program, layout.Subcommand), nil }}
		defer h.Close()
		_, err := h.Lay(ctx, sizes, layout.Effort{Labels: true})
		return err
	}, nil
}
