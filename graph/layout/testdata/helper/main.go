// Command helper is the helper process alone.
package main

import (
	"fmt"
	"os"

	"profstation/graph/graphviz"
)

func main() {
	if err := graphviz.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
