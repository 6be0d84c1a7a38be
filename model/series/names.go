package series

// names numbers the names of a series, each once per group.
type names struct {
	ids  map[group]map[string]uint32
	text map[group][]string
	held int // bytes of all names
}

// What a series knows of names at most, one group and all together: label values
// and stacks may be without end. What comes later counts to the rest.
const (
	maxNames     = 50_000
	maxNameBytes = 32 << 20
)

func newNames() names {
	return names{ids: map[group]map[string]uint32{}, text: map[group][]string{}}
}

func (n *names) id(g group, name string) (uint32, bool) {
	ids := n.ids[g]
	if ids == nil {
		ids = map[string]uint32{}
		n.ids[g] = ids
	}
	id, ok := ids[name]
	if !ok {
		if len(ids) == maxNames || n.held+len(name) > maxNameBytes {
			return 0, false
		}
		n.held += len(name)
		id = uint32(len(ids))
		ids[name] = id
		n.text[g] = append(n.text[g], name)
	}
	return id, true
}
