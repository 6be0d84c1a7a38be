package model

// Alias is a function that has several names in one profile, as one of a comparison has whose sides name it
// differently.
type Alias struct {
	Name   StringID   // the one that nodes have
	Former string     // what stands before it, see [query.Node.Former]; "": it says enough
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

// Of is the function that a name stands for, nil if it is only its own.
func (a *Aliases) Of(name StringID) *Alias {
	if a == nil {
		return nil
	}
	return a.names[name]
}

// Name is the name that nodes have of a function of this name.
func (a *Aliases) Name(name StringID) StringID {
	if of := a.Of(name); of != nil {
		return of.Name
	}
	return name
}

// File is the path that nodes have of a file of this path.
func (a *Aliases) File(path StringID) StringID {
	if a != nil {
		if shown, ok := a.files[path]; ok {
			return shown
		}
	}
	return path
}

// Called is the name that nodes of a function have.
func (t *Tables) Called(f FuncID) StringID { return t.Aliases.Name(t.Functions[f].Name) }

// Unaliased is the profile with the names of its files, as pprof has them.
func Unaliased(p *Profile) *Profile {
	if p.Aliases == nil {
		return p
	}
	q := p.Clone()
	q.Aliases = nil
	return q
}
