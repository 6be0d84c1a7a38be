package finding

import "profstation/model"

// KindsOf returns the names of all rules, each with the kinds of profiles that it looks at; none: others, or traces.
func KindsOf() map[string][]model.Kind {
	all := map[string][]model.Kind{}
	for _, r := range rules {
		all[r.name] = r.looks.kinds
	}
	return all
}
