package command

import (
	"context"
	"fmt"

	"profstation/ask"
	"profstation/loader"
	"profstation/model/labels"
	"profstation/model/lists"
)

// splitFlag is an option that says which two parts of a recording are compared, see [labels.ParseParts].
type splitFlag string

const splitHelp = "compare parts of the recording: `label=base,new`, two values of a label, such as tenant=a,b; with one value the rest is the base"

// String implements pflag.Value.
func (s *splitFlag) String() string { return string(*s) }

// Type implements pflag.Value.
func (s *splitFlag) Type() string { return "string" }

// Set implements pflag.Value.
func (s *splitFlag) Set(text string) error {
	_, _, err := labels.ParseParts(text)
	*s = splitFlag(text)
	return err
}

// pair compares the two parts of a recording, or of several as two groups.
func (s splitFlag) pair(c *call, files ...*loader.File) (*ask.Pair, error) {
	var parts [2]labels.Part
	var err error
	if parts[ask.BaseSide], parts[ask.NewSide], err = labels.ParseParts(string(s)); err != nil {
		return nil, err
	}
	var sides [2][]*loader.File
	var names [2]string
	for i := range parts {
		for _, f := range files {
			side, err := partOf(c.ctx, f, &parts[i])
			if err != nil {
				return nil, err
			}
			sides[i] = append(sides[i], side)
		}
		names[i] = parts[i].String()
	}
	names[ask.NewSide] += " of " + sideName(lists.Map(files, func(f *loader.File) string { return f.Name }))
	return pairUp(c, sides, names)
}

// partOf returns a part of a recording; nil is all of it.
func partOf(ctx context.Context, f *loader.File, part *labels.Part) (*loader.File, error) {
	switch {
	case part == nil:
		return f, nil
	case f.Profile == nil:
		return nil, fmt.Errorf("%s is an execution trace: only profiles have parts by labels", f.Name)
	}
	p, err := part.Of(ctx, f.Profile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	out := *f
	out.Profile = p
	return &out, nil
}

// ofRest reports whether a value is compared with everything else, which is of another size.
func (s splitFlag) ofRest() bool {
	base, _, err := labels.ParseParts(string(s))
	return s != "" && err == nil && base.Rest
}
