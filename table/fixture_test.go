package table_test

import (
	"context"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
	"strconv"
)

// profileOf types a profile: each line is a stack from root to leaf, names
// separated by commas, and its value after a blank. A name in brackets is
// inlined into the one before it.
func profileOf(t *testing.T, unit string, lines ...string) *model.Profile {
	t.Helper()
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: unit}})
	functions := map[string]model.FuncID{}
	function := func(name string) model.FuncID {
		id, ok := functions[name]
		if !ok {
			id = b.Function(model.Function{Name: b.String(name), File: b.String("/src/" + name + ".go"), StartLine: 7})
			functions[name] = id
		}
		return id
	}
	for _, line := range lines {
		at := strings.LastIndexByte(line, ' ')
		value := must.Have(strconv.ParseInt(line[at+1:], 10, 64))
		var calls [][]model.Line // innermost line first, as files have them
		for _, name := range strings.Split(line[:at], ",") {
			if in, ok := strings.CutPrefix(name, "["); ok {
				last := len(calls) - 1
				calls[last] = append([]model.Line{{Func: function(strings.TrimSuffix(in, "]")), Line: 9}}, calls[last]...)
				continue
			}
			calls = append(calls, []model.Line{{Func: function(name), Line: 8}})
		}
		var stack []model.LocID
		for i := len(calls) - 1; i >= 0; i-- {
			stack = append(stack, b.Location(model.NoMapping, 0, calls[i]))
		}
		b.Sample(stack, 0, []int64{value})
	}
	return b.Profile(model.Header{})
}

func evaluate(_ *testing.T, p *model.Profile, q query.Query) *query.Result {
	return must.Have(query.Evaluate(context.Background(), p, q))
}

func load(_ *testing.T, path string) *model.Profile {
	return must.Have(loader.Open(context.Background(), path, loader.Options{})).Profile
}
