package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/spf13/pflag"

	"profstation/measure/stores"
)

// documents are the texts that tell people what to type.
var documents = []string{"README.md", "docs/manual.md"}

func documentText(t *testing.T, name string) string {
	t.Helper()
	return string(contents(t, filepath.Join("../..", name)))
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestManualHasViews holds that the manual lists the views and formats that there are.
func TestManualHasViews(t *testing.T) {
	var block strings.Builder
	for line := range strings.Lines(viewTable()) {
		block.WriteString("    " + line)
	}
	if !strings.Contains(documentText(t, "docs/manual.md"), "\n\n"+block.String()+"\n") {
		t.Errorf("docs/manual.md does not have the views and formats that there are:\n%s", block.String())
	}
}

// TestDocumentedCommands runs each command in the blocks of the documents, in a folder that has the
// files they name. Of alternatives such as flame|graph it runs each.
func TestDocumentedCommands(t *testing.T) {
	var lines []string
	for _, name := range documents {
		found := regexp.MustCompile(`(?m)^    ((?:.* \| )?profstation .*)$`).FindAllStringSubmatch(documentText(t, name), -1)
		for _, m := range found {
			lines = append(lines, m[1])
		}
	}
	if len(lines) < 20 {
		t.Fatalf("the documents have only %d commands", len(lines))
	}
	// The store of the documents becomes one for tests, which has profiles of an hour that is over.
	asked := strings.NewReplacer("http://host:7070", stores.Parca(t), `"api-1"`, `"shop-1"`, "&from=now-2h&step=15m", stores.Interval+"&step=20m",
		"$PID", "4711")
	files := documentedFiles(t)
	t.Chdir(t.TempDir())
	for name, data := range files {
		os.MkdirAll(filepath.Dir(name), 0o777)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range lines {
		for _, args := range spelledOut(line) {
			for i, arg := range args {
				args[i] = asked.Replace(arg)
			}
			os.RemoveAll("out")
			os.Mkdir("out", 0o777)
			out := ""
			if i := slices.Index(args, "-o"); i >= 0 && args[i+1] != "-" {
				out = filepath.Join("out", args[i+1])
				args[i+1] = out
			}
			r := runOn(t, string(files["heap.pprof"]), args...)
			if r.exit != exitOK || out == "" && r.out == "" && r.window == nil {
				t.Errorf("%s\n%q: exit status %d, it prints %d bytes and says\n%s", line, args, r.exit, len(r.out), r.err)
			}
			if info, err := os.Stat(out); out != "" && (err != nil || info.Size() == 0) {
				t.Errorf("%s\n%q wrote nothing: %v", line, args, err)
			}
		}
	}
}

// documentedFiles are the files that the commands name, by their names.
func documentedFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	module, _ := shop(t, "example.com/shop/shop.go")
	for _, name := range []string{"go.mod", "shop.go", "heap.pprof"} {
		files["shop/"+name] = contents(t, filepath.Join(module, name))
	}
	take := func(from string, names ...string) {
		for _, name := range names {
			files[name] = contents(t, filepath.Join(recordings, from))
		}
	}
	take("cpu.pprof", "cpu.pprof", "before.pprof", "a1", "a2", "a3", "a4", "PROFILE", "FILE", "FILE...", "BASE")
	take("cpu-slow.pprof", "after.pprof", "b1", "b2", "b3", "b4", "NEW", "PROFILE...")
	take("trace.trace", "run.trace", "TRACE")
	for i, name := range []string{"run-3/1.pb.gz", "run-3/2.pb.gz", "DIR/1.pb.gz", "DIR/2.pb.gz"} {
		p, err := profile.ParseData(contents(t, filepath.Join(recordings, "heap.pprof")))
		if err != nil {
			t.Fatal(err)
		}
		p.TimeNanos += int64(i) * 60e9
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			t.Fatal(err)
		}
		files[name] = b.Bytes()
	}
	take("heap.pprof", "heap.pprof")
	var heap bytes.Buffer
	if err := pprof.Lookup("heap").WriteTo(&heap, 1); err != nil {
		t.Fatal(err)
	}
	files["heap.txt"] = heap.Bytes()
	files["4711"] = []byte("Name:\tshop\nPid:\t4711\nVmRSS:\t1900 kB\n") // a file with the number of a process
	for _, name := range []string{"1_heap", "2_heap", "folder/1_heap", "folder/2_heap"} {
		files[name+".pb.gz"], files[name+".status"] = files["heap.pprof"], files["4711"]
	}
	files["smaps"] = []byte("c000000000-c100000000 rw-p 00000000 00:00 0    [anon: Go: heap]\nRss:    90000 kB\n")
	return files
}

// spelledOut are the arguments of all commands that a line stands for: "a|b" is one of them, and
// "[a]" may be there or not. What stands behind two spaces explains the line.
func spelledOut(line string) [][]string {
	_, line, _ = strings.Cut(line, "profstation ")
	line, _, _ = strings.Cut(line, "  ")
	all := [][]string{nil}
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+?)(?:='([^']*)')?(?:\s|$)`).FindAllStringSubmatch(line, -1) {
		words := []string{m[1]}
		if word := m[2]; word != "" {
			optional := strings.HasPrefix(word, "[")
			word = strings.NewReplacer("[", "", "]...", "", "]", "").Replace(word)
			if words = strings.Split(word, "|"); optional {
				words = append(words, "")
			}
			if m[3] != "" {
				words = []string{word + "=" + m[3]}
			}
		}
		var next [][]string
		for _, args := range all {
			for _, word := range words {
				switch {
				case word == "":
					next = append(next, slices.Clone(args))
				case word == "OUT":
					next = append(next, append(slices.Clone(args), "out.csv"))
				default:
					next = append(next, append(slices.Clone(args), word))
				}
			}
		}
		all = next
	}
	return all
}

// TestDocumentedOptions holds that each option that the documents name exists, or is one of pprof's
// that has a line of its own.
func TestDocumentedOptions(t *testing.T) {
	known, root := map[string]bool{"version": true, "help": true}, New(nil)
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	code, others := regexp.MustCompile("`[^`]+`|(?m)^    .*profstation .*$"), regexp.MustCompile(`^.(go|curl|apt|kill|sudo|xcode-select|node) `)
	options := regexp.MustCompile("(?:^|[ `])--?([a-z][a-z_-]+)")
	for _, name := range append([]string{"SECURITY.md", "CHANGELOG.md"}, documents...) {
		found := 0
		for _, text := range code.FindAllString(documentText(t, name), -1) {
			if others.MatchString(text) {
				continue
			}
			for _, m := range options.FindAllStringSubmatch(text, -1) {
				found++
				if option := string(normalise(nil, m[1])); !known[option] && !isPprofs(option) {
					t.Errorf("%s names --%s, which does not exist: %s", name, m[1], text)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s names no option", name)
		}
	}
}
