package answer

import (
	"context"

	"profstation/desk/screen"
)

// topsBeside makes the table of all functions of each side, in one order.
func (a *Answer) topsBeside(ctx context.Context, before *Answer, errs map[string]string) error {
	c := a.Compared.Comparison
	a.answerWith(c.New, before, errs)
	if before != nil && (before.Result != a.Result || before.Compared.Other == nil) {
		before = nil
	}
	if err := a.top(ctx, before); err != nil {
		return err
	}
	base := &Answer{Request: a.Request}
	base.Result, base.Document, base.Name, base.Match = c.Base, a.Document, a.Compared.Names[screen.BaseSide], a.Match
	var old *Answer
	if before != nil {
		old = &Answer{Answer: *before.Compared.Other, Sort: before.Sort}
	}
	if err := base.top(ctx, old); err != nil {
		return err
	}
	a.Compared.Other = &base.Answer
	return nil
}
