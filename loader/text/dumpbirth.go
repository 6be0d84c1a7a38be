package text

import (
	"bytes"
	"context"

	"profstation/model"
	"profstation/model/lineage"
	"profstation/model/work"
)

// dumpBirth says how a goroutine was started.
type dumpBirth struct {
	id, parent int64       // 0: not known
	at         model.LocID // the go statement; −1: not known
	border     model.LocID // the frame for what it started
}

// birth returns the birth of the goroutine that was read.
func (q *dumpParser) birth() dumpBirth {
	b := dumpBirth{id: q.id.n, parent: q.parent.n, at: -1}
	if !q.created {
		return b
	}
	place, _, _ := bytes.Cut(bytes.TrimSpace(q.statement), []byte(" +0x"))
	q.pending = append(q.pending[:0], q.code.line(q.by, place))
	b.at = q.code.location(q.pending)
	q.pending = q.pending[:0]
	started := ""
	if n := len(q.stack); n > 0 {
		started = q.b.FunctionOf(q.stack[n-1])
	}
	b.border = q.b.Frame(lineage.Border(started))
	return b
}

// born gives all goroutines their lineages: the go statement, and those of the goroutine in which it was if the dump has
// that. It returns a warning if they were cut.
func born(ctx context.Context, b *model.Builder, all []dumpBirth) (cut string, err error) {
	births := make([]lineage.Birth, len(all))
	type statement struct{ at, border model.LocID }
	numbers, statements := map[statement]int32{}, []statement(nil)
	byID := make(map[int64]int32, len(all))
	for i := range all {
		byID[all[i].id] = int32(i)
	}
	delete(byID, 0)
	for i, x := range all {
		births[i] = lineage.Birth{By: -1, At: -1}
		if x.at < 0 {
			continue
		}
		s := statement{x.at, x.border}
		n, fresh := work.Number(numbers, s, len(statements))
		if fresh {
			statements = append(statements, s)
		}
		births[i].At = n
		if by, ok := byID[x.parent]; ok {
			births[i].By = by
		}
	}
	if len(statements) == 0 {
		return "", nil
	}
	found, err := lineage.Find(ctx, births, func(int32) int { return 2 })
	if err != nil {
		return "", err
	}
	ids, made := make([]model.LineageID, len(births)), map[int32]model.LineageID{}
	for i, place := range found.Of {
		id, ok := made[place]
		if !ok {
			id = b.Lineage(found, place, func(n int32) []model.LocID { return []model.LocID{statements[n].at, statements[n].border} })
			made[place] = id
		}
		ids[i] = id
	}
	b.Born(ids)
	return found.Warning(), ctx.Err()
}
