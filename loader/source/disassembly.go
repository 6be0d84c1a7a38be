package source

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
)

// Instruction is one machine instruction in a function, with what is counted at it.
type Instruction struct {
	Address  uint64 // in the binary
	end      uint64 // the next address, or the one after the function's last instruction
	Function string // the symbol that it is part of
	File     string // base name; "" if the tool gives none
	Line     int
	Text     string
	Flat     int64 // in units of the sample type
	Cum      int64
}

// Disassemble runs `go tool objdump` on the binary for the functions that match. It counts at each
// instruction what the result has there: samples between two instructions belong to the first one
// (pprof: internal/report/report.go, annotateAssembly). binary is the file for mapping m, which the
// user chose or allowed. Cancelling the context ends the tool.
func Disassemble(ctx context.Context, binary string, r *query.Result, m model.MappingID, match *regexp.Regexp) ([]Instruction, error) {
	info, err := os.Stat(binary)
	if err != nil {
		return nil, lang.Error("the binary cannot be read: {{.Cause}}", lang.With{"Cause": err})
	}
	if !info.Mode().IsRegular() {
		return nil, lang.Error("{{.Name}} is not a regular file", lang.With{"Name": binary})
	}
	if err := fits(binary, r.Profile.Strings.Raw(r.Profile.Mappings[m].BuildID)); err != nil {
		return nil, err
	}
	// The tool takes a name that begins with a dash for an option.
	if binary, err = filepath.Abs(binary); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, goTool(), "tool", "objdump", "-s", match.String(), binary)
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limited{to: &out, left: maxListing}, &errs
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, lang.Error("disassembly needs the go command: install Go, or add it to the PATH")
	case out.Len() >= maxListing:
		return nil, lang.Error("the disassembly has more than {{.Most}}MB: choose fewer functions", lang.With{"Most": maxListing >> 20})
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
		return nil, fmt.Errorf("go tool objdump %s: %w: %s", filepath.Base(binary), err, line)
	}
	all := parseListing(out.String())
	if len(all) == 0 {
		return nil, lang.Error("{{.Name}} has no function that matches", lang.With{"Name": filepath.Base(binary)})
	}
	sums, err := r.Addresses(ctx, m)
	if err != nil {
		return nil, err
	}
	count(all, sums, offsetOf(binary, r.Profile.Mappings[m]))
	return all, nil
}

const maxListing = 256 << 20

// limited stops the tool when it has written too much.
type limited struct {
	to   *bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.to.Write(p[:n])
	if l.left -= n; n < len(p) {
		return n, errors.New("too much")
	}
	return n, nil
}

var instruction = regexp.MustCompile(`^  (\S+?)(?::(-?\d+))?\t\s*0x([0-9a-f]+)\t+([0-9a-f]+)\t+(.*?)\t*$`)

func parseListing(text string) []Instruction {
	var all []Instruction
	first, function := true, "" // whether the next line is a function's first, and which function that is
	for line := range strings.Lines(text) {
		if head, ok := strings.CutPrefix(line, "TEXT "); ok {
			first = true
			// A type argument may have spaces.
			if at := strings.LastIndex(head, "(SB)"); at >= 0 {
				function = head[:at]
			}
			continue
		}
		p := instruction.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if p == nil {
			continue
		}
		address, err := strconv.ParseUint(p[3], 16, 64)
		if err != nil {
			continue
		}
		if !first {
			all[len(all)-1].end = address
		}
		first = false
		number, _ := strconv.Atoi(p[2])
		end := address + uint64(max(len(p[4])/2, 1))
		all = append(all, Instruction{Address: address, end: end, Function: function, File: p[1], Line: number, Text: p[5]})
	}
	return all
}

// count gives each instruction the sums up to the next one. A function's last instruction has its own length.
func count(all []Instruction, sums []query.AddressSum, offset uint64) {
	for i := range all {
		in := &all[i]
		k := sort.Search(len(sums), func(k int) bool { return sums[k].Address >= in.Address+offset })
		for ; k < len(sums) && sums[k].Address < in.end+offset; k++ {
			in.Flat += sums[k].Flat
			in.Cum += sums[k].Cum
		}
	}
}

// offsetOf returns how far a mapping's addresses are above the binary's: 0 if they are the same.
func offsetOf(binary string, m model.Mapping) uint64 {
	f, err := elf.Open(binary)
	if err != nil {
		return 0
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 && m.Offset >= p.Off&^0xfff && m.Offset < p.Off+p.Filesz {
			return m.Start - m.Offset - (p.Vaddr - p.Off)
		}
	}
	return 0
}

// goTool returns the go command from the environment, or from a GOROOT.
func goTool() string {
	for _, dir := range []string{"", os.Getenv("GOROOT"), "/usr/local/go"} {
		name := "go"
		if dir != "" {
			name = filepath.Join(dir, "bin", name)
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return "go"
}

// goEnv asks the go command for GOROOT and GOMODCACHE; both are "" if there is no such command.
func goEnv() (root, modcache string) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, goTool(), "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return "", ""
	}
	root, modcache, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return root, strings.TrimSpace(modcache)
}
