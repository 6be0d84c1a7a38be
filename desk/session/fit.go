package session

import (
	"encoding/json"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/origin"
	"profstation/origin/link"
)

// fit returns the bytes of a state that the next start can read. If the state is too large, it
// leaves out what costs least to lose, in this order until it fits: the recent files, the oldest
// first; the previous session; the places in documents, the last first and the active one at the
// end; notes on documents that are not open, the longest first. cut says what was left out. It
// fails if all of this is not enough.
func fit(state State) (data []byte, cut string, err error) {
	state.Version = version
	state.clean()
	data, err = encode(state)
	if err != nil {
		return nil, "", lang.Error("the session was not saved: {{.Cause}}", lang.With{"Cause": err})
	}
	var less []string
	for _, step := range steps {
		excess := len(data) - maxBytes
		if n, _ := count(data); n > maxValues {
			excess = max(excess, len(data)/n*(n-maxValues))
		}
		if excess <= 0 {
			break
		}
		step.cut(&state, excess)
		shorter, err := encode(state)
		if err != nil {
			return nil, "", lang.Error("the session was not saved: {{.Cause}}", lang.With{"Cause": err})
		}
		if len(shorter) < len(data) {
			data, less = shorter, append(less, lang.L(step.what))
		}
	}
	if err := fits(data); err != nil {
		return nil, "", lang.Error("the session is not saved, and the file keeps the one before: {{.Cause}}; remove notes or filters",
			lang.With{"Cause": err})
	}
	if less != nil {
		cut = lang.L("the session is larger than {{.Most}}MB and is saved without some of {{.Parts}}",
			lang.With{"Most": maxBytes >> 20, "Parts": lang.List(less...)})
	}
	return data, cut, nil
}

// steps are the parts that a state may lose.
var steps = []struct {
	what string
	cut  func(s *State, excess int)
}{
	{"the recent files", func(s *State, excess int) {
		for _, list := range []*[]origin.Ref{&s.Recent.Folders, &s.Recent.Workspaces, &s.Recent.Files} {
			*list = shorten(*list, &excess)
		}
	}},
	{"the session before", func(s *State, excess int) { s.Last.Documents, s.Last.Active = shorten(s.Last.Documents, &excess), -1 }},
	{"the places in documents", func(s *State, excess int) {
		for _, active := range []bool{false, true} {
			for i := len(s.Documents) - 1; i >= 0 && excess > 0; i-- { // cleaning has copied the list
				if (i == s.Active) == active {
					excess -= size(s.Documents[i].Place)
					s.Documents[i].Place = link.Place{}
				}
			}
		}
	}},
	{"the notes on closed documents", func(s *State, excess int) {
		closed := func(n Noted) bool {
			return !slices.ContainsFunc(s.Documents, func(d Document) bool {
				return strings.HasPrefix(string(n.Path), string(d.Path)) && n.Base == d.Base
			})
		}
		slices.SortStableFunc(s.Notes, func(a, b Noted) int { return size(a) - size(b) })
		for i := len(s.Notes) - 1; i >= 0 && excess > 0; i-- {
			if closed(s.Notes[i]) {
				excess -= size(s.Notes[i])
				s.Notes = slices.Delete(s.Notes, i, i+1)
			}
		}
	}},
}

// shorten takes elements from the end of a list until they have excess bytes. It copies the list.
func shorten[T any](all []T, excess *int) []T {
	for len(all) > 0 && *excess > 0 {
		*excess -= size(all[len(all)-1])
		all = all[:len(all)-1]
	}
	return all
}

// size returns the least number of bytes that a value takes in a file.
func size(v any) int {
	data, _ := json.Marshal(v)
	return len(data)
}
