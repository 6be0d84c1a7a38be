package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"time"
	"unsafe"

	"profstation/model/large"
	"profstation/model/mapped"
	"profstation/model/work"
)

// A model's tables are packed as they are in memory: a column of numbers, or of structs without
// pointers, becomes its length and its bytes. Both ends are the same program on the same machine, so
// nothing is converted, and the other end reads the bytes straight into a new column.
//
// Other supported types are strings, structs, pointers, slices and times, without cycles. A slice
// that occurs in several places is packed once. A field with the tag pack:"-" is left out.
//
// Large columns need not go through a pipe, which would copy them twice: the helper process lends
// them, and the other one copies them out of its memory. Columns in file memory stay there.

// Numbers that stand in place of a slice's length.
const (
	lengthOfNil  = -1
	inRoom       = -2 // the length and the place in the file follow
	firstRepeats = -3 // the message's first slice again; −4 is the second
)

// column is a slice that was packed before.
type column struct {
	t    reflect.Type
	at   unsafe.Pointer
	size int
}

// lendSize is the size from which a column may be lent. Smaller ones are copied through a pipe as quickly.
const lendSize = 64 << 10

// packer writes one message.
type packer struct {
	w    io.Writer
	seen map[column]int
	lend bool             // for large columns, write the address in place of the bytes
	lent []unsafe.Pointer // what was lent
	room *mapped.Memory   // columns inside it stay there; may be nil
}

// pack writes what v points to.
func pack[T any](w io.Writer, v *T) error {
	_, err := lend(w, v, false, nil)
	return err
}

// lend writes what v points to, without columns that are inside room. If yes is set, it also leaves
// out large columns, which the reader copies out of this process's memory. The result keeps those
// alive until the reader has them.
func lend[T any](w io.Writer, v *T, yes bool, room *mapped.Memory) (lent []unsafe.Pointer, err error) {
	p := &packer{w: w, seen: map[column]int{}, lend: yes, room: room}
	err = p.value(reflect.TypeFor[T](), unsafe.Pointer(v))
	return p.lent, err
}

// column writes a column's bytes, or lends them. A reader can tell which from their number.
func (p *packer) column(at unsafe.Pointer, n uintptr) error {
	if p.lend && n >= lendSize {
		p.lent = append(p.lent, at)
		return p.number(int(uintptr(at)))
	}
	return p.bytes(at, n)
}

func (p *packer) number(n int) error {
	_, err := p.w.Write(binary.NativeEndian.AppendUint64(nil, uint64(n)))
	return err
}

func (p *packer) bytes(at unsafe.Pointer, n uintptr) error {
	if n == 0 {
		return nil
	}
	_, err := p.w.Write(unsafe.Slice((*byte)(at), n))
	return err
}

func (p *packer) value(t reflect.Type, at unsafe.Pointer) error {
	switch {
	case plain(t):
		return p.bytes(at, t.Size())
	case t == timeType:
		b, err := (*time.Time)(at).MarshalBinary()
		if err != nil {
			return err
		}
		return p.text(string(b))
	}
	switch t.Kind() {
	case reflect.String:
		return p.text(*(*string)(at))
	case reflect.Struct:
		for f := range packed(t) {
			if err := p.value(f.Type, unsafe.Add(at, f.Offset)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		to := *(*unsafe.Pointer)(at)
		if to == nil {
			return p.number(0)
		}
		return errors.Join(p.number(1), p.value(t.Elem(), to))
	case reflect.Slice:
		return p.slice(t, reflect.NewAt(t, at).Elem())
	}
	return foreign(t)
}

func (p *packer) text(s string) error {
	return errors.Join(p.number(len(s)), p.column(unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s))))
}

func (p *packer) slice(t reflect.Type, v reflect.Value) error {
	if v.IsNil() {
		return p.number(lengthOfNil)
	}
	c := column{t, v.UnsafePointer(), v.Len()}
	if i, ok := p.seen[c]; ok && c.size > 0 {
		return p.number(firstRepeats - i)
	}
	p.seen[c] = len(p.seen)
	e := t.Elem()
	if at, ok := p.room.Offset(c.at, uintptr(c.size)*e.Size()); ok && plain(e) {
		return errors.Join(p.number(inRoom), p.number(c.size), p.number(int(at)))
	}
	if err := p.number(c.size); err != nil {
		return err
	}
	switch {
	case plain(e):
		return p.column(c.at, uintptr(c.size)*e.Size())
	case e.Kind() == reflect.String:
		return p.texts(unsafe.Slice((*string)(c.at), c.size))
	}
	for i := range c.size {
		if err := p.value(e, unsafe.Add(c.at, uintptr(i)*e.Size())); err != nil {
			return err
		}
	}
	return nil
}

// texts writes the lengths of all texts, followed by all their bytes.
func (p *packer) texts(texts []string) error {
	lengths, all := make([]uint32, len(texts)), 0
	for i, s := range texts {
		lengths[i] = uint32(len(s))
		all += len(s)
	}
	b := make([]byte, 0, all)
	for _, s := range texts {
		b = append(b, s...)
	}
	return errors.Join(
		p.column(unsafe.Pointer(unsafe.SliceData(lengths)), 4*uintptr(len(lengths))),
		p.text(unsafe.String(unsafe.SliceData(b), len(b))))
}

// unpacker reads one message.
type unpacker struct {
	r    io.Reader
	from func(column []byte, at uintptr) error // copies a lent column; nil: none is lent
	lent bool                                  // some were
	room int                                   // bytes that the rest of the message may take
	seen []reflect.Value
	file func() (*mapped.Memory, error) // the room with columns in a file; nil: there are none
}

// unpack fills what v points to, which must be zero. A message that takes more than most bytes of
// memory is damaged.
func unpack[T any](r io.Reader, v *T, max int64) error {
	_, err := borrow(r, nil, nil, v, max)
	return err
}

// borrow fills what v points to like unpack, copies lent columns with from, leaves columns in a room
// there, and reports whether any were lent.
func borrow[T any](r io.Reader, from func(column []byte, at uintptr) error, room func() (*mapped.Memory, error), v *T,
	max int64) (lent bool, err error) {
	u := &unpacker{r: r, from: from, room: int(max), file: room}
	err = u.value(reflect.TypeFor[T](), unsafe.Pointer(v))
	return u.lent, err
}

// column reads a column's bytes, or copies them from where they were lent.
func (u *unpacker) column(at unsafe.Pointer, n uintptr) error {
	if u.from == nil || n < lendSize {
		return u.bytes(at, n)
	}
	there, err := u.number()
	if err != nil {
		return err
	}
	u.lent = true
	return u.copy(unsafe.Slice((*byte)(at), n), uintptr(there))
}

// copy copies a column using all processors: half the time goes into making its pages.
func (u *unpacker) copy(column []byte, there uintptr) error {
	const share = 4 << 20 // bytes that are worth a goroutine
	parts := min(len(column)/share+1, runtime.GOMAXPROCS(0))
	errs := make([]error, parts)
	work.InParts(len(column), parts, func(part, from, to int) {
		large.Populate(column[from:to])
		errs[part] = u.from(column[from:to], there+uintptr(from))
	})
	return errors.Join(errs...)
}

func (u *unpacker) number() (int, error) {
	var b [8]byte
	_, err := io.ReadFull(u.r, b[:])
	return int(binary.NativeEndian.Uint64(b[:])), err
}

// take takes the room for n things with this size.
func (u *unpacker) take(n int, size uintptr) error {
	if n < 0 || size > 0 && n > u.room/int(size) {
		return fmt.Errorf("a message with %d of %d bytes", n, size)
	}
	u.room -= n * int(size)
	return nil
}

func (u *unpacker) bytes(at unsafe.Pointer, n uintptr) error {
	if n == 0 {
		return nil
	}
	b := unsafe.Slice((*byte)(at), n)
	large.Populate(b)
	_, err := io.ReadFull(u.r, b)
	return err
}

func (u *unpacker) value(t reflect.Type, at unsafe.Pointer) error {
	switch {
	case plain(t):
		return u.bytes(at, t.Size())
	case t == timeType:
		s, err := u.text()
		if err != nil {
			return err
		}
		return (*time.Time)(at).UnmarshalBinary([]byte(s))
	}
	switch t.Kind() {
	case reflect.String:
		s, err := u.text()
		*(*string)(at) = s
		return err
	case reflect.Struct:
		for f := range packed(t) {
			if err := u.value(f.Type, unsafe.Add(at, f.Offset)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Pointer:
		if n, err := u.number(); n == 0 || err != nil {
			return err
		}
		to := reflect.New(t.Elem())
		reflect.NewAt(t, at).Elem().Set(to)
		return u.value(t.Elem(), to.UnsafePointer())
	case reflect.Slice:
		return u.slice(t, reflect.NewAt(t, at).Elem())
	}
	return foreign(t)
}

func (u *unpacker) text() (string, error) {
	n, err := u.number()
	if err != nil {
		return "", err
	}
	if err := u.take(n, 1); err != nil {
		return "", err
	}
	b := large.Make[byte](n)
	err = u.column(unsafe.Pointer(unsafe.SliceData(b)), uintptr(n))
	return unsafe.String(unsafe.SliceData(b), n), err
}

func (u *unpacker) slice(t reflect.Type, to reflect.Value) error {
	n, err := u.number()
	switch {
	case err != nil || n == lengthOfNil:
		return err
	case n == inRoom:
		return u.inRoom(t, to)
	case n <= firstRepeats && firstRepeats-n < len(u.seen) && u.seen[firstRepeats-n].Type() == t:
		to.Set(u.seen[firstRepeats-n])
		return nil
	}
	e := t.Elem()
	if err := u.take(n, max(e.Size(), 1)); err != nil {
		return err
	}
	v := makeSlice(t, n)
	to.Set(v)
	u.seen = append(u.seen, v)
	at := v.UnsafePointer()
	switch {
	case plain(e):
		return u.column(at, uintptr(n)*e.Size())
	case e.Kind() == reflect.String:
		return u.texts(unsafe.Slice((*string)(at), n))
	}
	for i := range n {
		if err := u.value(e, unsafe.Add(at, uintptr(i)*e.Size())); err != nil {
			return err
		}
	}
	return nil
}

// makeSlice makes a slice. A column is aligned for all numbers, as Go aligns whatever is that large.
func makeSlice(t reflect.Type, n int) reflect.Value {
	e := t.Elem()
	if size := n * int(e.Size()); plain(e) && size >= lendSize {
		column := large.Make[byte](size)
		return reflect.SliceAt(e, unsafe.Pointer(unsafe.SliceData(column)), n).Convert(t)
	}
	return reflect.MakeSlice(t, n, n)
}

// inRoom makes a slice from a column in the room.
func (u *unpacker) inRoom(t reflect.Type, to reflect.Value) error {
	n, err := u.number()
	at, err2 := u.number()
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	e := t.Elem()
	if u.file == nil || !plain(e) || e.Size() == 0 || n < 0 || n > math.MaxInt/int(e.Size()) {
		return fmt.Errorf("a message with %d of %s in a file", n, e)
	}
	room, err := u.file()
	if err != nil {
		return err
	}
	p := room.At(int64(at), uintptr(n)*e.Size())
	if p == nil {
		return fmt.Errorf("a message with %d of %s at %d of a file", n, e, at)
	}
	v := reflect.SliceAt(e, p, n)
	to.Set(v.Convert(t))
	u.seen = append(u.seen, to)
	return nil
}

// texts reads what packer.texts wrote. All texts share one piece of memory.
func (u *unpacker) texts(texts []string) error {
	lengths := make([]uint32, len(texts))
	if err := u.column(unsafe.Pointer(unsafe.SliceData(lengths)), 4*uintptr(len(lengths))); err != nil {
		return err
	}
	all, err := u.text()
	if err != nil {
		return err
	}
	for i, n := range lengths {
		if int(n) > len(all) {
			return errors.New("a message with texts that are longer than all of them")
		}
		texts[i], all = all[:n], all[n:]
	}
	return nil
}
