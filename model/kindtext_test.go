package model

import (
	"strings"
	"testing"
)

func TestKindTexts(t *testing.T) {
	for k := range kindTexts {
		if k.Text().Title == "" || k.Text().Measures == "" || !strings.HasSuffix(k.Text().Measures, ".") {
			t.Errorf("%s: title %q, measures %q", k, k.Text().Title, k.Text().Measures)
		}
	}
	if Kind("new").Text().Title != Other.Text().Title {
		t.Error("an unknown kind has no text")
	}
	for _, c := range []struct {
		kind  Kind
		types string
	}{
		{CPU, "samples cpu"}, {Heap, "alloc_objects alloc_space inuse_objects inuse_space objects space"},
		{Block, "contentions delay"}, {Mutex, "contentions delay"}, {Goroutine, "goroutine goroutines"},
		{GoroutineLeak, "goroutineleak"}, {ThreadCreate, "threadcreate"}, {Wall, "samples time wall"},
	} {
		for _, typ := range strings.Fields(c.types) {
			if c.kind.Explain(typ) == "" {
				t.Errorf("%s: nothing explains %s", c.kind, typ)
			}
		}
	}
	if Mutex.Explain("delay") == Block.Explain("delay") {
		t.Error("delay means the same in block and mutex profiles")
	}
	for _, w := range []string{"flat", "cum", "sample", "period", "utilization", "total"} {
		if Glossary(w) == "" || CPU.Explain(w) != "" {
			t.Errorf("%s: glossary %q, as a sample type %q", w, Glossary(w), CPU.Explain(w))
		}
	}
}
