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
	id, parent int64        // 0: not known
	at         model.LocID  // the go statement; −1: not known
	border     model.LocID  // the frame for what it started
	first      model.FuncID // with which it began itself; NoFunc: not known
}

// unknownCallers stands between the function with which a goroutine began and the one with its go statement: a dump has
// only these two.
const unknownCallers = "(callers not recorded)"

// birth returns the birth of the goroutine that was read.
func (q *dumpParser) birth() dumpBirth {
	b := dumpBirth{id: q.id.n, parent: q.parent.n, at: -1, first: model.NoFunc}
	if n := len(q.stack); n > 0 {
		b.first = q.b.FunctionOf(q.stack[n-1])
	}
	if !q.created {
		return b
	}
	place, _, _ := bytes.Cut(bytes.TrimSpace(q.statement), []byte(" +0x"))
	q.pending = append(q.pending[:0], q.code.line(q.by, place))
	b.at = q.code.location(q.pending)
	q.pending = q.pending[:0]
	b.border = q.b.Frame(lineage.Border(q.b.NameOf(b.first)))
	return b
}

// born gives all goroutines their lineages: the go statement, and those of the goroutine in which it was if the dump has
// that. It returns a warning if they were cut.
func born(ctx context.Context, b *model.Builder, all []dumpBirth) (cut string, err error) {
	births := make([]lineage.Birth, len(all))
	type statement struct {
		from       model.FuncID // with which the goroutine began; NoFunc: not known, or the go statement is there
		at, border model.LocID
	}
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
		s := statement{model.NoFunc, x.at, x.border}
		by, known := byID[x.parent]
		if known && b.FunctionOf(x.at) != all[by].first {
			s.from = all[by].first
		}
		n, fresh := work.Number(numbers, s, len(statements))
		if fresh {
			statements = append(statements, s)
		}
		births[i].At = n
		if known {
			births[i].By = by
		}
	}
	if len(statements) == 0 {
		return "", nil
	}
	found, err := lineage.Find(ctx, births, func(n int32) int {
		if statements[n].from == model.NoFunc {
			return 2
		}
		return 4
	})
	if err != nil {
		return "", err
	}
	begins := map[model.FuncID]model.LocID{}
	begin := func(f model.FuncID) model.LocID {
		l, ok := begins[f]
		if !ok {
			l = b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
			begins[f] = l
		}
		return l
	}
	ids, made := make([]model.LineageID, len(births)), map[int32]model.LineageID{}
	for i, place := range found.Of {
		id, ok := made[place]
		if !ok {
			id = b.Lineage(found, place, func(n int32) []model.LocID {
				s := statements[n]
				if s.from == model.NoFunc {
					return []model.LocID{s.at, s.border}
				}
				return []model.LocID{begin(s.from), b.Frame(unknownCallers), s.at, s.border}
			})
			made[place] = id
		}
		ids[i] = id
	}
	b.Born(ids)
	return found.Warning(), ctx.Err()
}
