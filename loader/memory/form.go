package memory

import (
	"bytes"
	"regexp"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// mostBytes is more memory than any process has. What says more is nonsense, and sums below it cannot overflow.
const mostBytes = 1 << 50

var (
	mappingLine = regexp.MustCompile(`^([0-9a-f]{4,16})-([0-9a-f]{4,16}) ([r-][w-][x-][sp]) [0-9a-f]{1,16} [0-9a-f]+:[0-9a-f]+ [0-9]+(?: +(.*))?$`)
	loneNumber  = regexp.MustCompile(`^\s*(?:max|[0-9]{1,20})\s*$`)
)

// FormOf returns the form that bytes have, or "" if they say nothing about memory. Heap profiles are not among them:
// package loader reads them.
func FormOf(data []byte) memory.Form {
	if !input.IsText(data) {
		return ""
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	switch {
	case len(data) < 64 && loneNumber.Match(data):
		return memory.Max // or memory.current: the name decides
	case bytes.HasPrefix(line, []byte("anon ")) && bytes.Contains(data, []byte("\nfile ")):
		return memory.Stat
	case bytes.HasPrefix(data, []byte(statsMark)):
		return memory.Stats
	case mappingLine.Match(line) && bytes.HasSuffix(line, []byte("[rollup]")):
		return memory.Rollup
	case mappingLine.Match(line):
		return memory.Smaps
	case bytes.HasPrefix(line, []byte("Name:")) && bytes.Contains(data, []byte("\nPid:")):
		return memory.Status
	case isJSON(data):
		return formOfJSON(data)
	case hasMetrics(data):
		return memory.Metrics
	}
	return ""
}

// isJSON reports whether a text begins as an object or a list does.
func isJSON(data []byte) bool {
	begin := bytes.TrimLeft(data[:min(len(data), 1024)], " \t\r\n\ufeff")
	return len(begin) > 0 && (begin[0] == '{' || begin[0] == '[')
}

// Add reads a file in any such form. An error is one line, without the file's name.
func Add(s *memory.Sources, name string, data []byte) error {
	from := memory.Source{Form: FormOf(data), File: name}
	switch from.Form {
	case memory.Smaps, memory.Rollup:
		return addResident(s, from, data, readSmaps)
	case memory.Status:
		return addResident(s, from, data, readStatus)
	case memory.Stats:
		return addStats(s, from, data)
	case memory.Metrics, memory.Vars:
		return addFigures(s, from, data)
	case memory.Max:
		return addNumber(s, from, data)
	case memory.Stat:
		return addGroup(s, from, data)
	}
	return &input.Error{
		Found:  lang.L("nothing about the memory of a process"),
		Advice: lang.L("files of /proc (smaps, smaps_rollup, status), runtime/metrics, /debug/vars and heap profiles have it"),
	}
}

func addResident(s *memory.Sources, from memory.Source, data []byte, read func([]byte) (*memory.Resident, error)) error {
	p, err := read(data)
	if err != nil {
		return err
	}
	p.Source = from
	s.Resident = append(s.Resident, *p)
	return nil
}

// addStats reads MemStats that stand without their profile.
func addStats(s *memory.Sources, from memory.Source, data []byte) error {
	r, err := Stats(data)
	if err == nil && r == nil {
		err = nonsense(lang.L("MemStats that are cut off"))
	}
	if err != nil {
		return err
	}
	r.Source = from
	s.Runtime = append(s.Runtime, *r)
	return nil
}
