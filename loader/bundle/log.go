package bundle

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"profstation/loader/input"
	"profstation/loader/logs"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/work"
)

// maxLog is how long a log may be to be searched for several dumps. In a longer one, only the last is read.
const maxLog = 64 << 20

// recogniseLog finds out whether a text is a log with several goroutine dumps, which are its entries then.
func (a *archive) recogniseLog(s *input.Stream) error {
	head := s.Peek(lookedAt)
	if len(head) == 0 || !input.IsText(head) || a.size > maxLog {
		return nil
	}
	var b bytes.Buffer
	b.Grow(int(a.size) + bytes.MinRead) // of packed ones it is the least
	_, err := b.ReadFrom(io.LimitReader(s, maxLog+1))
	data := b.Bytes()
	if err != nil || len(data) > maxLog {
		return err
	}
	found, err := logs.Read(data, logs.Options{Steps: work.StepsUntil(a.ctx), Before: a.modTime, Plain: true})
	if err != nil || found == nil || len(found.Pieces) < 2 {
		return err
	}
	a.form, a.log = "log", found
	for _, packing := range s.Packings() {
		a.form += "." + endings[packing]
	}
	return a.ctx.Err()
}

// walkLog calls do for the log's dumps, in their order.
func (a *archive) walkLog(do func(*Entry, io.Reader) error) error {
	for i, p := range a.log.Pieces {
		if err := a.p.Cancelled(); err != nil {
			return err
		}
		if i == MaxEntries {
			return tooMany(0)
		}
		e := a.names.entry(pieceName(i, p))
		e.Size, e.Time = int64(len(p.Text)), p.Time
		if err := a.lend(e, bytes.NewReader(p.Text), a.limits.For(a.size), do); err != nil {
			return err
		}
	}
	return nil
}

// pieceName names a dump in a log: its number, and its time if that is known.
func pieceName(i int, p logs.Piece) string {
	kind := "dump"
	if p.Reason != "" {
		kind = "crash"
	}
	name := fmt.Sprintf("%s-%02d", kind, i+1)
	if !p.Time.IsZero() {
		name += "_" + p.Time.Format(time.RFC3339)
	}
	return name
}

// logFacts returns what was taken off the log's lines, and why its crashes happened.
func (a *archive) logFacts() (all []model.Fact) {
	for _, note := range a.log.Notes {
		all = append(all, model.Fact{Name: lang.L("Log"), Text: safe.Text(note)})
	}
	for i, p := range a.log.Pieces {
		if p.Reason != "" && len(all) < maxFacts {
			all = append(all, model.Fact{Name: pieceName(i, p), Text: safe.Text(p.Reason)})
		}
	}
	return all
}
