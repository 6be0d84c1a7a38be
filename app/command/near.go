package command

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/origin"
)

// near returns the word that somebody most likely meant by a mistyped one, "" if none is close.
func near(typed string, words []string) string {
	best, least := "", min(2, len(typed)/2)+1
	for _, w := range words {
		if d := mistakes(typed, w); d < least {
			best, least = w, d
		}
	}
	return best
}

// mistakes counts the letters that are wrong, missing or too many in a typed word, and those that are swapped with
// the next one.
func mistakes(typed, word string) int {
	a, b := []rune(strings.ToLower(typed)), []rune(strings.ToLower(word))
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range b {
		rows[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			n := min(rows[i][j]+wrong, rows[i][j+1]+1, rows[i+1][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, rows[i-1][j-1]+1)
			}
			rows[i+1][j+1] = n
		}
	}
	return rows[len(a)][len(b)]
}

// meant adds the word that somebody most likely meant to the text of an error.
func meant(text, typed, before string, words []string) string {
	if w := near(typed, words); w != "" {
		return text + ": did you mean " + before + w + "?"
	}
	return text
}

// mistypedCommand refuses a first argument that is close to a command's name, or one of pprof's reports, unless there is a
// file of that name.
func mistypedCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.ContainsAny(args[0], `/\.`) || origin.Ref(args[0]).Kind() != origin.Path {
		return nil
	}
	if _, err := os.Lstat(args[0]); err == nil {
		return nil
	}
	// pprof's prompt takes the number of rows with the name: top10.
	if instead := reportInstead(strings.TrimRight(args[0], "0123456789")); instead != "" {
		return usagef("there is no command and no file %q: %s", args[0], instead)
	}
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	if w := near(args[0], names); w != "" {
		return usagef("there is no command and no file %q: did you mean %s?", args[0], w)
	}
	return nil
}

// flagNames lists a command's options.
func flagNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// wanted says what an option takes.
func wanted(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a time such as 1.5s or 200ms"
	}
	name, _ := pflag.UnquoteUsage(f)
	if c, ok := f.Value.(*choice); ok {
		return either(c.words)
	}
	return "a value (" + name + ")"
}
