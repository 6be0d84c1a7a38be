package trace

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	xtrace "golang.org/x/exp/trace"
)

// Events in the format before Go 1.22 that hold more than numbers, and those for a program's tasks and regions (Go
// 1.21's internal/trace/parser.go).
const (
	oldBatch     = 1
	oldString    = 37
	oldTaskBegin = 45 // time, task, parent, name, stack
	oldRegion    = 47 // time, task, 0 to begin or 1 to end, name, stack
	oldLog       = 48 // time, task, category, stack, and a message

	oldLong = 3 << 6 // set in the first byte of an event with many arguments
)

// oldEvents reads events in the format before Go 1.22.
type oldEvents struct {
	data      []byte // the bytes after the event
	kind      byte
	batch     int64  // in a batch event: its P
	arguments []byte // in an event with many arguments: the arguments without their length
}

// next goes to the next event. It returns false at the end and at a damaged event.
func (o *oldEvents) next() bool {
	if len(o.data) == 0 {
		return false
	}
	long := o.data[0]&oldLong == oldLong
	kind, arguments := o.data[0]&^oldLong, int(o.data[0]>>6)
	o.kind, o.arguments, o.data = kind, nil, o.data[1:]
	switch {
	case kind == oldBatch:
		pid, ok := o.number()
		o.batch = int64(pid)
		return ok && o.numbers(1)
	case kind == oldString:
		return o.numbers(1) && o.bytes() != nil
	case !long:
		return o.numbers(arguments + 1)
	}
	o.arguments = o.bytes()
	return o.arguments != nil && (kind != oldLog || o.bytes() != nil)
}

func (o *oldEvents) number() (uint64, bool) {
	v, n := binary.Uvarint(o.data)
	if n <= 0 {
		return 0, false
	}
	o.data = o.data[n:]
	return v, true
}

func (o *oldEvents) numbers(n int) (ok bool) {
	for range n {
		if _, ok = o.number(); !ok {
			return false
		}
	}
	return true
}

// bytes returns the bytes that follow their length, or nil if they are not all there.
func (o *oldEvents) bytes() []byte {
	n, ok := o.number()
	if !ok || n > uint64(len(o.data)) {
		return nil
	}
	b := o.data[:n:n]
	o.data = o.data[n:]
	return b
}

// newMark makes a random text with which no message in a trace begins.
func newMark() string { return fmt.Sprintf("%016x:", rand.Uint64()) }

// marked returns a trace in the format before Go 1.22 as it is passed to the reader. The reader refuses the whole
// trace if the program ended regions in another order than it began them. So events about regions, and those that
// begin a task, become logs, which the reader never refuses. The log's message is a mark plus the argument for which a
// log has no place.
//
// marked also returns the effort that the trace asks from the reader.
func marked(ctx context.Context, data []byte, mark string) (out []byte, e effort) {
	e.lanes = map[int64]bool{}
	if len(data) < HeaderSize {
		return data, e
	}
	o := &oldEvents{data: data[HeaderSize:]}
	copied := 0 // how many bytes of the trace are in out
	for at := HeaderSize; ; at = len(data) - len(o.data) {
		if e.events%look == 0 && ctx.Err() != nil || !o.next() {
			break
		}
		e.events++
		switch o.kind {
		case oldBatch:
			e.lanes[o.batch] = true
			e.batches++
		case oldTaskBegin, oldRegion:
			if event := logOf(o, mark); event != nil {
				out = append(append(out, data[copied:at]...), event...)
				copied = len(data) - len(o.data)
			}
		}
	}
	if copied == 0 {
		return data, e
	}
	return append(out, data[copied:]...), e
}

// logOf turns an event into a log. It returns nil if the event does not have the expected arguments.
func logOf(o *oldEvents, mark string) []byte {
	all := &oldEvents{data: o.arguments}
	var v [5]uint64
	for i := range v {
		var ok bool
		if v[i], ok = all.number(); !ok {
			return nil
		}
	}
	time, task, odd, name, stack := v[0], v[1], v[2], v[3], v[4]
	if len(all.data) > 0 || o.kind == oldRegion && odd > 1 {
		return nil
	}
	var arguments []byte
	for _, v := range []uint64{time, task, name, stack} {
		arguments = binary.AppendUvarint(arguments, v)
	}
	message := fmt.Sprintf("%s%d:%d", mark, o.kind, odd)
	event := binary.AppendUvarint([]byte{oldLog | oldLong}, uint64(len(arguments)))
	event = binary.AppendUvarint(append(event, arguments...), uint64(len(message)))
	return append(event, message...)
}

// marks reports whether a log stands for a task or region event, and fills in its row if so.
func (d *decoder) marks(l *xtrace.Log, row *noteRow) bool {
	if d.mark == "" || !strings.HasPrefix(l.Message, d.mark) {
		return false
	}
	kind, argument, _ := strings.Cut(l.Message[len(d.mark):], ":")
	odd, _ := strconv.ParseUint(argument, 10, 64) // we wrote it ourselves
	row.number, row.text = uint64(l.Task), d.texts.id(l.Category)
	if kind == strconv.Itoa(oldTaskBegin) {
		row.kind, row.more = taskNote, odd
		return true
	}
	if row.kind = regionNote; odd == 1 {
		row.phase = ends
	}
	return true
}
