package command

import (
	"github.com/spf13/cobra"

	"profstation/scene"
)

// choice is an option that takes one of a few words. It is a pflag.Value.
type choice struct {
	name  string
	words []string
	word  string // the chosen word
	set   func(word string)
}

// choose adds an option that takes one of a few words, the first by default. set gets the word.
func choose(cmd *cobra.Command, name, usage string, words []string, set func(word string)) {
	set(words[0])
	cmd.Flags().Var(&choice{name, words, words[0], set}, name, usage+": "+either(words))
	complete(cmd, name, words)
}

func chooseTheme(cmd *cobra.Command, usage string, theme **scene.Theme) {
	var names []string
	by := map[string]*scene.Theme{}
	for _, t := range []*scene.Theme{&scene.Light, &scene.Dark, &scene.LightHigh, &scene.DarkHigh} {
		names, by[t.Name] = append(names, t.Name), t
	}
	choose(cmd, "theme", usage, names, func(word string) { *theme = by[word] })
}

func (c *choice) String() string { return c.word }

func (c *choice) Type() string { return "string" }

func (c *choice) Set(word string) error {
	if _, err := oneOf(c.name, word, c.words); err != nil {
		return err
	}
	c.word = word
	c.set(word)
	return nil
}
