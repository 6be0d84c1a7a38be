package foreign

import (
	"bytes"
	"slices"
	"strings"

	"profstation/loader/input"
)

// other counts a member that a reader does not know. A list or an object with something in it may be a table with
// samples; a single value only says more about what is known.
func (b *builder) other(c *cursor, place, key string) {
	if c.filled() {
		b.unread.Add(input.UnreadTables, func() string { return strings.TrimPrefix(place+"."+key, ".") })
	}
}

// unit counts a unit that a reader does not know.
func (b *builder) unit(place, unit string) {
	b.unread.Add(input.UnreadUnits, func() string { return place + ": " + unit })
}

// filled reports whether the next value is a list or an object with something in it. It reads nothing.
func (c *cursor) filled() bool {
	open, at := c.peek(), c.at
	if c.err != nil || open != '[' && open != '{' {
		return false
	}
	c.at++
	first := c.peek()
	c.at = at
	return first != open+2 // the closing one is two letters behind
}

// given reports whether the next value differs from what an unset protobuf field has. It reads nothing.
func (c *cursor) given() bool {
	if first := c.peek(); c.err != nil || first == '[' || first == '{' {
		return c.filled()
	}
	end := bytes.IndexAny(c.data[c.at:], ",}] \t\r\n")
	if end < 0 {
		return true
	}
	return !slices.Contains([]string{"null", "false", "0", `"0"`, `""`}, string(c.data[c.at:c.at+end]))
}
