package command

import (
	"github.com/spf13/cobra"

	"profstation/scene"
)

// choice is an option that takes one of a few words: the first unless something
// else is given.
type choice struct {
	name  string
	value *string
	words []string
	usage string
}

func (c choice) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(c.value, c.name, c.words[0], c.usage+": "+either(c.words))
	complete(cmd, c.name, c.words)
}

func (c choice) check() error {
	_, err := oneOf(c.name, *c.value, c.words)
	return err
}

// themeChoice is the option for a theme.
func themeChoice(value *string, usage string) choice {
	return choice{"theme", value, []string{scene.Light.Name, scene.Dark.Name}, usage}
}

// themeNamed is the theme of an option that was checked.
func themeNamed(name string) *scene.Theme {
	if name == scene.Dark.Name {
		return &scene.Dark
	}
	return &scene.Light
}
