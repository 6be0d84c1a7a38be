package command

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"profstation/ask"
	"profstation/model/lists"
)

// ofProfiles, ofTraces and ofSeries report whether a view, or each side in a comparison, shows a
// profile, a trace or a series.
func ofProfiles(v *ask.View) bool { return v.Of&(ask.OfProfile|ask.Timed|ask.OfComparison) != 0 }
func ofTraces(v *ask.View) bool   { return v.Of == ask.OfTrace || v.Of == ask.OfTracePair }
func ofSeries(v *ask.View) bool   { return v.Of == ask.OfSeries }
func anyView(*ask.View) bool      { return true }

// needsBase reports whether a view shows two sides.
func needsBase(v *ask.View) bool { return v.Of == ask.OfComparison || v.Of == ask.OfTracePair }

// viewNamed finds a view by its name on the command line, nil if there is none.
func viewNamed(name string) *ask.View {
	for i := range ask.Views {
		if v := &ask.Views[i]; v.Name == name && !v.Windowed && v.Side == "" {
			return v
		}
	}
	return nil
}

// besideOf returns the view that shows both sides in place of a view for one; nil if there is none.
func besideOf(of ask.Kind, name string) *ask.View {
	i := slices.IndexFunc(ask.Views, func(v ask.View) bool { return v.Of == of && v.Side == name })
	if i < 0 {
		return nil
	}
	return &ask.Views[i]
}

func viewNames(keep func(*ask.View) bool) []string {
	var names []string
	for i := range ask.Views {
		if v := &ask.Views[i]; v.Name != "" && !v.Windowed && v.Side == "" && keep(v) {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return names
}

// besides returns the names of the views that can show both sides beside each other.
func besides() (names []string) {
	for _, v := range ask.Views {
		if v.Of == ask.OfComparison && v.Side != "" {
			names = append(names, v.Side)
		}
	}
	return names
}

// viewTable lists the views: what each shows, and in which formats it is written.
func viewTable() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name, of string, v *ask.View) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, of, strings.Join(formatNames(v.Formats()), " "))
	}
	for _, name := range viewNames(anyView) {
		v := viewNamed(name)
		row(name, kindNames[v.Of], v)
		if both := besideOf(ask.OfComparison, name); both != nil {
			row(name+" --beside", kindNames[both.Of], both)
		}
		if both := besideOf(ask.OfTracePair, name); both != nil {
			row(name+" --base", kindNames[both.Of], both)
		}
	}
	w.Flush()
	return b.String()
}

// kindNames says what is exported.
var kindNames = map[ask.Kind]string{
	ask.OfProfile | ask.OfSeries: "a profile", ask.Timed: "a profile", ask.OfComparison: "a profile and its base",
	ask.OfSeries: "several profiles, folders",
	ask.OfTrace:  "a trace", ask.OfTracePair: "a trace and its base",
}

func formatNames(all []ask.Format) []string { return lists.Map(all, ask.Format.Name) }
