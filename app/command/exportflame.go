package command

import (
	"context"
	"io"
	"math"
	"regexp"

	"profstation/flame"
	"profstation/loader"
	"profstation/model"
	"profstation/scene"
)

// compile reads the regular expression of an option; nil where it is empty.
func compile(option, text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, usagef("--%s: %v", option, err)
	}
	return re, nil
}

// flame prepares a flame graph. Files of figures have all of it; in pictures
// what would be narrower than a pixel is merged.
func (e *exporting) flame(ctx context.Context, f *loader.File, r *model.Result) (func(io.Writer) error, error) {
	if e.beside {
		return e.flamesBeside(ctx, f, r)
	}
	o, err := e.flameOptions(r)
	if err != nil {
		return nil, err
	}
	if flame.Coloring(e.color) == flame.ByLabel {
		label, err := e.labelOf(r)
		if err != nil {
			return nil, err
		}
		o.Label = label
	}
	drawn := e.format == "svg" || e.format == "png"
	if drawn {
		o.Columns = int(math.Ceil(e.width))
	}
	c, err := flame.New(ctx, r, o)
	if err != nil {
		return nil, err
	}
	switch e.format {
	case "csv":
		return c.WriteCSV, nil
	case "json":
		return c.WriteJSON, nil
	}
	p := &flame.Picture{
		Head: scene.Heading{Title: title(f)}, Chart: c, Width: e.width,
		Style: flame.Style{
			Theme: e.colours(), Coloring: flame.Coloring(e.color),
			Generics: e.generics, RootDown: e.root == "down",
		},
	}
	if e.search != "" {
		p.Match = r.Matches(regexp.MustCompile(e.search))
	}
	return e.picture(p, p.Head.Title)
}

// flameOptions are the options of any flame graph.
func (e *exporting) flameOptions(r *model.Result) (flame.Options, error) {
	o := flame.Options{Pivot: model.NoNode, Recursion: e.noRecursions, ByName: e.siblings == "name"}
	if e.pivot != "" {
		n, ok := heaviest(r, regexp.MustCompile(e.pivot))
		if !ok {
			return o, noMatch("pivot", e.pivot)
		}
		o.Pivot = n
	}
	return o, nil
}

// heaviest is the node with the largest |cum| among those that match.
func heaviest(r *model.Result, re *regexp.Regexp) (best model.NodeID, found bool) {
	match, cum := r.Matches(re), r.Sums().Cum
	weight := int64(0)
	for n, ok := range match {
		v := cum[n]
		if v < 0 {
			v = -v
		}
		if ok && v > weight {
			best, weight, found = model.NodeID(n), v, true
		}
	}
	return best, found
}
