package session

// Row is a row of a timeline, by its content.
type Row struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Range is a part of a trace, in nanoseconds from its start.
type Range struct {
	Name  string `json:"name,omitempty"`
	Begin int64  `json:"begin_ns"`
	End   int64  `json:"end_ns"`
}

// Traced is where a user was in an execution trace, besides the fields of Place.
type Traced struct {
	Opened []Row `json:"opened,omitempty"` // rows that are not in their first state
	Pinned []Row `json:"pinned,omitempty"`
	Hidden []Row `json:"hidden,omitempty"`

	Kept     []Range `json:"kept,omitempty"` // to come back to
	Measured *Range  `json:"measured,omitempty"`
	// Goroutine and At find the selected span; Goroutine is 0 for none.
	Goroutine int64 `json:"goroutine,omitempty"`
	At        int64 `json:"at_ns,omitempty"`
	// Choices are the choices in tables and plots, by the window's names.
	Choices map[string]string `json:"choices,omitempty"`
}

// mostRows bounds the number of rows of one kind, and of ranges.
const mostRows = 2000

// clean brings it into bounds.
func (t *Traced) clean() *Traced {
	if t == nil {
		return nil
	}
	c := *t
	rows := func(all []Row) []Row {
		var kept []Row
		for _, r := range all {
			if r.Kind != "" && len(r.Name) <= mostText && len(kept) < mostRows {
				kept = append(kept, r)
			}
		}
		return kept
	}
	c.Opened, c.Pinned, c.Hidden = rows(t.Opened), rows(t.Pinned), rows(t.Hidden)
	c.Kept = nil
	for _, r := range t.Kept {
		if r.Begin >= 0 && r.Begin < r.End && len(r.Name) <= mostText && len(c.Kept) < mostRows {
			c.Kept = append(c.Kept, r)
		}
	}
	if m := t.Measured; m != nil && !(m.Begin >= 0 && m.Begin <= m.End) {
		c.Measured = nil
	}
	return &c
}
