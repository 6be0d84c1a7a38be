package command

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"profstation/loader"
	"profstation/loader/input"
)

// The options that all commands have that read files.
const (
	maxMemory = "max_memory"
	allFrames = "all_frames"
)

// memory is the maximum memory for one file, in bytes; 0: the default. It is a pflag.Value.
type memory int64

// readsFiles adds the options.
func readsFiles(cmd *cobra.Command) {
	defaults := input.Limits{}.OrDefault().Memory
	cmd.Flags().Var(new(memory), maxMemory,
		"memory limit for one file, unpacked and as tables: a `size` such as 512MB or 8GB (default: at most "+input.Size(defaults)+", less for a small file)")
	complete(cmd, maxMemory, []string{"1GB", "2GB", "4GB", "8GB", "16GB", "32GB"})
	cmd.Flags().Int(fetchSeconds, 0, "of an address such as http://host:6060/debug/pprof/heap: how many `seconds` the server records or counts changes (default: 30 for a CPU profile, 1 for a trace)")
	cmd.Flags().Int(fetchTimeout, 0, "of an address: how many `seconds` to wait for the answer after that (default: half of them and 15)")
	cmd.Flags().Bool(allFrames, false, "keep the frames that drop_frames of a profile names")
}

// reading returns how a command line asks to read files.
func reading(cmd *cobra.Command) loader.Options {
	o := loader.Options{Limits: limitsOf(cmd)}
	o.AllFrames, _ = cmd.Flags().GetBool(allFrames)
	return o
}

// limitsOf returns the limits that a command line asks for; 0 stands for the default.
func limitsOf(cmd *cobra.Command) input.Limits {
	f := cmd.Flags().Lookup(maxMemory)
	if f == nil {
		return input.Limits{}
	}
	n := int64(*f.Value.(*memory))
	if n == 0 {
		return input.Limits{}
	}
	return input.Limits{File: max(n, input.DefaultFile), Uncompressed: n, Memory: n}
}

// advised makes the error for a refused file name the option instead of a window's preferences.
func advised(err error) error {
	if e := new(input.Error); errors.As(err, &e) && e.Beyond {
		e.Advice = "if you trust the file, raise --" + maxMemory
	}
	return err
}

func (m *memory) String() string {
	if *m == 0 {
		return ""
	}
	return input.Size(int64(*m))
}

func (m *memory) Type() string { return "size" }

// sizes are pprof's units, as powers of 1024.
var sizes = []struct {
	names string
	bytes float64
}{{"b,", 1}, {"k,kb,kib", 1 << 10}, {"m,mb,mib", 1 << 20}, {"g,gb,gib", 1 << 30}, {"t,tb,tib", 1 << 40}}

func (m *memory) Set(text string) error {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	unit := strings.ToLower(strings.TrimSpace(text[len(digits):]))
	v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	for _, u := range sizes {
		for name := range strings.SplitSeq(u.names, ",") {
			if n := v * u.bytes; err == nil && name == unit && n >= 1 && n < math.MaxInt64 {
				*m = memory(n)
				return nil
			}
		}
	}
	return usagef("--%s=%q: expected a size such as 512MB or 8GB", maxMemory, text)
}
