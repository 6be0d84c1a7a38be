package model

import "strings"

// Alias is a function that has several names in one profile, as one of a comparison has whose sides name it
// differently.
type Alias struct {
	Name   StringID   // the one that nodes have
	Former string     // what stands before it, see [Node.Former]; "": it says enough
	Names  []StringID // those that filters find it by, beside the one in the profile

	// Whole says that its calls of itself are none: what was a function and its helpers is one.
	Whole bool
}

// Aliases are the functions and files of a profile that have several names; nil: none has. What the profile
// itself says stays as it was read.
type Aliases struct {
	names map[StringID]*Alias
	files map[StringID]StringID
}

// NewAliases is no alias yet.
func NewAliases() *Aliases {
	return &Aliases{map[StringID]*Alias{}, map[StringID]StringID{}}
}

// Add says which function some names stand for.
func (a *Aliases) Add(of *Alias, names ...StringID) {
	for _, n := range names {
		a.names[n] = of
	}
}

// AddFile says that a path is another one's.
func (a *Aliases) AddFile(path, shown StringID) { a.files[path] = shown }

// of is the function that a name stands for, nil if it is only its own.
func (a *Aliases) of(name StringID) *Alias {
	if a == nil {
		return nil
	}
	return a.names[name]
}

// name is the name that nodes have of a function of this name.
func (a *Aliases) name(name StringID) StringID {
	if of := a.of(name); of != nil {
		return of.Name
	}
	return name
}

// file is the path that nodes have of a file of this path.
func (a *Aliases) file(path StringID) StringID {
	if a != nil {
		if shown, ok := a.files[path]; ok {
			return shown
		}
	}
	return path
}

// Called is the name that nodes of a function have.
func (t *Tables) Called(f FuncID) StringID { return t.Aliases.name(t.Functions[f].Name) }

// becomes stands between the name that a function had and the one that it has.
const becomes = " → "

// cutFormer splits a text that [Node.String] made, if it has a former name.
func cutFormer(node string) (former, name string, ok bool) {
	i := strings.LastIndex(node, becomes)
	if i < 0 {
		return "", node, false
	}
	return node[:i], node[i+len(becomes):], true
}

// NamesIn are the names by which a node that [Node.String] named may be known elsewhere: its own, and its
// former one.
func NamesIn(node string) []string {
	if former, name, ok := cutFormer(node); ok {
		return []string{name, former}
	}
	return []string{node}
}

// Unaliased is the profile with the names of its files, as pprof has them.
func Unaliased(p *Profile) *Profile {
	if p.Aliases == nil {
		return p
	}
	q := p.clone()
	q.Aliases = nil
	return q
}
