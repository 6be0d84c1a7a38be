package command

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"profstation/desk/export"
	"profstation/desk/screen"
)

// ofProfiles, ofTraces and ofSeries report what a view, or each side of a comparison, is of.
func ofProfiles(v *export.View) bool { return v.Of == screen.OfProfile || v.Of == screen.OfComparison }
func ofTraces(v *export.View) bool   { return v.Of == screen.OfTrace || v.Of == screen.OfTracePair }
func ofSeries(v *export.View) bool   { return v.Of == screen.OfSeries }
func anyView(*export.View) bool      { return true }

// needsBase reports whether a view shows two sides.
func needsBase(v *export.View) bool { return v.Of == screen.OfComparison || v.Of == screen.OfTracePair }

// viewNamed finds a view by its name on the command line, nil if there is none.
func viewNamed(name string) *export.View {
	for i := range export.Views {
		if v := &export.Views[i]; v.Name == name && !v.Windowed && v.Side == "" {
			return v
		}
	}
	return nil
}

// besideOf is the view of both sides in the place of a view of one, nil if there is none.
func besideOf(of screen.Kind, name string) *export.View {
	i := slices.IndexFunc(export.Views, func(v export.View) bool { return v.Of == of && v.Side == name })
	if i < 0 {
		return nil
	}
	return &export.Views[i]
}

func viewNames(keep func(*export.View) bool) []string {
	var names []string
	for i := range export.Views {
		if v := &export.Views[i]; !v.Windowed && v.Side == "" && keep(v) {
			names = append(names, v.Name)
		}
	}
	slices.Sort(names)
	return names
}

// besides are the names of the views that can be shown of both sides beside each other.
func besides() (names []string) {
	for _, v := range export.Views {
		if v.Of == screen.OfComparison && v.Side != "" {
			names = append(names, v.Side)
		}
	}
	return names
}

// viewTable lists the views: what each is of, and in which formats it is written.
func viewTable() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(name, of string, v *export.View) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, of, strings.Join(formatNames(v.Formats), " "))
	}
	for _, name := range viewNames(anyView) {
		v := viewNamed(name)
		row(name, kindNames[v.Of], v)
		if both := besideOf(screen.OfComparison, name); both != nil {
			row(name+" --beside", kindNames[both.Of], both)
		}
		if both := besideOf(screen.OfTracePair, name); both != nil {
			row(name+" --base", kindNames[both.Of], both)
		}
	}
	w.Flush()
	return b.String()
}

// kindNames says what is exported.
var kindNames = map[screen.Kind]string{
	screen.OfProfile: "a profile", screen.OfComparison: "a profile and its base", screen.OfSeries: "several profiles, folders",
	screen.OfTrace: "a trace", screen.OfTracePair: "a trace and its base",
}

func formatNames(all []export.Format) []string { return each(all, export.Format.Name) }
