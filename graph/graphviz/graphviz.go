// Package graphviz lays out one graph with graphviz, compiled to WebAssembly, in a separate process. That is the
// program itself, started again with a hidden command that calls [Serve]. Nothing else should import it; package
// layout is the other end.
//
// Importing it costs about 50 ms and 20 MB at every start of the program, while go-graphviz loads its machine code.
// It costs a second if there is none yet.
package graphviz

import (
	"bytes"
	"context"
	"fmt"

	"github.com/goccy/go-graphviz"

	"profstation/graph/graphviz/cachedir"
)

// cache is the folder for machine code. go-graphviz is initialised by now, so the call also ends cachedir's work.
var cache = cachedir.Dir()

// json0 is graphviz's name for its attributes in JSON, with positions only.
const json0 graphviz.Format = "json0"

// lay lays out a graph in DOT with graphviz's dot and returns it in json0. It cannot be interrupted.
func lay(dot []byte) ([]byte, error) {
	ctx := context.Background()
	g, err := graphviz.ParseBytes(dot)
	if err != nil {
		return nil, fmt.Errorf("graphviz cannot read the graph: %w", err)
	}
	engine, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("graphviz cannot be started: %w", err)
	}
	var out bytes.Buffer
	if err := engine.Render(ctx, g, json0, &out); err != nil {
		return nil, fmt.Errorf("graphviz found no layout: %w", err)
	}
	if out.Len() == 0 {
		return nil, fmt.Errorf("graphviz found no layout: %d bytes of DOT gave nothing", len(dot))
	}
	return out.Bytes(), nil
}
