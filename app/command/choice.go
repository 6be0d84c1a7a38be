package command

import (
	"github.com/spf13/cobra"

	"profstation/scene"
)

// choice is an option that takes one of a few words. It is a pflag.Value.
type choice struct {
	name  string
	words []string
	word  string // that is chosen
	set   func(word string)
}

// choose adds an option that takes one of a few words, the first by default. set gets the word.
func choose(cmd *cobra.Command, name, usage string, words []string, set func(word string)) {
	set(words[0])
	cmd.Flags().Var(&choice{name, words, words[0], set}, name, usage+": "+either(words))
	complete(cmd, name, words)
}

func chooseTheme(cmd *cobra.Command, usage string, theme **scene.Theme) {
	choose(cmd, "theme", usage, []string{scene.Light.Name, scene.Dark.Name}, func(word string) {
		*theme = &scene.Light
		if word == scene.Dark.Name {
			*theme = &scene.Dark
		}
	})
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
