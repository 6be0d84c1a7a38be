package command

import (
	"debug/elf"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	"profstation/internal/pproftool"
)

// hotProgram has a function that is inlined into another one. Its lines are named in hotProfile.
const hotProgram = `package main

func main() {
	println(spin(1 << 20))
}

//go:noinline
func spin(n int) int {
	x := 1
	for i := range n {
		x = mix(x, i)
	}
	return x
}

func mix(x, i int) int {
	if x > 1<<40 {
		return x/7 + i
	}
	return x*31 + i
}
`

var objdumped = regexp.MustCompile(`(?m)^  main\.go:(\d+)\t+0x([0-9a-f]+)\t`)

// buildHot builds the program and returns it with a profile, in which the instructions of spin have different values.
func buildHot(t *testing.T, ldflags string) (binary, file string) {
	t.Helper()
	dir := t.TempDir()
	must.Do(os.WriteFile(filepath.Join(dir, "main.go"), []byte(hotProgram), 0o666))
	must.Do(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module hot\n\ngo 1.26\n"), 0o666))
	binary, file = filepath.Join(dir, "hot"), filepath.Join(dir, "cpu.pprof")
	build := exec.Command("go", "build", "-ldflags="+ldflags, "-o", binary, ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code := objdumped.FindAllStringSubmatch(string(must.Have(exec.Command("go", "tool", "objdump", "-s", `^main\.spin$`, binary).Output())), -1)
	if len(code) < 8 {
		t.Fatal("spin has too few instructions")
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "cpu", Unit: "nanoseconds"}},
		Mapping: []*profile.Mapping{{ID: 1, File: binary, HasFunctions: true, HasFilenames: true,
			HasLineNumbers: true, HasInlineFrames: true}},
	}
	program := must.Have(elf.Open(binary))
	defer program.Close()
	for _, x := range program.Progs {
		if m := p.Mapping[0]; x.Type == elf.PT_LOAD && x.Flags&elf.PF_X != 0 {
			m.Start, m.Offset, m.Limit = x.Vaddr, x.Off, x.Vaddr+(x.Memsz+0xfff)&^0xfff
		}
	}
	for i, name := range []string{"main.spin", "main.mix", "main.main"} {
		p.Function = append(p.Function, &profile.Function{ID: uint64(i + 1), Name: name, SystemName: name,
			Filename: filepath.Join(dir, "main.go"), StartLine: []int64{8, 16, 3}[i]})
	}
	spin, mix, start := p.Function[0], p.Function[1], p.Function[2]
	main := &profile.Location{ID: 1, Mapping: p.Mapping[0], Address: p.Mapping[0].Start + 16, Line: []profile.Line{{Function: start, Line: 4}}}
	p.Location = append(p.Location, main)
	for i, c := range code {
		if i%3 == 2 || i == len(code)-1 {
			continue // nothing is counted there; pprof loses what is counted at a last instruction of one byte
		}
		line := must.Have(strconv.ParseInt(c[1], 10, 64))
		l := &profile.Location{ID: uint64(len(p.Location) + 1), Mapping: p.Mapping[0], Address: must.Have(strconv.ParseUint(c[2], 16, 64)),
			Line: []profile.Line{{Function: spin, Line: line}}}
		if line > 15 {
			l.Line = []profile.Line{{Function: mix, Line: line}, {Function: spin, Line: 11}}
		}
		p.Location = append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{l, main}, Value: []int64{int64(i+1) * 10e6}})
	}
	if _, id, ok := strings.Cut(ldflags, "-B 0x"); ok {
		p.Mapping[0].BuildID = id
	}
	must.Do(p.CheckValid())
	out := must.Have(os.Create(file))
	must.Do(p.Write(out))
	must.Do(out.Close())
	return binary, file
}

var (
	atAddress = regexp.MustCompile(`(?m)^ *(\S+) +(\S+) +([0-9a-f]+): `)
	atLine    = regexp.MustCompile(`(?m)^ *(\S+) +(\S+) +(\d+):`)
)

// figuresOf returns the figures in a report, by what the last group matches.
func figuresOf(at *regexp.Regexp, report string) map[string][2]string {
	all := map[string][2]string{}
	for _, m := range at.FindAllStringSubmatch(report, -1) {
		if m[1] != "." || m[2] != "." {
			all[m[3]] = [2]string{m[1], m[2]}
		}
	}
	return all
}

func sameFigures(t *testing.T, what string, got, want map[string][2]string) {
	t.Helper()
	if len(want) == 0 {
		t.Fatalf("%s: pprof has no figures", what)
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s at %s: %v, want %v", what, k, got[k], v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d figures, want %d", what, len(got), len(want))
	}
}

// Instructions have the figures of go tool pprof -disasm, and the lines above them those of -list.
func TestInstructionsAgainstPprof(t *testing.T) {
	binary, file := buildHot(t, "")
	pprof := func(args ...string) string {
		out, _ := pproftool.Run(t, pproftool.Command(t, args...))
		return out
	}
	ours := func(args ...string) string {
		t.Helper()
		r := run(t, append([]string{"export", "-source_path", filepath.Dir(file)}, args...)...)
		if r.exit != 0 {
			t.Fatalf("%q: %s", args, r.err)
		}
		return r.out
	}
	want := pprof("-disasm=main.spin", binary, file)
	got := ours("-disasm", "^main.spin$", binary, file)
	sameFigures(t, "disasm", figuresOf(atAddress, got), figuresOf(atAddress, want))
	if head := func(s string) string { return strings.Join(strings.SplitN(s, "\n", 4)[:3], "\n") }; head(got) != head(want) {
		t.Errorf("disasm begins\n%s\nwant\n%s", head(got), head(want))
	}
	list := figuresOf(atLine, pprof("-list=^main.spin$", file))
	web := ours("-weblist", "^main.spin$", file) // the profile says where the binary is
	sameFigures(t, "weblist", figuresOf(atLine, web), list)
	sameFigures(t, "weblist", figuresOf(atAddress, web), figuresOf(atAddress, want))

	// Every line has its own instructions below it, in files of figures, too: a line's cum is theirs.
	for _, view := range []string{"weblist", "disasm"} {
		for _, format := range formatNames(viewNamed(view).Formats()) {
			if out := ours("--view="+view, "--format="+format, "-o", "-", "--focus=main.spin", file); !strings.Contains(out, "CMPQ") && format != "png" {
				t.Errorf("%s %s has no instructions:\n%.2000s", view, format, out)
			}
		}
	}
	below, cum, rows := map[string]int{}, map[string]int{}, 0
	for _, r := range must.Have(csv.NewReader(strings.NewReader(ours("--view=weblist", "--format=csv", "-o", "-", "--focus=main.spin", file))).ReadAll())[1:] {
		if r[0] != "main.spin" {
			continue
		}
		n := must.Have(strconv.Atoi(r[5]))
		if r[8] == "" {
			cum[r[2]] += n
		} else {
			below[r[2]], rows = below[r[2]]+n, rows+1
		}
	}
	if rows == 0 || len(cum) < 2 {
		t.Fatalf("%d instructions below %d lines", rows, len(cum))
	}
	for line, n := range cum {
		if below[line] != n {
			t.Errorf("line %s has %d, its instructions %d", line, n, below[line])
		}
	}
}

// Without debugging information, the profile itself says what is inlined where something is counted.
func TestInstructionsOfStripped(t *testing.T) {
	_, file := buildHot(t, "-w")
	r := run(t, "export", "-weblist=^main.spin$", "-source_path="+filepath.Dir(file), file)
	if r.exit != 0 || !regexp.MustCompile(`(?m)^.* 11:\t\tx = mix\(x, i\)\n.*;main\.mix main\.go:1`).MatchString(r.out) {
		t.Errorf("exit status %d: %s\n%s", r.exit, r.err, r.out)
	}
}

// A program is found as in go tool pprof, and one of another build is not taken.
func TestWhereTheBinaryIs(t *testing.T) {
	binary, file := buildHot(t, "-B 0x0123456789abcdef")
	other, _ := buildHot(t, "-B 0xfedcba9876543210")
	disasm := func(args ...string) ran { return run(t, append([]string{"export", "-disasm=spin"}, args...)...) }
	says := func(what string, r ran, exit int, text string) {
		t.Helper()
		if r.exit != exit || !strings.Contains(r.out+r.err, text) || strings.Count(r.err, "\n") > 1 {
			t.Errorf("%s: exit status %d, %s\n%.300s; want %q", what, r.exit, r.err, r.out, text)
		}
	}
	says("where the profile says", disasm(file), 0, "ROUTINE")
	moved := filepath.Join(t.TempDir(), "hot")
	must.Do(os.Rename(binary, moved))
	says("moved", disasm(file), 1, "the binary "+binary+" was not found: give it before the profile, or its folder in PPROF_BINARY_PATH")
	says("before the profile", disasm(moved, file), 0, "ROUTINE")
	if r := run(t, "export", "-top", moved, file); r.exit != 0 || !strings.Contains(r.out, "main.spin") {
		t.Errorf("before the profile, in another report: %s", r.err)
	}
	says("of another build", disasm(other, file), 1, "hot is another build than the profiled one: its build ID is fedcba987654, the profile names 0123456789ab")
	t.Setenv(binaryPath, filepath.Dir(other))
	says("of another build in a folder", disasm(file), 1, "was not found")
	t.Setenv(binaryPath, filepath.Dir(other)+string(filepath.ListSeparator)+filepath.Dir(moved))
	says("in a folder", disasm(file), 0, "ROUTINE")
	says("without a match", disasm("--focus=spin", "-disasm=nobody", file), 1, "no remaining node matches")
}
