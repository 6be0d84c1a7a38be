package model

// Alias is a function with several names in one profile. A comparison has such functions if its two sides
// name them differently.
type Alias struct {
	Name   StringID   // the name shown in nodes
	Former string     // the text before it, see [query.Node.Former]; "": none needed
	Names  []StringID // the names by which filters find it, besides the one in the profile

	// Whole says that its calls to itself do not count, because a function and its helpers were merged into
	// it.
	Whole bool
}

// Aliases holds the functions and files in a profile that have several names; nil: none has. The profile's
// own tables keep the names that were read.
type Aliases struct {
	names map[StringID]*Alias
	files map[StringID]StringID
}

// NewAliases returns an empty set.
func NewAliases() *Aliases {
	return &Aliases{map[StringID]*Alias{}, map[StringID]StringID{}}
}

// Add records the function that some names stand for.
func (a *Aliases) Add(of *Alias, names ...StringID) {
	for _, n := range names {
		a.names[n] = of
	}
}

// AddFile records that a file is shown under another path.
func (a *Aliases) AddFile(path, shown StringID) { a.files[path] = shown }

// Of returns the function that a name stands for, or nil if the name has no alias.
func (a *Aliases) Of(name StringID) *Alias {
	if a == nil {
		return nil
	}
	return a.names[name]
}

// Name returns the name under which nodes show a function with this name.
func (a *Aliases) Name(name StringID) StringID {
	if of := a.Of(name); of != nil {
		return of.Name
	}
	return name
}

// File returns the path under which nodes show a file with this path.
func (a *Aliases) File(path StringID) StringID {
	if a != nil {
		if shown, ok := a.files[path]; ok {
			return shown
		}
	}
	return path
}

// Called returns the name under which nodes show a function.
func (t *Tables) Called(f FuncID) StringID { return t.Aliases.Name(t.Functions[f].Name) }

// Unaliased returns the profile with the names in its files, as pprof shows them.
func Unaliased(p *Profile) *Profile {
	if p.Aliases == nil {
		return p
	}
	q := p.Clone()
	q.Aliases = nil
	return q
}
