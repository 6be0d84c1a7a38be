package store

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/loader/wire"
	"profstation/model/lang"
)

// members are those of an answer in JSON that are known, in small letters, with those of the objects in them. Into one
// without any nobody looks.
type members map[string]members

// named are members that nobody looks into.
func named(names ...string) members {
	all := members{}
	for _, n := range names {
		all[n] = nil
	}
	return all
}

// unknown counts what of the answers of a store a later version of it may have added.
type unknown struct{ input.Unread }

// members counts those that are not known and carry data.
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

// empty are the values that servers write for what is not there.
var empty = []string{"", "null", `""`, "0", `"0"`, "false", "[]", "{}"}

func (u *unknown) member(name string, value []byte) {
	if text := strings.TrimSpace(string(value[:min(len(value), 8)])); !slices.Contains(empty, text) {
		u.Add(input.UnreadTables, func() string { return name + ": " + string(value[:min(len(value), 100)]) })
	}
}

// fields counts the fields of a protobuf behind the last one that is known.
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

// present is a member of which only the beginning is kept.
type present []byte

func (p *present) UnmarshalJSON(value []byte) error {
	*p = slices.Clone(value[:min(len(value), 100)])
	return nil
}
