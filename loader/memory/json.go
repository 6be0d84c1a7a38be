package memory

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// largestJSON is how much JSON is read. Real files have some kilobytes, mostly lists with pauses.
const largestJSON = 16 << 20

// Names in JSON.
const (
	heapAllocMark = "HeapAlloc" // of a MemStats
	nameMark      = "name"      // of a metric that is an object
	valueMark     = "value"
)

// formOfJSON returns the form for JSON that has MemStats or metrics in it.
func formOfJSON(data []byte) memory.Form {
	switch {
	case bytes.Contains(data, []byte(`"`+heapAllocMark+`"`)):
		return memory.Vars
	case bytes.Contains(data, []byte(classesMark)), bytes.Contains(data, []byte(`"`+liveMark)), bytes.Contains(data, []byte(`"`+limitMark)):
		return memory.Metrics
	}
	return ""
}

// readJSON looks through JSON for a MemStats, as in expvar's memstats, and for metrics: members with their names, or
// objects with a name and a value.
func readJSON(data []byte) (*figures, error) {
	if len(data) > largestJSON {
		return nil, nonsense(lang.L("{{.Size}} of JSON, expected at most {{.Most}}", lang.With{"Size": input.Size(int64(len(data))), "Most": input.Size(largestJSON)}))
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, input.Damaged(lang.L("broken JSON"), err)
	}
	f := newFigures()
	return f, f.look(v)
}

// look goes through a value. The decoder has limited its depth.
func (f *figures) look(v any) error {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if err := f.look(x); err != nil {
				return err
			}
		}
	case map[string]any:
		return f.object(v)
	}
	return nil
}

func (f *figures) object(o map[string]any) error {
	_, isStats := o[heapAllocMark].(json.Number)
	var name, value string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		n := numberIn(o[key])
		switch {
		case n == "":
			if text, ok := o[key].(string); ok && strings.EqualFold(key, nameMark) {
				name = text
			}
		case isStats && isStat(key):
			if err := put(f.stats, key, n); err != nil {
				return err
			}
		case known[key] != "":
			if err := f.metric(key, n); err != nil {
				return err
			}
		case strings.EqualFold(key, valueMark):
			value = n
		}
		if err := f.look(o[key]); err != nil {
			return err
		}
	}
	if name != "" && value != "" {
		return f.metric(name, value)
	}
	return nil
}

// numberIn returns a number as it was written, also from an object with nothing but that, and "" for other values.
func numberIn(v any) string {
	if o, ok := v.(map[string]any); ok && len(o) == 1 {
		for _, only := range o {
			v = only
		}
	}
	n, _ := v.(json.Number)
	return n.String()
}
