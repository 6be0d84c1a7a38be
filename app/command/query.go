package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"profstation/model/lists"
	"profstation/model/query"
)

// queryFlags are pprof's report options.
type queryFlags struct {
	query  query.Query
	shorts []*short
	trim   bool
}

// short is an option that stands for a value that another option has.
type short struct {
	name, of, value string
	given           bool
}

// meanDelay is the short form that also stands for another option: --mean.
const meanDelay = "mean_delay"

// shortForms returns pprof's short forms: --functions for --granularity=functions, --alloc_space
// for --sample_index=alloc_space, and so on.
func shortForms() (all []*short) {
	for _, g := range words(query.Granularities) {
		all = append(all, &short{name: g, of: "granularity", value: g})
	}
	for _, by := range []string{string(query.ByFlat), string(query.ByCum)} {
		all = append(all, &short{name: by, of: "sort", value: by})
	}
	for _, t := range []string{"inuse_space", "inuse_objects", "alloc_space", "alloc_objects", "contentions"} {
		all = append(all, &short{name: t, of: "sample_index", value: t})
	}
	return append(all, &short{name: "total_delay", of: "sample_index", value: "delay"},
		&short{name: meanDelay, of: "sample_index", value: "delay"})
}

func (f *queryFlags) registerQuery(cmd *cobra.Command) {
	f.query = query.Default()
	s := cmd.Flags()
	s.SortFlags = false
	for _, o := range query.Options {
		switch v := o.Field(&f.query).(type) {
		case *string:
			s.StringVar(v, o.Name, *v, o.Usage)
		case *bool:
			s.BoolVar(v, o.Name, *v, o.Usage)
		case *int:
			s.IntVar(v, o.Name, *v, o.Usage)
		case *float64:
			s.Float64Var(v, o.Name, *v, o.Usage)
		}
		if o.Default != "" {
			s.Lookup(o.Name).DefValue = o.Default
		}
		if o.Choices != nil {
			complete(cmd, o.Name, o.Choices)
		}
	}
	cmd.RegisterFlagCompletionFunc("sample_index", completeFrom(typesOf))
	f.shorts = shortForms()
	for _, x := range f.shorts {
		same := "the same as --" + x.of + "=" + x.value
		if x.name == meanDelay {
			same += " --mean"
		}
		s.BoolVar(&x.given, x.name, false, same)
	}
	s.Lookup("sample_index").Usage += "; --si for short"
	s.BoolVar(&f.trim, "trim", true, "leave small nodes out; --trim=false is --nodecount=0 --nodefraction=0")
}

// lengthen sets the options that short forms stand for.
func (f *queryFlags) lengthen(s *pflag.FlagSet) error {
	by := map[string]string{} // which short form gave an option its value
	for _, x := range f.shorts {
		if !x.given {
			continue
		}
		of := s.Lookup(x.of)
		if now := of.Value.String(); of.Changed && now != "" && now != x.value {
			switch x.of {
			case "sort":
				return usagef("rows are sorted either by flat or by cum, not by both")
			case "sample_index":
				return usagef("one sample type at a time: --%s and another one exclude each other", x.name)
			}
			return usagef("%s and --%s exclude each other", cmp.Or(by[x.of], "--"+x.of+"="+now), x.name)
		}
		by[x.of] = "--" + x.name
		s.Set(x.of, x.value)
		if x.name == meanDelay {
			s.Set("mean", "true")
		}
	}
	return nil
}

func (f *queryFlags) ask(given *pflag.FlagSet) (query.Query, error) {
	err := f.lengthen(given)
	q := f.query
	if err != nil {
		return q, err
	}
	for _, o := range query.Options {
		flag := given.Lookup(o.Name)
		if o.Kind == query.ChoiceOption {
			if _, err := oneOf(o.Name, flag.Value.String(), o.Choices); err != nil {
				return q, err
			}
		} else if err := o.Set(&q, flag.Value.String()); flag.Changed && err != nil {
			return q, usagef("--%s=%v: %v", o.Name, flag.Value, err)
		}
	}
	if !f.trim {
		q = q.Whole()
	}
	return q, nil
}

// oneOf finds the value given for an option among all that there are.
func oneOf[T ~string](option, given string, all []T) (T, error) {
	if slices.Contains(all, T(given)) {
		return T(given), nil
	}
	return "", usagef("%s", meant(fmt.Sprintf("--%s=%q: expected %s", option, given, either(words(all))), given, "", words(all)))
}

func words[T ~string](all []T) []string {
	return lists.Map(all, func(t T) string { return string(t) })
}

// either lists words, with "or" before the last.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
