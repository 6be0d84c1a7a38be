package profilestore

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model/lang"
)

// members are the known members in a JSON answer, in lower case, with the members of the objects in them. A member
// without any is not looked into.
type members map[string]members

// named returns members that are not looked into.
func named(names ...string) members {
	all := members{}
	for _, n := range names {
		all[n] = nil
	}
	return all
}

// unknown counts parts in a store's answers that a later version may have added.
type unknown struct{ input.Unread }

// members counts members that are unknown and carry data.
func (u *unknown) members(answer json.RawMessage, known members) {
	if len(known) == 0 {
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(answer, &list) == nil {
		for _, one := range list {
			u.members(one, known)
		}
		return
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(answer, &object) != nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		inside, ok := known[strings.ToLower(name)]
		if !ok {
			u.member(name, object[name])
			continue
		}
		u.members(object[name], inside)
	}
}

// empty lists the values that servers write for something missing.
var empty = []string{"", "null", `""`, "0", `"0"`, "false", "[]", "{}"}

func (u *unknown) member(name string, value []byte) {
	if text := strings.TrimSpace(string(value[:min(len(value), 8)])); !slices.Contains(empty, text) {
		u.Add(input.UnreadTables, func() string { return name + ": " + string(value[:min(len(value), 100)]) })
	}
}

// fields counts the protobuf fields with numbers above the last one known.
func (u *unknown) fields(message []byte, name string, last int) {
	m := wire.Message{All: message}
	for m.Next() {
		if m.Number > last && (m.Num != 0 || len(m.Data) > 0) {
			u.Add(input.UnreadFields, func() string {
				return lang.L("field {{.Number}} of {{.Message}}", lang.With{"Number": m.Number, "Message": name})
			})
		}
	}
}

// present is a JSON member. Only its beginning is kept.
type present []byte

func (p *present) UnmarshalJSON(value []byte) error {
	*p = slices.Clone(value[:min(len(value), 100)])
	return nil
}
