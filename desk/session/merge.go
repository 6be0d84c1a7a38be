package session

import (
	"fmt"
	"reflect"
	"slices"

	"profstation/origin"
)

// merge returns what a program writes if another one has written since: theirs, with everything
// that this program changed between base and mine.
//
//   - Documents and the previous session are mine: the program that writes last decides, which is
//     the one that is closed last.
//   - Recent files, filters, notes and folders: each program adds and removes its own.
//   - In the layout, the display, the preferences and the choices for exports, a value is mine if this
//     program has changed it.
func merge(base, mine, theirs State) State {
	m := mine
	m.Filters = sets(base.Filters, mine.Filters, theirs.Filters)
	m.Notes = group(sets(single(base.Notes), single(mine.Notes), single(theirs.Notes)))
	m.Recent = Recent{
		Files:      latest(base.Recent.Files, mine.Recent.Files, theirs.Recent.Files),
		Folders:    latest(base.Recent.Folders, mine.Recent.Folders, theirs.Recent.Folders),
		Workspaces: latest(base.Recent.Workspaces, mine.Recent.Workspaces, theirs.Recent.Workspaces),
	}
	m.Layout, m.Display = values(base.Layout, mine.Layout, theirs.Layout), values(base.Display, mine.Display, theirs.Display)
	m.Export = values(base.Export, mine.Export, theirs.Export)
	b, p, t := base.Preferences, mine.Preferences, theirs.Preferences
	m.Preferences = values(b, p, t)
	m.Preferences.SourceFolders = sets(b.SourceFolders, p.SourceFolders, t.SourceFolders)
	m.Preferences.TrimPaths = sets(b.TrimPaths, p.TrimPaths, t.TrimPaths)
	return m
}

// sets returns theirs, without what mine lost since base, and with what mine gained.
func sets[T any](base, mine, theirs []T) []T {
	was, is, other := keys(base), keys(mine), keys(theirs)
	var all []T
	for _, x := range theirs {
		if k := key(x); is[k] || !was[k] {
			all = append(all, x)
		}
	}
	for _, x := range mine {
		if k := key(x); !was[k] && !other[k] {
			all = append(all, x)
		}
	}
	return all
}

func key[T any](x T) string { return fmt.Sprintf("%q", any(x)) }

func keys[T any](all []T) map[string]bool {
	set := map[string]bool{}
	for _, x := range all {
		set[key(x)] = true
	}
	return set
}

// latest is like sets for lists that begin with the latest: what was put in front since base stays there.
func latest(base, mine, theirs []origin.Ref) []origin.Ref {
	front := len(mine) // everything behind it is in base, in this order
	for _, p := range slices.Backward(base) {
		if front > 0 && mine[front-1] == p {
			front--
		}
	}
	return cleanPaths(append(slices.Clone(mine[:front]), sets(base, mine, theirs)...))
}

// values returns theirs, with mine for those fields and map values that this program has changed.
func values[T any](base, mine, theirs T) T {
	out := reflect.New(reflect.TypeFor[T]()).Elem()
	for i := range out.NumField() {
		b, m, t := reflect.ValueOf(base).Field(i), reflect.ValueOf(mine).Field(i), reflect.ValueOf(theirs).Field(i)
		switch {
		case m.Kind() == reflect.Map:
			out.Field(i).Set(entries(b, m, t))
		case reflect.DeepEqual(b.Interface(), m.Interface()):
			out.Field(i).Set(t)
		default:
			out.Field(i).Set(m)
		}
	}
	return out.Interface().(T)
}

func entries(base, mine, theirs reflect.Value) reflect.Value {
	out := reflect.MakeMap(mine.Type())
	for _, k := range theirs.MapKeys() {
		if mine.MapIndex(k).IsValid() || !base.MapIndex(k).IsValid() {
			out.SetMapIndex(k, theirs.MapIndex(k))
		}
	}
	for _, k := range mine.MapKeys() {
		if b, m := base.MapIndex(k), mine.MapIndex(k); !b.IsValid() || !b.Equal(m) {
			out.SetMapIndex(k, m)
		}
	}
	return out
}

// single returns each note alone, with what it belongs to.
func single(all []Noted) []Noted {
	var single []Noted
	for _, d := range all {
		for _, n := range d.Notes {
			single = append(single, Noted{d.Path, d.Base, []origin.Note{n}})
		}
	}
	return single
}

// group undoes single. If both programs wrote a note on the same thing, it has both texts.
func group(all []Noted) []Noted {
	type place struct {
		path, base origin.Ref
		note       origin.Note
	}
	of, at := map[place]int{}, map[place]int{}
	var grouped []Noted
	for _, s := range all {
		i, ok := of[place{path: s.Path, base: s.Base}]
		if !ok {
			i = len(grouped)
			of[place{path: s.Path, base: s.Base}] = i
			grouped = append(grouped, Noted{Path: s.Path, Base: s.Base})
		}
		n := s.Notes[0]
		p := place{s.Path, s.Base, n}
		p.note.Text = ""
		k, ok := at[p]
		if !ok {
			k = len(grouped[i].Notes)
			at[p] = k
			grouped[i].Notes = append(grouped[i].Notes, n)
		} else if first := &grouped[i].Notes[k].Text; len(*first)+len(n.Text) < origin.MaxText {
			*first += "\n" + n.Text
		}
	}
	return grouped
}
