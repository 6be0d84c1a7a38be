package finding

import "profstation/model"

// Rules returns the names of all rules, each with the kinds of profiles that it looks at; none: others, or traces.
func Rules() map[string][]model.Kind {
	all := map[string][]model.Kind{}
	for _, r := range rules {
		all[r.name] = r.kinds
	}
	return all
}
