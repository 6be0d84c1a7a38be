package explain

import (
	"strings"
	"testing"

	"profstation/model"
)

func TestKindTexts(t *testing.T) {
	for k := range kindTexts {
		if OfKind(k).Title == "" || OfKind(k).Measures == "" || !strings.HasSuffix(OfKind(k).Measures, ".") {
			t.Errorf("%s: title %q, measures %q", k, OfKind(k).Title, OfKind(k).Measures)
		}
	}
	if OfKind(model.Kind("new")).Title != OfKind(model.Other).Title {
		t.Error("an unknown kind has no text")
	}
	for _, c := range []struct {
		kind  model.Kind
		types string
	}{
		{model.CPU, "samples cpu"}, {model.Heap, "alloc_objects alloc_space inuse_objects inuse_space objects space"},
		{model.Block, "contentions delay"}, {model.Mutex, "contentions delay"}, {model.Goroutine, "goroutine goroutines"},
		{model.GoroutineLeak, "goroutineleak"}, {model.ThreadCreate, "threadcreate"}, {model.Wall, "samples time wall"},
	} {
		for _, typ := range strings.Fields(c.types) {
			if SampleTypeOf(c.kind, typ) == "" {
				t.Errorf("%s: nothing explains %s", c.kind, typ)
			}
		}
	}
	if SampleTypeOf(model.Mutex, "delay") == SampleTypeOf(model.Block, "delay") {
		t.Error("delay means the same in block and mutex profiles")
	}
	for _, w := range []string{"flat", "cum", "sample", "period", "utilization", "total"} {
		if Glossary(w) == "" || SampleTypeOf(model.CPU, w) != "" {
			t.Errorf("%s: glossary %q, as a sample type %q", w, Glossary(w), SampleTypeOf(model.CPU, w))
		}
	}
}
