package command

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/input"
	read "profstation/loader/memory"
	"profstation/model/lists"
	account "profstation/model/memory"
	"profstation/table"
)

func newMemory() *cobra.Command {
	var asJSON bool
	var base string
	cmd := &cobra.Command{
		Use:   "memory FILE|PID|FOLDER...",
		Short: "Say where the memory of a process is, as parts that add up",
		Long: "Say where the memory of a process is: from its resident size down to live objects, as parts that add up.\n" +
			"A heap profile shows live objects only; the rest is garbage, free memory, stacks, the runtime's own data, files,\n" +
			"and memory of C.\n\n" +
			"The files are of one process at about one moment, each of another form:\n" +
			"  smaps, smaps_rollup or status of /proc/PID; PID or /proc/PID reads them of a process that runs\n" +
			"  a heap profile, best with debug=1, which has runtime.MemStats\n" +
			"  runtime/metrics, as text or JSON, also as Prometheus has it, or /debug/vars\n" +
			"  memory.max, memory.current and memory.stat of the control group\n" +
			"With smaps and a heap profile of debug=1 most parts are known. - is standard input.\n\n" +
			"With --base, it says which part changed. Of a folder with heap profiles of which more is known, as Record saves\n" +
			"them, it says which part grows.",
		Example: "  profstation memory heap.txt smaps\n" +
			"  profstation memory 4711 heap.pb.gz\n" +
			"  profstation memory --base 1_heap.pb.gz 2_heap.pb.gz\n" +
			"  profstation memory --json /proc/PID/smaps metrics.json",
		Args: args(cobra.MinimumNArgs(1), "files about one process, its number, or - for standard input"),
		RunE: func(cmd *cobra.Command, files []string) error {
			return accountFor(callOf(cmd), listed(base), files, asJSON)
		},
	}
	cmd.Flags().StringVar(&base, "base", "", "`file` of the process before, or of another one, or several separated by commas: says what changed")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object")
	readsFiles(cmd)
	return cmd
}

// accountFor writes where the memory is by the files, what changed since the bases, or what changed over a folder.
func accountFor(c *call, bases, files []string, asJSON bool) error {
	files, err := asked(files)
	if err != nil {
		return err
	}
	if len(files) == 1 && len(bases) == 0 {
		if info, err := os.Stat(files[0]); err == nil && info.IsDir() && !processArg.MatchString(files[0]) {
			return courseIn(c, files[0], asJSON)
		}
	}
	now, err := accountOf(c, files)
	if err != nil {
		return err
	}
	if len(bases) > 0 {
		before, err := accountOf(c, bases)
		if err != nil {
			return err
		}
		return writeCourse(c, []*account.Account{before, now}, asJSON)
	}
	return output(c, "-", func(w io.Writer) error {
		if asJSON {
			return writeLine(w, memoryInfoOf(now))
		}
		return writeMemory(w, now)
	})
}

func accountOf(c *call, files []string) (*account.Account, error) {
	var s, beside account.Sources
	for _, name := range files {
		if err := addSource(c, &s, &beside, name); err != nil {
			return nil, err
		}
	}
	s.Join(&beside)
	return s.Account()
}

// courseIn compares the accounts of the heap profiles in a folder, in the order of time, with what was recorded beside
// them.
func courseIn(c *call, folder string, asJSON bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	type moment struct {
		at time.Time
		of *account.Account
	}
	var all []moment
	for _, e := range entries {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		if e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		f, err := loader.Open(c.ctx, path, c.reading.OfPart())
		if err != nil || f.Profile.Memory == nil {
			continue // no profile, or nothing else is known
		}
		s, ok, err := f.Profile.MemorySources(c.ctx, path)
		if err != nil || !ok {
			continue
		}
		a, err := s.Account()
		if err != nil {
			c.say("%s: %v", path, err)
			continue
		}
		at := f.Profile.Time
		if at.IsZero() {
			at = f.ModTime
		}
		all = append(all, moment{at, a})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return a.at.Compare(b.at) })
	alike := account.Alike(lists.Map(all, func(m moment) *account.Account { return m.of }))
	if left := len(all) - len(alike); left > 0 {
		c.say("%d of %d accounts are left out: their memory is known from other sources than that of the last", left, len(all))
	}
	if len(alike) < 2 {
		return fmt.Errorf("%s has %d heap profiles of which more is known, at least two are needed: record them with Record, or with debug=1", folder, len(alike))
	}
	return writeCourse(c, alike, asJSON)
}

// courseInfo is what `memory --json` says of several accounts: what each had, in the order of time.
type courseInfo struct {
	Version int         `json:"profstation_memory"`
	Total   []int64     `json:"total_bytes"`
	Of      string      `json:"total"`
	Summary []string    `json:"summary"`
	Parts   []courseRow `json:"parts"` // the largest change first
}

type courseRow struct {
	Part  account.Kind `json:"part"`
	Name  string       `json:"name"`
	Bytes []int64      `json:"bytes"`
	Error int64        `json:"error_bytes"` // how far off the change may be, with 95% probability
}

func writeCourse(c *call, all []*account.Account, asJSON bool) error {
	course, err := account.CourseOf(all)
	if err != nil {
		return err
	}
	return output(c, "-", func(w io.Writer) error {
		if asJSON {
			rows := lists.Map(course.Parts, func(p account.Changing) courseRow { return courseRow{p.Kind, p.Kind.Name(), p.Bytes, p.Error} })
			return writeLine(w, courseInfo{memoryVersion, course.Total, totalOf(course.Resident), course.Summary(), rows})
		}
		_, err := fmt.Fprintf(w, "%s\n\n%s\n", strings.Join(course.Summary(), "\n"), strings.Join(course.Rows(), "\n"))
		return err
	})
}

// totalOf names what a total is.
func totalOf(resident bool) string {
	if resident {
		return "resident"
	}
	return "go_system"
}

// mostOfProcess is how much of a file is looked at to see whether it says something about memory: more than the smaps
// of a process with as many mappings as Linux allows have. A larger file is a profile, or none.
const mostOfProcess = 128 << 20

// processArg matches the number of a process.
var processArg = regexp.MustCompile(`^(?:/proc/)?([0-9]{1,9})/?$`)

// addProcess adds what the system says about a running process.
func addProcess(c *call, s *account.Sources, number string) error {
	pid, _ := strconv.Atoi(number)
	all, err := read.OfProcess(c.ctx, pid)
	if c.ctx.Err() != nil || len(all) == 0 {
		return err
	}
	if err != nil {
		c.say("%v", err)
	}
	for _, f := range all {
		if err := read.Add(s, f.Name, f.Data); err != nil {
			return named(f.Name, err)
		}
	}
	return nil
}

// addSource adds what a file says, and apart from it what was recorded beside a profile.
func addSource(c *call, s, beside *account.Sources, name string) error {
	if m := processArg.FindStringSubmatch(name); m != nil {
		if _, err := os.Stat(m[1]); err != nil { // else it is a file
			return addProcess(c, s, m[1])
		}
	}
	data, err := lookAt(c, name)
	if err != nil {
		return err
	}
	if read.FormOf(data) != "" {
		if err := read.Add(s, name, data); err != nil {
			return named(name, err)
		}
		return nil
	}
	var f *loader.File
	if name == "-" {
		f, err = loader.Decode(c.ctx, name, data, c.reading)
		err = advised(err)
	} else {
		f, err = openAny(c, name)
	}
	if err != nil {
		return err
	}
	if f.Trace != nil {
		return fmt.Errorf("%s is an execution trace, which does not say where memory is", f.Name)
	}
	warn(c, f)
	of, ok, err := f.Profile.MemorySources(c.ctx, name)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("%s is no heap profile: it has no sample type inuse_space", f.Name)
	}
	s.Profiles = append(s.Profiles, of.Profiles...)
	of.Profiles = nil
	beside.Join(of)
	return nil
}

// named gives an error the file's name.
func named(name string, err error) error {
	var e *input.Error
	if errors.As(err, &e) {
		with := *e
		with.Name = name
		return &with
	}
	return err
}

// lookAt reads a file that may be of /proc, where no file has a size. It returns nil for what is too large, or is no
// file.
func lookAt(c *call, name string) ([]byte, error) {
	most := int64(mostOfProcess)
	from := c.in
	if name == "-" {
		most = math.MaxInt64 - 1
	} else {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			return nil, nil // the loader says why, or it is an address
		}
		r, err := os.Open(name)
		if err != nil {
			return nil, nil
		}
		defer r.Close()
		if info.Size() > most {
			return nil, nil
		}
		from = r
	}
	in, err := input.Read(io.LimitReader(from, most+1), 0, c.reading.Limits, input.NewProgress(c.ctx, nil), nil)
	if err != nil {
		if c.ctx.Err() != nil || name == "-" {
			return nil, named(name, advised(err))
		}
		return nil, nil
	}
	return in.Bytes, nil
}

// memoryVersion is that of the form of accounts: it grows when a reader of the one before would be misled.
const memoryVersion = 1

// memoryInfo is what `memory --json` says.
type memoryInfo struct {
	Version int        `json:"profstation_memory"`
	Total   int64      `json:"total_bytes"`
	Of      string     `json:"total"` // resident, or go_system: what the Go runtime has from the system
	Source  string     `json:"source"`
	Summary []string   `json:"summary"`
	Parts   []partInfo `json:"parts"`  // they add up to the total
	Beside  []partInfo `json:"beside"` // in no sum
}

type partInfo struct {
	Part   account.Kind `json:"part"`
	Name   string       `json:"name"`
	Bytes  int64        `json:"bytes"`
	Error  int64        `json:"error_bytes"`       // how far off it may be, with 95% probability
	AtMost bool         `json:"at_most,omitempty"` // not all of it need be resident
	Source string       `json:"source"`
	Advice string       `json:"advice"`
	Files  []fileInfo   `json:"files,omitempty"` // the largest in it
}

type fileInfo struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

func memoryInfoOf(a *account.Account) memoryInfo {
	infos := func(parts []account.Part) []partInfo {
		all := []partInfo{}
		for _, p := range parts {
			files := lists.Map(p.Files, func(f account.Mapped) fileInfo { return fileInfo(f) })
			all = append(all, partInfo{p.Kind, p.Kind.Name(), p.Bytes, p.Error, p.AtMost, p.Source, p.Kind.Advice(), files})
		}
		return all
	}
	summary := lists.Map(a.Summary(), func(s account.Statement) string { return s.Text })
	return memoryInfo{memoryVersion, a.Total, totalOf(a.Resident), a.Source, summary, infos(a.Parts), infos(a.Beside)}
}

func writeMemory(w io.Writer, a *account.Account) error {
	for _, s := range a.Summary() {
		fmt.Fprintln(w, s.Text)
	}
	fmt.Fprintln(w)
	rows := table.AccountRows(a)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, r := range rows {
		if r.Beside && !rows[i-1].Beside {
			fmt.Fprintf(t, "\nNot in the sum:\n")
		}
		fmt.Fprintf(t, "%12s  %9s\t%s\t%s\n", r.Bytes, r.Share, r.Part, r.Source)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i, p := range a.Advised() {
		if i == 0 {
			fmt.Fprintln(w, "\nWhat to do about it:")
		}
		fmt.Fprintf(w, "  %s: %s\n", p.Kind.Name(), p.Kind.Advice())
	}
	return nil
}
