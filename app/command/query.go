package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"profstation/model"
)

// queryFlags are pprof's options of a report.
type queryFlags struct {
	query     model.Query
	flat, cum bool
	trim      bool
	as        map[model.Granularity]*bool // pprof's --functions, --files …
	values    map[string]*bool            // pprof's --inuse_space … for --sample_index
}

func (f *queryFlags) registerQuery(cmd *cobra.Command) {
	f.query = model.DefaultQuery()
	s := cmd.Flags()
	s.SortFlags = false
	for _, o := range model.Options {
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
		if o.Usual != "" {
			s.Lookup(o.Name).DefValue = o.Usual
		}
		if o.Choices != nil {
			complete(cmd, o.Name, o.Choices)
		}
	}
	cmd.RegisterFlagCompletionFunc("sample_index", completeFrom(typesOf))
	f.as = map[model.Granularity]*bool{}
	for _, g := range model.Granularities {
		f.as[g] = s.Bool(string(g), false, "the same as --granularity="+string(g))
	}
	s.BoolVar(&f.flat, "flat", false, "the same as --sort=flat")
	s.BoolVar(&f.cum, "cum", false, "the same as --sort=cum")
	s.BoolVar(&f.trim, "trim", true, "leave small nodes out; --trim=false is --nodecount=0 --nodefraction=0")
	f.values = map[string]*bool{}
	for option, name := range valueOptions {
		f.values[option] = s.Bool(option, false, "the same as --sample_index="+name)
		s.MarkHidden(option)
	}
}

// valueOptions are pprof's short forms of sample_index.
var valueOptions = map[string]string{
	"inuse_space": "inuse_space", "inuse_objects": "inuse_objects",
	"alloc_space": "alloc_space", "alloc_objects": "alloc_objects",
	"total_delay": "delay", "contentions": "contentions",
}

// ask is the query that the options make.
func (f *queryFlags) ask(cmd *cobra.Command) (model.Query, error) {
	q := f.query
	for _, o := range model.Options {
		given := cmd.Flags().Lookup(o.Name)
		if o.Kind == model.ChoiceOption {
			if _, err := oneOf(o.Name, given.Value.String(), o.Choices); err != nil {
				return q, err
			}
		} else if err := o.Set(&q, given.Value.String()); given.Changed && err != nil {
			return q, usagef("--%s=%v: %v", o.Name, given.Value, err)
		}
	}
	for option, given := range f.values {
		if !*given {
			continue
		}
		if q.SampleIndex != "" && q.SampleIndex != valueOptions[option] {
			return q, usagef("one sample type at a time: --%s and another one exclude each other", option)
		}
		q.SampleIndex = valueOptions[option]
	}
	var chosen []string
	if cmd.Flags().Changed("granularity") {
		chosen = append(chosen, "--granularity="+string(q.Granularity))
	}
	for _, g := range model.Granularities {
		if *f.as[g] && !(len(chosen) == 1 && q.Granularity == g) {
			chosen = append(chosen, "--"+string(g))
			q.Granularity = g
		}
	}
	if len(chosen) > 1 {
		return q, usagef("%s and %s exclude each other", chosen[0], chosen[1])
	}
	switch {
	case f.flat && (f.cum || cmd.Flags().Changed("sort") && q.Sort == model.ByCum),
		f.cum && cmd.Flags().Changed("sort") && q.Sort == model.ByFlat:
		return q, usagef("rows are sorted either by flat or by cum, not by both")
	case f.cum:
		q.Sort = model.ByCum
	}
	if !f.trim {
		q = q.Whole()
	}
	return q, nil
}

// oneOf finds the value that was given for an option among those there are.
func oneOf[T ~string](option, given string, all []T) (T, error) {
	if slices.Contains(all, T(given)) {
		return T(given), nil
	}
	return "", usagef("--%s=%q: expected %s", option, given, either(words(all)))
}

func words[T ~string](all []T) []string { return each(all, func(t T) string { return string(t) }) }

// each returns what word makes of each element.
func each[T any](all []T, word func(T) string) []string {
	s := make([]string, len(all))
	for i, t := range all {
		s[i] = word(t)
	}
	return s
}

// either lists words with "or" before the last.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
