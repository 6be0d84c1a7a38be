package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"profstation/ask"
	"profstation/assets"
	"profstation/internal/must"
	"profstation/model"
)

const cpu = recordings + "/cpu.pprof"

func TestWindow(t *testing.T) {
	for _, args := range [][]string{{}, {"a.pprof"}, {"a.pprof", "dir", "http://host"}, {"-"}} {
		r := run(t, args...)
		if r.exit != 0 || r.window == nil || !slices.Equal(r.window, args) {
			t.Errorf("%q: exit status %d, a window on %q\n%s", args, r.exit, r.window, r.err)
		}
	}
	if r := run(t, "--new-window", "a.pprof"); r.exit != 0 || !r.alone || !slices.Equal(r.window, []string{"a.pprof"}) {
		t.Errorf("--new-window: exit status %d, alone %v, on %q\n%s", r.exit, r.alone, r.window, r.err)
	}
}

// TestHanded holds that the window opens what the addresses that desktops hand over stand for, and that one that leads
// elsewhere opens nothing and is named without its secrets.
func TestHanded(t *testing.T) {
	r := run(t, "file:///tmp/a%20b.pprof", "profstation:///tmp/--base=x#v=1&tab=Top", "dir")
	if want := []string{"/tmp/a b.pprof", "/tmp/--base=x#v=1&tab=Top", "dir"}; r.exit != 0 || !slices.Equal(r.window, want) {
		t.Errorf("exit status %d, a window on %q, want %q\n%s", r.exit, r.window, want, r.err)
	}
	for _, arg := range []string{"profstation://https://user:secret@host/heap", "profstation:///a%zz?secret"} {
		r := run(t, arg)
		if r.exit != 2 || r.window != nil || !strings.Contains(r.err, "profstation://") || strings.Contains(r.err, "secret") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: exit status %d, a window on %q\n%s", arg, r.exit, r.window, r.err)
		}
	}
}

func TestWindowFails(t *testing.T) {
	root := New(func(context.Context, Start) error { return os.ErrPermission })
	var told strings.Builder
	root.SetErr(&told)
	if exit := Execute(t.Context(), root, []string{"x"}); exit != 1 || told.String() != "profstation: permission denied\n" {
		t.Errorf("exit status %d, %q", exit, told.String())
	}
}

func TestVersion(t *testing.T) {
	if r := run(t, "--version"); r.exit != 0 || !strings.HasPrefix(r.out, "profstation "+assets.Version+" ") || r.window != nil {
		t.Errorf("exit status %d, %q", r.exit, r.out)
	}
}

// Whatever is wrong is one line on standard error, and the exit status says
// whether it was the command line (2) or a file (1). Nothing is written.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.pprof")
	if err := os.WriteFile(bad, []byte("no profile"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.csv")
	formats := func(view string) string { return either(formatNames(viewNamed(view).Formats())) }
	for _, c := range []struct {
		args string
		exit int
		says string
	}{
		{"--nope", 2, "unknown flag: --nope"},
		{"info", 2, "found 0 files"},
		{"info --jsn x", 2, "unknown flag: --jsn: did you mean --json?"},
		{"inf " + cpu, 2, `there is no command and no file "inf": did you mean info?`},
		{"exprot --view top -o OUT " + cpu, 2, "did you mean export?"},
		{"compar", 2, "did you mean compare?"},
		{"top " + cpu, 2, `there is no command and no file "top": profstation export --top FILE writes that report`},
		{"top10 " + cpu, 2, `there is no command and no file "top10": profstation export --top FILE writes that report`},
		{"peek json " + cpu, 2, "profstation export --peek=REGEXP FILE writes that report"},
		{"svg " + cpu, 2, "profstation export --svg -o OUT FILE writes that report"},
		{"web " + cpu, 2, "profstation FILE opens a window instead of a browser"},
		{"export --view tpo -o OUT " + cpu, 2, "did you mean top?"},
		{"export -top --foucs x " + cpu, 2, "did you mean --focus?"},
		{"export -top -foucs=x " + cpu, 2, "did you mean --focus?"},
		{"export -top --node-cuont=1 " + cpu, 2, "did you mean --nodecount?"},
		{"export -top --granularity=line " + cpu, 2, "did you mean lines?"},
		{"export -top --theme=drak " + cpu, 2, "did you mean dark?"},
		{"export -top --format=jsn -o OUT " + cpu, 2, "--top is the format txt"},
		{"export --view top --format=jsn -o OUT " + cpu, 2, "did you mean json?"},
		{"export -top --nodefraction=half " + cpu, 2, `--nodefraction needs a number, not "half"`},
		{"export -top --cum=perhaps " + cpu, 2, `--cum needs true or false, not "perhaps"`},
		{"export --view timeline --from=3 -o OUT " + cpu, 2, `--from needs a time such as 1.5s or 200ms, not "3"`},
		{"export -top --width=1e99999 " + cpu, 2, `--width needs a number, not "1e99999"`},
		{"export -top --max_memory=much " + cpu, 2, "expected a size such as 512MB or 8GB"},
		{"export -top " + cpu + " --nodecount", 2, "--nodecount needs a whole number after it"},
		{"export -top " + cpu + " --theme", 2, "--theme needs light, dark, high-contrast-light or high-contrast-dark after it"},
		{"export", 2, "found 0 files"},
		{"export", 2, "found 0 files"},
		{"export " + cpu, 2, "no view was given: add --view " + either(viewNames(anyView))},
		{"export --view top " + cpu, 2, "no output was given"},
		{"export --view top -o - " + cpu, 2, "add --format"},
		{"export --view top -o plain " + cpu, 2, `"plain" has no extension`},
		{"export --view pie -o OUT " + cpu, 2, `--view="pie": expected ` + either(viewNames(anyView))},
		{"export --view timeline -o OUT " + cpu, 1, "the view timeline is for execution traces"},
		{"export --view mmu -o OUT.csv " + cpu, 1, "the view mmu is for execution traces"},
		{"export --view pivot -o OUT " + cpu, 2, "--by: found 0 label keys, expected two"},
		{"export --view pivot --by a,b,c -o OUT " + cpu, 2, "--by: found 3 label keys"},
		{"export --view pivot --by nobody -o OUT " + cpu, 1, "--by=nobody: no label has this key, only endpoint, tenant, w"},
		{"export --view pivot --by nobody -o OUT " + recordings + "/block.pprof", 1, "--by=nobody: the profile has no labels"},
		{"export --view flamechart --by tenant,endpoint -o OUT " + cpu, 2, "--by: found 2 label keys, expected one for the lanes"},
		{"export --view top --by tenant -o OUT " + cpu, 2, "--by is for the views pivot and flamechart"},
		{"export --view top --divide_by 0 -o OUT " + cpu, 2, "--divide_by=0: expected a number above 0"},
		{"export --view top --divide_by NaN -o OUT " + cpu, 2, "--divide_by=NaN: expected"},
		{"export --view top --prune_from ( -o OUT " + cpu, 2, "prune_from: error parsing regexp"},
		{"export --view timeline --format pprof -o OUT " + cpu, 2, "the view timeline cannot be written as pprof"},
		{"export --view labels -o x.dot " + cpu, 2, "the view labels cannot be written as dot, only as " + formats("labels")},
		{"export --view top -o x.dot " + cpu, 2, "the view top cannot be written as dot, only as " + formats("top")},
		{"export --view top -o x.doc " + cpu, 2, `--format="doc": expected ` + either(formatNames(ask.Formats))},
		{"export --view top -o OUT --format graph " + cpu, 2, `--format="graph": expected`},
		{"export --view top -o OUT --nodefraction 2 " + cpu, 2, "--nodefraction=2: expected a share"},
		{"export --view top -o OUT --nodefraction NaN " + cpu, 2, "--nodefraction=NaN: expected a share"},
		{"export --view top -o OUT --edgefraction -1 " + cpu, 2, "--edgefraction=-1: expected a share"},
		{"export --view top -o OUT --nodecount -7 " + cpu, 2, "--nodecount=-7: expected"},
		{"export --view top -o OUT --nodecount x " + cpu, 2, `--nodecount needs a whole number, not "x"`},
		{"export --view top -o OUT --granularity x " + cpu, 2, "expected functions, filefunctions, files, lines, addresses, packages, modules or types"},
		{"export --view top -o OUT --files --lines " + cpu, 2, "exclude each other"},
		{"export --view top -o OUT --granularity=files --lines " + cpu, 2, "--granularity=files and --lines exclude each other"},
		{"export --view top -o OUT --sort name " + cpu, 2, `--sort="name": expected flat or cum`},
		{"export --view top -o OUT --flat --cum " + cpu, 2, "not by both"},
		{"export --view top -o OUT --sort=flat --cum " + cpu, 2, "not by both"},
		{"export --view top -o OUT --focus ( " + cpu, 2, "focus: error parsing regexp"},
		{"export --view top -o OUT --tagfocus ( " + cpu, 2, "tagfocus: "},
		{"export --view top -o OUT --search ( " + cpu, 2, "--search: error parsing regexp"},
		{"export --view flame -o OUT --pivot ( " + cpu, 2, "--pivot: error parsing regexp"},
		{"export --view flame -o OUT --pivot ^nobody$ " + cpu, 1, "--pivot=^nobody$: no remaining node matches"},
		{"export --view top -o OUT --sample_index space " + cpu, 2, `no "space" in this profile, only samples, cpu`},
		{"export --view top -o OUT --si 7 " + cpu, 2, "7 is outside 0 to 1"},
		{"export --view top -o OUT -focus ( " + cpu, 2, "focus: error parsing regexp"},
		{"export -peek=( " + cpu, 2, "--peek: error parsing regexp"},
		{"export -peek=nobody " + cpu, 1, "no remaining node matches nobody"},
		{"export -top -tree " + cpu, 2, "one report at a time: --top and --tree exclude each other"},
		{"export -svg " + cpu, 2, "no output was given"},
		{"export -svg --view flame -o OUT " + cpu, 2, "--svg is the view graph: --view=flame and it exclude each other"},
		{"export -top --format csv -o OUT " + cpu, 2, "--top is the format txt: --format=csv and it exclude each other"},
		{"export -raw -top " + cpu, 2, "--raw is for .csv"},
		{"export -weblist=main " + cpu, 1, "the binary record was not found: give it before the profile"},
		{"-http=:8080 " + cpu, 2, "unknown flag: --http: profstation FILE opens a window"},
		{"export -top -seconds=half " + cpu, 2, `--seconds needs a whole number, not "half"`},
		{"-top " + cpu, 2, "unknown flag: --top: it is an option of profstation export"},
		{"export --view top -o OUT -x " + cpu, 2, "unknown shorthand flag"},
		{"export --view top -o OUT --theme blue " + cpu, 2, `--theme="blue": expected light, dark, high-contrast-light or high-contrast-dark`},
		{"export --view top -o OUT --color x " + cpu, 2, "expected package, kind, self or label"},
		{"export --view top -o OUT --root left " + cpu, 2, "expected up or down"},
		{"export --view top -o OUT --sort_siblings x " + cpu, 2, "expected weight or name"},
		{"export --view top -o OUT --width 0 " + cpu, 2, "--width=0: expected a number from 100"},
		{"export --view top -o OUT --width NaN " + cpu, 2, "--width=NaN"},
		{"export --view top -o OUT --scale -1 " + cpu, 2, "--scale=-1: expected a number from 0.1 to 16"},
		{"export --view top -o OUT --height -1 " + cpu, 2, "--height=-1"},
		{"export --view flame -o OUT --format png --scale 16 --width 20000 " + cpu, 2, "million: use a smaller "},
		{"export --view top -o " + bad + " --format csv " + bad, 2, "would replace the profile"},
		{"export --view top -o OUT " + bad, 1, bad + ": "},
		{"export --view top -o OUT " + dir + "/none", 1, "no such file"},
		{"export --view top -o OUT " + dir, 1, "a directory, not a profile"},
		{"export --view top -o " + dir + "/none/x.csv " + cpu, 1, "it could not be written: no such file or directory"},
		{"export --view top -o " + dir + " --format csv " + cpu, 1, "this is a directory"},
		{"info " + dir + "/none", 1, "no such file"},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "OUT", out))
		r := run(t, args...)
		var said []string
		for _, line := range strings.Split(strings.TrimSuffix(r.err, "\n"), "\n") {
			if !strings.Contains(line, ": warning: ") {
				said = append(said, line)
			}
		}
		if r.exit != c.exit || len(said) != 1 || !strings.Contains(said[0], c.says) || r.out != "" || r.window != nil {
			t.Errorf("%s: exit status %d, want %d; it says\n%swant one line with %q\n%s", c.args, r.exit, c.exit, r.err, c.says, r.out)
		}
	}
	if got := must.Names(dir); !slices.Equal(got, []string{"bad.pprof"}) {
		t.Errorf("files were left behind: %q", got)
	}
}

// Help names the bounds of sizes, and each option that there is.
func TestHelpIsComplete(t *testing.T) {
	for _, name := range []string{"info", "export", "report", "compare"} {
		for _, line := range strings.Split(run(t, name, "--help").out, "\n") {
			for _, size := range []struct{ option, bounds string }{
				{"--scale", "from 0.1 to 16"}, {"--height", "from 0 to 200000"}, {"--width ", "from "},
			} {
				if strings.Contains(line, size.option) && !strings.Contains(line, size.bounds) {
					t.Errorf("%s: %q does not say %q", name, line, size.bounds)
				}
			}
		}
		root := New(nil)
		cmd, _, err := root.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				t.Errorf("%s: --%s is in no help", name, f.Name)
			}
		})
	}
}

// A command that was interrupted says nothing and leaves nothing behind.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"info", cpu},
		{"info", "--json", cpu, cpu},
		{"export", "--view", "flame", "-o", filepath.Join(dir, "x.svg"), cpu},
		{"export", "--view", "top", "-o", "-", "--format", "csv", cpu},
	} {
		if r := runWith(ctx, "", args...); r.exit != 130 || r.out != "" || r.err != "" {
			t.Errorf("%q: exit status %d, want 130\n%s%s", args, r.exit, r.out, r.err)
		}
	}
	if got := must.Names(dir); len(got) > 0 {
		t.Errorf("files were left behind: %q", got)
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"export --view ", strings.Join(viewNames(anyView), " ")},
		{"export --granularity ", "functions filefunctions files lines addresses packages modules types"},
		{"export --format ", strings.Join(formatNames(ask.Formats), " ")},
		{"export --color ", "package kind self label"},
		{"export " + cpu + " --sample_index ", "samples cpu"},
		{"export " + cpu + " --sample-index ", "samples cpu"},
		{"export none --sample_index ", ""},
		{"export " + cpu + " --split tenant=", "tenant=initech tenant=globex tenant=acme"},
		{"export " + cpu + " --split tenant=a", "tenant=acme"},
		{"compare " + cpu + " --split tenant=acme,", "tenant=acme,initech tenant=acme,globex"},
		{"export " + cpu + " --split user=", ""},
		{"export " + someTrace + " --split tenant=", ""},
		{"export " + someTrace + " --by ", ""},
		{"export " + cpu + " --by ", "endpoint tenant worker"},
		{"export " + cpu + " --by tenant,", "tenant,endpoint tenant,tenant tenant,worker"},
	} {
		args := append([]string{"__completeNoDesc"}, strings.Split(c.args, " ")...)
		r := run(t, args...)
		lines := strings.Fields(r.out)
		if n := len(lines); n == 0 || lines[n-1] != ":4" || strings.Join(lines[:n-1], " ") != c.want {
			t.Errorf("%s: %q, want %q and no file names", c.args, r.out, c.want)
		}
	}
}

// A key is completed to where its values begin, and there are not more values than a shell shows.
func TestCompletionOfSplit(t *testing.T) {
	if r := run(t, "__completeNoDesc", "export", cpu, "--split", "ten"); r.out != "endpoint=\ntenant=\nworker=\n:6\n" {
		t.Errorf("keys: %q", r.out)
	}
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	for i := range 300 {
		labels := b.LabelSet([]model.Label{{Key: b.String("request"), Str: b.String(fmt.Sprint("r", i))}})
		b.Sample(nil, labels, []int64{1})
	}
	if all := partsOf(b.Profile(model.Header{}), "request="); len(all) != maxValues {
		t.Errorf("%d values", len(all))
	}
}

// TestFilesLikeCommands holds that a file opens whose name is close to a command's, and that what is close to none
// opens as before.
func TestFilesLikeCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("inf", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"inf", "./exprot", "exprot.pprof", "measurements", "http://exprot"} {
		if r := run(t, name); r.exit != exitOK || len(r.window) != 1 || r.window[0] != name {
			t.Errorf("%s: exit status %d, a window on %q, it says %s", name, r.exit, r.window, r.err)
		}
	}
	if r := run(t, "exprot", "inf"); r.exit != exitUsage || r.window != nil {
		t.Errorf("exprot: exit status %d, a window on %q", r.exit, r.window)
	}
}
