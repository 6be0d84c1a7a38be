package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/golden"
)

func TestInfoCards(t *testing.T) {
	r := run(t, append([]string{"info"}, profiles(t)...)...)
	if r.exit != 0 || r.err != "" {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	golden.Check(t, "info.txt", r.out)
}

func TestInfoJSON(t *testing.T) {
	r := run(t, append([]string{"info", "--json"}, profiles(t)...)...)
	if r.exit != 0 {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
	golden.Check(t, "info.json", r.out)
	if r.err != "" {
		t.Errorf("nothing was lost of these files, but standard error says %q", r.err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(r.out, "\n"), "\n") {
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		var i profileInfo
		if err := d.Decode(&i); err != nil || d.More() {
			t.Errorf("%v in %s", err, line)
		}
	}
}

// The counts are those of the file, read by pprof's own library.
func TestInfoAgainstLibrary(t *testing.T) {
	for _, file := range profiles(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(file) != ".pprof" {
			continue
		}
		p, err := profile.ParseData(data)
		if err != nil {
			t.Fatal(err)
		}
		var i profileInfo
		if err := json.Unmarshal([]byte(run(t, "info", "--json", file).out), &i); err != nil {
			t.Fatal(err)
		}
		if i.Records != len(p.Sample) || i.Duration != p.DurationNanos || len(i.SampleTypes) != len(p.SampleType) {
			t.Errorf("%s: %d records, %d ns, %d types, want %d, %d, %d", file,
				i.Records, i.Duration, len(i.SampleTypes), len(p.Sample), p.DurationNanos, len(p.SampleType))
		}
		for k, v := range p.SampleType {
			var total int64
			for _, s := range p.Sample {
				total += max(s.Value[k], -s.Value[k])
			}
			if want := (typeInfo{v.Type, v.Unit, total}); i.SampleTypes[k] != want {
				t.Errorf("%s: %+v, want %+v", file, i.SampleTypes[k], want)
			}
		}
		var samples int64
		if p.SampleType[0].Type == "samples" {
			for _, s := range p.Sample {
				samples += s.Value[0]
			}
		}
		if got := i.Samples; (got == nil) != (samples == 0) || got != nil && *got != samples {
			t.Errorf("%s: %v samples, want %d", file, got, samples)
		}
		values := map[string]map[any]bool{}
		add := func(key string, value any) {
			if values[key] == nil {
				values[key] = map[any]bool{}
			}
			values[key][value] = true
		}
		for _, s := range p.Sample {
			for k, list := range s.Label {
				for _, v := range list {
					add(k, v)
				}
			}
			for k, list := range s.NumLabel {
				for _, v := range list {
					add(k, v)
				}
			}
		}
		if len(values) != len(i.Labels) {
			t.Errorf("%s: labels %v, want %d keys", file, i.Labels, len(values))
		}
		for k, v := range values {
			if i.Labels[k] != len(v) {
				t.Errorf("%s: label %s has %d values, want %d", file, k, i.Labels[k], len(v))
			}
		}
	}
}

// All files are told, whatever is wrong with one.
func TestInfoOfWhatCannotBeOpened(t *testing.T) {
	none, other := "none.pprof", recordings+"/README.md"
	r := run(t, "info", "--json", none, cpu, other)
	lines := strings.Split(r.out, "\n")
	if r.exit != 1 || len(lines) != 4 {
		t.Fatalf("exit status %d, %d lines\n%s", r.exit, len(lines)-1, r.out)
	}
	if want := `{"file":"none.pprof","kind":"unknown","error":"no such file"}`; lines[0] != want {
		t.Errorf("%s, want %s", lines[0], want)
	}
	if !strings.Contains(lines[1], `"kind":"profile"`) {
		t.Errorf("%s is not a profile", lines[1])
	}
	if !strings.Contains(lines[2], `"kind":"unknown","error":"a text file, not a profile`) {
		t.Errorf("%s does not say what it is", lines[2])
	}
	if n := strings.Count(r.err, "\n"); n < 2 || !strings.Contains(r.err, "profstation: none.pprof: no such file\n") {
		t.Errorf("standard error has %d lines:\n%s", n, r.err)
	}
	if r := run(t, "info", none, cpu); r.exit != 1 || !strings.HasPrefix(r.out, cpu+": CPU profile") ||
		r.err != "profstation: none.pprof: no such file\n" {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
}

func TestInfoOfStandardInput(t *testing.T) {
	data, err := os.ReadFile(cpu)
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, string(data), "info", "--json", "-")
	if r.exit != 0 || !strings.HasPrefix(r.out, `{"file":"-","kind":"profile","format":"pprof","profile_type":"cpu"`) {
		t.Errorf("exit status %d\n%s%s", r.exit, r.out, r.err)
	}
	if r := runOn(t, "", "info", "-"); r.exit != 1 || strings.Count(r.err, "\n") != 1 {
		t.Errorf("nothing at all: exit status %d\n%s", r.exit, r.err)
	}
}

// Two profiles of which one is damaged: what can be read is told, with a
// warning and exit status 0.
func TestInfoOfAPart(t *testing.T) {
	data, err := os.ReadFile(recordings + "/mutex.pprof")
	if err != nil {
		t.Fatal(err)
	}
	r := runOn(t, string(data)+string(data), "info", "--json", "-")
	if r.exit != 0 || !strings.Contains(r.err, "warning: -: this file has 2 profiles end to end") {
		t.Errorf("exit status %d\n%s", r.exit, r.err)
	}
}

// No name in a file ends a line or an object.
func TestInfoOfHostileNames(t *testing.T) {
	r := run(t, "info", "--json", hostile(t))
	if r.exit != 0 || strings.Count(r.out, "\n") != 1 || !json.Valid([]byte(r.out)) {
		t.Errorf("exit status %d, %d lines\n%s", r.exit, strings.Count(r.out, "\n"), r.err)
	}
	card := run(t, "info", hostile(t)).out
	if i := bytes.IndexFunc([]byte(card), func(r rune) bool { return r < ' ' && r != '\n' || r == 0x202e }); i >= 0 {
		t.Errorf("a card holds %q", card[i:min(len(card), i+20)])
	}
}
