package finding

// Names returns the names of all rules.
func Names() (all []string) {
	for _, r := range rules {
		all = append(all, r.name)
	}
	return all
}

// LooksAt reports whether a rule looks at a profile or trace, so far as it does not say so in words alone.
func LooksAt(rule string, s Subject) bool {
	for _, r := range rules {
		if r.name == rule {
			return r.looks.kinds == nil && r.looks.traces == nil || s.follows(r.looks) || s.judges(r.looks)
		}
	}
	return false
}
