package memory

import (
	"bytes"
	"strings"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/memory"
)

// Names in status that an account says.
const (
	residentMark  = "VmRSS"
	anonymousMark = "RssAnon"
	filesMark     = "RssFile"
	sharedMark    = "RssShmem"
)

// unitMark follows numbers in /proc, and stands for 1024 bytes.
const unitMark = "kB"

// kilobytes reads a line such as "VmRSS:	  105124 kB"; false: it is another.
func kilobytes(line []byte) (name string, n int64, ok bool, err error) {
	before, after, found := bytes.Cut(line, []byte(":"))
	value, unit := strings.CutSuffix(strings.TrimSpace(string(after)), unitMark)
	if !found || !unit {
		return "", 0, false, nil
	}
	name = string(bytes.TrimSpace(before))
	n, err = amount(name, strings.TrimSpace(value))
	if err == nil && n >= mostBytes/1024 {
		err = plausible(name, mostBytes)
	}
	return name, n * 1024, true, err
}

// readStatus reads /proc/PID/status. Linux says since 4.5 how much is anonymous.
func readStatus(data []byte) (*memory.Resident, error) {
	of := map[string]int64{}
	for line := range bytes.Lines(data) {
		name, n, ok, err := kilobytes(line)
		if err != nil {
			return nil, err
		}
		if _, twice := of[name]; ok && twice {
			return nil, nonsense(lang.L("two lines with {{.Name}}", lang.With{"Name": input.Bounded(input.OneLine(name), 80)}))
		}
		if ok {
			of[name] = n
		}
	}
	total, ok := of[residentMark]
	if !ok {
		return nil, &input.Error{Found: lang.L("a status without VmRSS"), Advice: lang.L("kernel threads have none, and processes that have ended: save it while the process runs")}
	}
	p := &memory.Resident{Bytes: total, Peak: of["VmHWM"], Swapped: of["VmSwap"]}
	if _, ok := of[anonymousMark]; !ok {
		p.Areas = []memory.Figure{{Kind: memory.Undivided, Bytes: total, How: residentMark}}
		return p, nil
	}
	p.Areas = []memory.Figure{
		{Kind: memory.AllAnonymous, Bytes: of[anonymousMark], How: anonymousMark},
		{Kind: memory.AllFiles, Bytes: of[filesMark], How: filesMark},
		{Kind: memory.Shared, Bytes: of[sharedMark], How: sharedMark},
	}
	if sum := of[anonymousMark] + of[filesMark] + of[sharedMark]; sum > total+total/10+1<<20 {
		return nil, nonsense(lang.L("a status whose RssAnon, RssFile and RssShmem add up to {{.Sum}}, and its VmRSS is {{.Total}}", lang.With{"Sum": input.Size(sum), "Total": input.Size(total)}))
	}
	return p, nil
}
