package finding

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/loader"
	"profstation/model"
	"profstation/model/trace"
	"profstation/origin/link"
)

// TestIn holds that findings come in the order of the names of their rules, that each knows its rule, and that a rule
// that is stopped stops the others.
func TestIn(t *testing.T) {
	before := rules
	defer func() { rules = before }()
	rules = nil
	find := func(text string) func(context.Context, *Subject) ([]Finding, error) {
		return func(ctx context.Context, s *Subject) ([]Finding, error) {
			return []Finding{{Severity: Worth, Text: text}}, ctx.Err()
		}
	}
	add(rule{name: "z", find: find("last")})
	add(rule{name: "a", find: find("first")})
	found := must.Have(In(t.Context(), Subject{}))
	if len(found) != 2 || found[0].Rule != "a" || found[0].Text != "first" || found[1].Rule != "z" {
		t.Errorf("found: %+v", found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := In(ctx, Subject{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was stopped: %v", err)
	}
}

// TestWorst holds that what is worth a look comes first, and of that the largest share.
func TestWorst(t *testing.T) {
	all := []Finding{{Severity: Caveat, Share: 9}, {Severity: Worth, Share: 1}, {Severity: Notice}, {Severity: Worth, Share: 2}}
	Worst(all)
	if all[0].Share != 2 || all[1].Share != 1 || all[2].Severity != Notice || all[3].Severity != Caveat {
		t.Errorf("sorted: %+v", all)
	}
}

// TestCaveats holds that profiles and traces have theirs, one line each.
func TestCaveats(t *testing.T) {
	p := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}}).Profile(model.Header{})
	if lines := must.Have(Lines(t.Context(), Subject{Profile: p})); len(lines) != 1 || !strings.HasPrefix(lines[0], "there are no samples") {
		t.Errorf("a profile without samples has the caveats %q", lines)
	}
	tr := &trace.Trace{}
	tr.Hints = []string{"one", "two"}
	if lines := must.Have(Lines(t.Context(), Subject{Trace: tr})); !slices.Equal(lines, tr.Hints) {
		t.Errorf("a trace has the caveats %q", lines)
	}
}

// TestKey holds that two things that one rule finds have keys of their own, which say neither figures nor words.
func TestKey(t *testing.T) {
	for want, f := range map[string]Finding{
		"gc":                 {Rule: "gc", Text: "20% of the CPU time", Share: 20},
		"one-lock main.get":  {Rule: "one-lock", Place: link.Place{Selected: "main.get"}},
		"growth tenant: a 1": {Rule: "growth", About: "tenant: a 1"},
	} {
		if got := f.Key(); got != want {
			t.Errorf("the key is %q, want %q", got, want)
		}
	}
}

// TestLimits holds that a rule goes by the threshold that the user has set, and says so, and is silent at 0.
func TestLimits(t *testing.T) {
	p := of(t, model.CPU, map[string]int{"runtime.gcBgMarkWorker runtime.gcDrain": 200, "main.main": 800})
	for _, c := range []struct {
		limits Limits
		want   string // the figure about the threshold
		silent bool
	}{
		{nil, "", false}, {Limits{"gc": 10}, "", false}, {Limits{"gc": 15.5}, "15.5%, usually 10%", false},
		{Limits{"gc": 25}, "", true}, {Limits{"gc": 0}, "", true}, {Limits{"regexp": 0}, "", false},
	} {
		found := must.Have(Standing(t.Context(), Subject{Profile: p, Limits: c.limits}))
		if len(found) == 0 != c.silent {
			t.Fatalf("%v: %+v", c.limits, found)
		}
		got := ""
		for _, f := range found {
			for _, x := range f.Figures {
				if x.Name == "threshold" {
					got = x.Text
				}
			}
		}
		if got != c.want {
			t.Errorf("%v: it says %q, want %q", c.limits, got, c.want)
		}
	}
	without := 0
	for _, r := range Rules() {
		if r.Percent == 0 {
			without++
		}
		if r.Name == "" || r.Found+r.Looks == "" || strings.Contains(r.Found, "{{") {
			t.Errorf("%+v", r)
		}
	}
	if without == 0 || without == len(rules)-1 {
		t.Errorf("%d rules of %d go by no share", without, len(rules))
	}
}

// TestLimitsOfOthers holds the same for rules about locks and traces.
func TestLimitsOfOthers(t *testing.T) {
	lock := must.Have(loader.Open(t.Context(), "../../testdata/mutex.pprof", loader.Options{})).Profile
	if a, b := ruleNamed(t, "one-lock", Subject{Profile: lock, Limits: Limits{"one-lock": 1}}), ruleNamed(t, "one-lock", Subject{Profile: lock, Limits: Limits{"one-lock": 99.9}}); len(a) != 1 || len(b) != 0 {
		t.Errorf("%+v, %+v", a, b)
	}
	traced := must.Have(loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})).Trace
	if a, b := ruleNamed(t, "gc-of-trace", Subject{Trace: traced, Limits: Limits{"gc-of-trace": 0.001}}), ruleNamed(t, "gc-of-trace", Subject{Trace: traced, Limits: Limits{"gc-of-trace": 99}}); len(a) != 1 || len(b) != 0 {
		t.Errorf("%+v, %+v", a, b)
	}
}
