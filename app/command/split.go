package command

import (
	"slices"

	"profstation/ask"
	"profstation/loader"
	"profstation/model/labels"
	"profstation/model/lang"
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
	if err != nil {
		return usagef("--split: %v", err)
	}
	*s = splitFlag(text)
	return nil
}

// pair compares the two parts of a recording, or of several as two groups.
func (s splitFlag) pair(c *call, files ...*loader.File) (*ask.Pair, error) {
	base, now, err := labels.ParseParts(string(s))
	if err != nil {
		return nil, err
	}
	var parts [2][]*labels.Part
	for i, part := range [2]*labels.Part{ask.BaseSide: &base, ask.NewSide: &now} {
		parts[i] = slices.Repeat([]*labels.Part{part}, len(files))
	}
	name := sideName(lists.Map(files, func(f *loader.File) string { return f.Name }))
	return pairUp(c, [2][]*loader.File{files, files}, parts, ask.PartNames(lang.English, &base, &now, name))
}
