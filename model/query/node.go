package query

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"profstation/model"
	"profstation/model/names"
	"profstation/model/work"
)

// NodeID is an index into a [Nodes] table, or NoNode.
type NodeID int32

// NoNode means that there is no node, as for a root's caller.
const NoNode NodeID = -1

// Node is what figures belong to: a function, a file, a line or an address. Two calls belong to the same node
// if all fields are equal (pprof: internal/graph/graph.go, NodeInfo).
type Node struct {
	Name      string // raw; "" for files, and for addresses without symbols
	Former    string // its name on the base's side in a comparison, if that differs; else ""
	File      string // cleaned path; "" if the granularity leaves it out
	Object    string // the binary; set only if there is no name
	Address   uint64
	StartLine int64
	Line      int64
	Column    int64
}

// String returns the name that pprof prints, after the former name if there is one.
func (n *Node) String() string {
	if n.Former != "" {
		m := *n
		m.Former = ""
		return n.Former + names.Becomes + m.String()
	}
	if n.Address == 0 && n.Line == 0 && n.File == "" && n.Name != "" {
		return n.Name
	}
	var parts []string
	if n.Address != 0 {
		parts = append(parts, fmt.Sprintf("%016x", n.Address))
	}
	if n.Name != "" {
		parts = append(parts, n.Name)
	}
	switch {
	case n.Line != 0 && n.Column != 0:
		parts = append(parts, fmt.Sprintf("%s:%d:%d", n.File, n.Line, n.Column))
	case n.Line != 0:
		parts = append(parts, fmt.Sprintf("%s:%d", n.File, n.Line))
	case n.File != "":
		parts = append(parts, n.File)
	case n.Name != "":
	case n.Object != "":
		parts = append(parts, "["+filepath.Base(n.Object)+"]")
	default:
		parts = append(parts, "<unknown>")
	}
	return strings.Join(parts, " ")
}

// Shorter returns forms of the node's [Node.String] for less width, the longest first. They drop what
// precedes the distinguishing part of a name in its language: folders, the package's path, the package, the
// receiver.
func (r *Result) Shorter(id NodeID) []string {
	n, l := r.Nodes.Node(id), r.LanguageOf(id)
	m := *n
	var forms []string
	add := func() {
		if s := m.String(); len(forms) == 0 || forms[len(forms)-1] != s {
			forms = append(forms, s)
		}
	}
	if n.Name != "" {
		m.Name, m.Former = names.CollapseTypeArguments(n.Name), names.CollapseTypeArguments(n.Former)
		add()
		m.Former = ""
		add()
	}
	if n.File != "" {
		m.File = filepath.Base(n.File)
		add()
	}
	if n.Name != "" {
		for _, m.Name = range l.Shorter(l.Short(n.Name, false)) {
			add()
		}
	}
	return forms
}

// LanguageOf returns the language of a node's name, or NoLanguage if the node has no name.
func (r *Result) LanguageOf(id NodeID) names.Language {
	switch {
	case r.Nodes.Node(id).Name == "":
		return names.NoLanguage
	case r.Query.Granularity.OfOwners():
		return names.OfPackage
	}
	return names.LanguageOfFunc(r.Profile, r.Nodes.Func(id))
}

// Declared returns the function whose place in the source is the node's; NoFunc: it has none, as a package or a module,
// which many functions are in.
func (r *Result) Declared(id NodeID) model.FuncID {
	if r.Query.Granularity.OfOwners() {
		return model.NoFunc
	}
	return r.Nodes.Func(id)
}

// Nodes is a table with all nodes in a profile at one granularity.
type Nodes struct {
	nodes  []Node
	funcs  []model.FuncID  // the function in the first line for which the node was made
	whole  map[NodeID]bool // see [model.Alias.Whole]
	byLine []NodeID        // per Profile.Lines
	bare   []NodeID        // for each location without lines, its node; nil if all have lines
}

// Len returns the number of nodes.
func (t *Nodes) Len() int { return len(t.nodes) }

// Node returns the node with an id.
func (t *Nodes) Node(id NodeID) *Node { return &t.nodes[id] }

// Func returns one function that the node stands for, or NoFunc. See also [Result.Declared].
func (t *Nodes) Func(id NodeID) model.FuncID { return t.funcs[id] }

// nodeTables holds a profile's tables for all granularities. Each is made when first asked for.
type nodeTables struct {
	mu   sync.Mutex
	made map[tableKey]*work.Lazy[*Nodes]
}

type tableKey struct {
	granularity Granularity
	columns     bool
}

var nodeTablesOf = model.DeriveQuick(func(*model.Profile) *nodeTables { return &nodeTables{made: map[tableKey]*work.Lazy[*Nodes]{}} })

// tableOfNodes returns the table with a profile's nodes. Its only error is the context's.
func tableOfNodes(ctx context.Context, p *model.Profile, g Granularity, columns bool) (*Nodes, error) {
	all, k := nodeTablesOf.Quick(p), tableKey{g, columns}
	all.mu.Lock()
	t := all.made[k]
	if t == nil {
		t = &work.Lazy[*Nodes]{}
		all.made[k] = t
	}
	all.mu.Unlock()
	return t.Get(ctx, func(ctx context.Context) (*Nodes, error) { return nodeTable(ctx, p, g, columns) })
}

// nodeKey is a Node made from ids, which is cheap to hash.
type nodeKey struct {
	name, file, object model.StringID
	address            uint64
	start, line, col   int64
	owner              bool // name is that of the first function in a package or a module
}

// nodeTable makes a profile's nodes (pprof: profile.go, Aggregate, and graph.go, nodeInfo). Its only error is
// the context's.
func nodeTable(ctx context.Context, p *model.Profile, g Granularity, columns bool) (*Nodes, error) {
	count := work.StepsUntil(ctx)
	t := &Nodes{byLine: make([]NodeID, len(p.Lines)), whole: map[NodeID]bool{}}
	ids := make(map[nodeKey]NodeID, min(len(p.Lines), len(p.Functions)))
	aliases := p.Aliases
	if g == Addresses { // addresses belong to one binary and keep its names
		aliases = nil
	}
	files := &fileNames{p, aliases, map[string]model.StringID{}, map[model.StringID]model.StringID{}, map[model.StringID]string{}}
	owned := &ownerNames{map[string]model.StringID{}, map[model.StringID]string{}, map[model.StringID]bool{}}
	if g.OfOwners() {
		owned.learn(p, g)
	}
	add := func(k nodeKey, fn model.FuncID) NodeID {
		id, fresh := work.Number(ids, k, len(t.nodes))
		if fresh {
			s, former := p.Strings, ""
			name := s.Raw(k.name)
			if k.owner {
				name = owned.text[k.name]
			} else if of := aliases.Of(k.name); of != nil {
				former, t.whole[id] = of.Former, of.Whole
			}
			t.nodes = append(t.nodes, Node{
				Name: name, Former: former, File: files.text[k.file], Object: s.Raw(k.object),
				Address: k.address, StartLine: k.start, Line: k.line, Column: k.col,
			})
			t.funcs = append(t.funcs, fn)
		}
		return id
	}
	for i := range p.Locations {
		loc := &p.Locations[i]
		if count.Over(8 * (1 + int(loc.EndLine-loc.FirstLine))) {
			return nil, ctx.Err()
		}
		var object model.StringID
		if loc.Mapping >= 0 {
			object = p.Mappings[loc.Mapping].File
		}
		var address uint64
		if g == Addresses {
			address = loc.Address
		}
		if loc.FirstLine == loc.EndLine {
			if t.bare == nil {
				t.bare = make([]NodeID, len(p.Locations))
			}
			t.bare[i] = add(nodeKey{object: object, address: address}, model.NoFunc)
			continue
		}
		for j := loc.FirstLine; j < loc.EndLine; j++ {
			l := p.Lines[j]
			fn := &p.Functions[l.Func]
			if owner, ok := g.Owner(p, l.Func); ok {
				t.byLine[j] = add(owned.key(owner, fn, object), l.Func)
				continue
			}
			k := nodeKey{address: address}
			if g != Files {
				k.name = aliases.Name(fn.Name)
			}
			if g != Functions {
				k.file = files.canonical(fn.File)
			}
			if g == Lines || g == Addresses {
				k.line = l.Line
				if columns {
					k.col = l.Column
				}
			}
			if k.name == 0 && (k.file == 0 || aliases == nil) { // object and start line differ between two builds
				k.object, k.start = object, fn.StartLine
			}
			t.byLine[j] = add(k, l.Func)
		}
	}
	return t, nil
}

// ownerNames are the packages or modules that nodes stand for. Each has the id of the first function in it.
type ownerNames struct {
	first    map[string]model.StringID
	text     map[model.StringID]string
	programs map[model.StringID]bool // binaries with packages, so no libraries; the sides of a comparison may have two
}

// learn finds the programs.
func (o *ownerNames) learn(p *model.Profile, g Granularity) {
	for i := range p.Locations {
		loc := &p.Locations[i]
		if loc.Mapping < 0 {
			continue
		}
		for _, l := range p.Lines[loc.FirstLine:loc.EndLine] {
			if owner, _ := g.Owner(p, l.Func); owner != "" {
				o.programs[p.Mappings[loc.Mapping].File] = true
			}
		}
	}
}

// key returns the key of a function's package or module. What has none stands for its library, for all of its kind in
// the program, or for itself.
func (o *ownerNames) key(owner string, fn *model.Function, object model.StringID) nodeKey {
	switch {
	case owner != "":
	case object == 0:
		return nodeKey{name: fn.Name}
	case o.programs[object]:
		owner = names.NoPackage
	default:
		return nodeKey{object: object}
	}
	id, known := o.first[owner]
	if !known {
		id = fn.Name
		o.first[owner], o.text[id] = id, owner
	}
	return nodeKey{name: id, owner: true}
}

// fileNames cleans file paths in a profile. Different spellings of a path share the id of the first one.
type fileNames struct {
	p       *model.Profile
	aliases *model.Aliases
	first   map[string]model.StringID
	memo    map[model.StringID]model.StringID
	text    map[model.StringID]string // texts for the ids in first
}

func (f *fileNames) canonical(id model.StringID) model.StringID {
	if c, ok := f.memo[id]; ok {
		return c
	}
	s := f.p.Strings.Raw(f.aliases.File(id))
	// pprof trims Bazel's sandbox in the same way in internal/report/source.go.
	s = strings.TrimPrefix(s, "/proc/self/cwd/")
	if s != "" {
		s = filepath.Clean(s)
	}
	c, ok := f.first[s]
	if !ok {
		c = id
		f.first[s] = id
		f.text[id] = s
	}
	f.memo[id] = c
	return c
}
