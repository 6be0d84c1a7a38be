package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"profstation/loader/input"
)

// cursor reads JSON in its order: a decoder asks for what it expects next, and skips what it does not know. So a file
// never becomes objects in memory, and tables with numbers are read as they are.
//
//	c.object(func(key string) {
//		switch key {
//		case "samples":
//			c.array(func(i int) { … c.int() … })
//		}
//	})
//	return c.err
//
// A value whose kind is not the expected one is an error and ends all reading, except for null, which counts as a
// missing value. What a body does not read is skipped.
type cursor struct {
	data []byte
	at   int
	err  error
	tick func(at int) error // called between values; may be nil
	over bool               // err came from tick
}

// deepest is how deep values that are skipped may be nested. encoding/json has the same limit.
const deepest = 10_000

// lookSkipped is how many bytes in a skipped value lie between two calls to tick.
const lookSkipped = 4 << 10

// fail keeps the first fault.
func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = fmt.Errorf("%w at byte %d", err, c.at)
	}
	c.at = len(c.data)
}

var errCut = errors.New("it is cut off")

// peek returns the next value's first letter, 0 at the end.
func (c *cursor) peek() byte {
	for c.at < len(c.data) {
		switch b := c.data[c.at]; b {
		case ' ', '\t', '\r', '\n':
			c.at++
		default:
			return b
		}
	}
	return 0
}

// accept reads a structural letter.
func (c *cursor) accept(b byte) bool {
	if c.err == nil && c.peek() == b {
		c.at++
		return true
	}
	return false
}

func (c *cursor) expect(what string) {
	switch {
	case c.err != nil:
	case c.peek() == 0 && c.at >= len(c.data):
		c.err = errCut
	default:
		c.fail(fmt.Errorf("%q where a %s is expected", c.data[c.at], what))
	}
}

// null reads null, if that is next.
func (c *cursor) null() bool {
	if c.err == nil && c.peek() == 'n' && bytes.HasPrefix(c.data[c.at:], []byte("null")) {
		c.at += len("null")
		return true
	}
	return false
}

// object calls member for each member, with the cursor at its value.
func (c *cursor) object(member func(key string)) {
	if c.null() {
		return
	}
	if !c.accept('{') {
		c.expect("object")
		return
	}
	for first := true; !c.accept('}'); first = false {
		if !first && !c.accept(',') {
			c.expect("comma")
		}
		key := c.key()
		if !c.accept(':') {
			c.expect("colon")
		}
		if c.err != nil {
			return
		}
		c.value(func() { member(key) })
	}
}

// key reads a member's key.
func (c *cursor) key() string {
	if c.peek() != '"' {
		c.expect("key")
		return ""
	}
	return c.string()
}

// array calls element for each element, with the cursor at it.
func (c *cursor) array(element func(i int)) {
	if c.null() {
		return
	}
	if !c.accept('[') {
		c.expect("list")
		return
	}
	for i := 0; !c.accept(']'); i++ {
		if i > 0 && !c.accept(',') {
			c.expect("comma")
		}
		if c.err != nil {
			return
		}
		c.value(func() { element(i) })
	}
}

// value has a body read a value, and skips it if that does not.
func (c *cursor) value(body func()) {
	c.look()
	if c.peek(); c.err != nil {
		return
	}
	before := c.at
	if body(); c.err == nil && c.at == before {
		c.skip()
	}
}

// look has tick called.
func (c *cursor) look() {
	if c.tick != nil && c.err == nil {
		c.stop(c.tick(c.at))
	}
}

// stop ends all reading with an error that the file did not cause.
func (c *cursor) stop(err error) {
	if err != nil && c.err == nil {
		c.err, c.over = err, true
	}
}

// skip leaves out a value. It sees that brackets match, and no more.
func (c *cursor) skip() {
	var open []byte
	looked := c.at
	for c.err == nil {
		switch b := c.peek(); b {
		case '{', '[':
			if open = append(open, b+2); len(open) > deepest { // the closing one is two letters behind
				c.fail(fmt.Errorf("values within more than %d others", deepest))
				return
			}
			c.at++
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != b {
				c.expect("value")
				return
			}
			open = open[:len(open)-1]
			c.at++
		case '"':
			c.text()
		case ',', ':':
			if len(open) == 0 {
				c.expect("value")
				return
			}
			c.at++
		default:
			c.word()
		}
		if c.at-looked >= lookSkipped {
			c.look()
			looked = c.at
		}
		if len(open) == 0 {
			return
		}
	}
}

// word reads a number, true, false or null.
func (c *cursor) word() []byte {
	c.peek()
	from := c.at
	for c.at < len(c.data) {
		if b := c.data[c.at]; b != '+' && b != '-' && b != '.' && !isDigit(b) && (b|0x20 < 'a' || b|0x20 > 'z') {
			break
		}
		c.at++
	}
	if c.at == from {
		c.expect("value")
	}
	return c.data[from:c.at]
}

// text reads a text with its quotes, and says whether something in it is escaped.
func (c *cursor) text() (quoted []byte, escaped bool) {
	from := c.at
	for i := from + 1; i < len(c.data); i++ {
		switch c.data[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			c.at = i + 1
			return c.data[from:c.at], escaped
		}
	}
	c.at = len(c.data)
	if c.err == nil {
		c.err = errCut
	}
	return nil, false
}

// string reads a text; one that is null or a number is what stands there.
func (c *cursor) string() string {
	switch b := c.peek(); {
	case c.null():
		return ""
	case b == '-' || isDigit(b):
		return string(c.word())
	case b != '"':
		c.expect("text")
		return ""
	}
	quoted, escaped := c.text()
	if c.err != nil {
		return ""
	}
	if !escaped {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	if err := json.Unmarshal(quoted, &s); err != nil {
		c.fail(fmt.Errorf("a text that cannot be read"))
	}
	return s
}

// float reads a number, which may stand in quotes. Null is 0.
func (c *cursor) float() float64 {
	word := c.number()
	if word == nil {
		return 0
	}
	f, err := strconv.ParseFloat(string(word), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		c.fail(fmt.Errorf("%q where a number is expected", input.Bounded(string(word), 40)))
		return 0
	}
	return f
}

// int reads a whole number, which may stand in quotes, or be written with a fraction. Null is 0.
func (c *cursor) int() int64 {
	word := c.number()
	if word == nil {
		return 0
	}
	if n, ok := shortInt(word); ok {
		return n
	}
	if n, err := strconv.ParseInt(string(word), 10, 64); err == nil {
		return n
	}
	if n, err := strconv.ParseUint(string(word), 10, 64); err == nil { // an address
		return int64(n)
	}
	f, err := strconv.ParseFloat(string(word), 64)
	if err != nil || !(math.Abs(f) < math.MaxInt64/2) {
		c.fail(fmt.Errorf("%q where a number is expected", input.Bounded(string(word), 40)))
		return 0
	}
	return int64(math.Round(f))
}

// shortInt reads most numbers.
func shortInt(word []byte) (n int64, ok bool) {
	if len(word) > 9 {
		return 0, false
	}
	for _, b := range word {
		if !isDigit(b) {
			return 0, false
		}
		n = 10*n + int64(b-'0')
	}
	return n, true
}

// number reads a number's letters. It returns nil for null.
func (c *cursor) number() []byte {
	switch b := c.peek(); {
	case c.null():
		return nil
	case b == '"':
		quoted, _ := c.text()
		if c.err != nil {
			return nil
		}
		return quoted[1 : len(quoted)-1]
	case b == '-' || isDigit(b):
		return c.word()
	}
	c.expect("number")
	return nil
}

// index reads an index into a table. It returns −1 for null.
func (c *cursor) index() int32 {
	if c.null() {
		return -1
	}
	if n := c.int(); n >= 0 && n <= math.MaxInt32 {
		return int32(n)
	}
	return -1
}

// indices reads a list with indices.
func (c *cursor) indices() []int32 {
	var all []int32
	c.array(func(int) { all = append(all, c.index()) })
	return all
}

// members says where an object's members go. A *int gets the place of a value that is read later.
type members map[string]any

// members reads an object. It calls other with the keys that into lacks.
func (c *cursor) members(into members, other func(key string)) {
	c.object(func(key string) {
		if !c.member(key, into) {
			other(key)
		}
	})
}

// member reads the value of a key, and reports whether into has it.
func (c *cursor) member(key string, into members) bool {
	switch to := into[key].(type) {
	case *string:
		*to = c.string()
	case *int64:
		*to = c.int()
	case *float64:
		*to = c.float()
	case *[]float64:
		*to = nil
		c.array(func(int) { *to = append(*to, c.float()) })
	case *[]int64:
		*to = nil
		c.array(func(int) { *to = append(*to, c.int()) })
	case *[]int32:
		*to = c.indices()
	case *int:
		*to = c.at
	case func():
		to()
	default:
		return false
	}
	return true
}

// attempt has a body read a value. Where that is not as the body wants it, it is left out, and the fault is returned.
func (c *cursor) attempt(body func()) (fault error) {
	from := c.at
	body()
	if fault = c.forgive(); fault != nil {
		c.at = from
		c.skip() // it is at fault itself if brackets do not match, and the file ends here then
	}
	return fault
}

// forgive takes back an error in the file and returns it.
func (c *cursor) forgive() (fault error) {
	if !c.over {
		fault, c.err = c.err, nil
	}
	return fault
}

// fault returns the error for a file with broken JSON.
func (c *cursor) fault(f Form) error {
	switch {
	case c.err == nil:
		return nil
	case c.err == errCut:
		return f.cutOff(len(c.data))
	case c.over:
		return c.err
	}
	return f.broken(c.err)
}
