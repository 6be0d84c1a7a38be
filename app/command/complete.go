package command

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/model"
	"profstation/model/lists"
)

func complete(cmd *cobra.Command, option string, words []string) {
	cmd.RegisterFlagCompletionFunc(option, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completeFrom offers words from the profile that is already on the command line.
func completeFrom(words func(p *model.Profile, typed string) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) (all []string, _ cobra.ShellCompDirective) {
		if len(args) == 1 && args[0] != "-" {
			o := reading(cmd)
			if f, err := loader.Open(cmd.Context(), args[0], o.OfPart()); err == nil && f.Profile != nil {
				all = slices.DeleteFunc(words(f.Profile, typed), func(s string) bool { return !plainWord.MatchString(s) })
			}
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// plainWord matches a word that every shell takes as it is: shells insert others without quotes.
var plainWord = regexp.MustCompile(`^[\pL\pN_][\pL\pN_./:,@%+=-]*$`)

func typesOf(p *model.Profile, _ string) []string {
	return lists.Map(model.Offered(p.Types), func(t model.ValueType) string { return t.Type })
}

func keysOf(p *model.Profile, typed string) []string {
	head := typed[:strings.LastIndexByte(typed, ',')+1]
	return slices.Compact(lists.Map(p.LabelAxes(), func(a model.LabelAxis) string { return head + a.Key }))
}

// maxValues is how many values of a label are offered at most: a shell shows them all.
const maxValues = 100

// completeSplit offers what [labels.ParseParts] reads: the keys of labels, and then two values of one.
func completeSplit(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	all, directive := completeFrom(partsOf)(cmd, args, typed)
	if !strings.Contains(typed, "=") {
		directive |= cobra.ShellCompDirectiveNoSpace // a value follows
	}
	return all, directive
}

func partsOf(p *model.Profile, typed string) []string {
	key, list, valued := strings.Cut(typed, "=")
	if !valued {
		return slices.Compact(lists.Map(p.LabelAxes(), func(a model.LabelAxis) string { return a.Key + "=" }))
	}
	first, second, both := strings.Cut(list, ",")
	head, begun := key+"=", first
	if both {
		head, begun = head+first+",", second
	}
	var values []string
	for _, a := range p.LabelAxes() {
		if a.Key != key {
			continue
		}
		n := p.Numbered(a)
		for _, id := range p.Samples.Labels {
			n.OnceOf(id)
		}
		for _, v := range n.Values {
			text := p.LabelText(a, v, "auto")
			if strings.HasPrefix(text, begun) && !strings.Contains(text, ",") && (!both || text != first) {
				values = append(values, head+text)
			}
			if len(values) == maxValues {
				return values
			}
		}
	}
	return values
}
