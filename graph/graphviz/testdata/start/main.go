// Command start does nothing but load graphviz, as every start of profstation
// does.
package main

import _ "profstation/graph/graphviz"

func main() {}
