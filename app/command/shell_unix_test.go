//go:build unix

package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// TestBashCompletes runs the script for bash in bash. The words are split as bash-completion does it, which need not be
// installed.
func TestBashCompletes(t *testing.T) {
	bash := must.Have(exec.LookPath("bash"))
	dir := t.TempDir()
	exe, err := os.Executable()
	if err == nil {
		err = os.Symlink(exe, filepath.Join(dir, "profstation"))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "script"), []byte(run(t, "completion", "bash").out), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	const driver = `
_init_completion() { words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=${words[cword]}; prev=${words[cword-1]}; }
source "$1/script"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
complete -p profstation
__start_profstation
printf '%s\n' "${COMPREPLY[@]}"`
	for line, want := range map[string][]string{
		"profstation rep":                                {"report"},
		"profstation export --view fl":                   {"flame", "flamechart"},
		"profstation export --granu":                     {"--granularity"},
		"profstation pprof -diff":                        {"-diff_base"},
		"profstation export " + cpu + " --sample_index ": {"samples", "cpu"},
	} {
		cmd := exec.Command(bash, append([]string{"--noprofile", "--norc", "-c", driver, "bash", dir}, strings.Split(line, " ")...)...)
		cmd.Env = append(os.Environ(), asProgram+"=1", "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		registered, rest, _ := strings.Cut(string(out), "\n")
		if !strings.HasPrefix(registered, "complete ") || !strings.HasSuffix(registered, "profstation") {
			t.Fatalf("bash knows of no completion: %s", out)
		}
		var got []string
		for _, reply := range strings.Split(strings.TrimSpace(rest), "\n") {
			word, _, _ := strings.Cut(reply, " ")
			got = append(got, word)
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s is completed with %q, want %q", line, got, want)
			}
		}
	}
}

// Each shell has its script, and help with how to install it.
func TestCompletionScripts(t *testing.T) {
	for shell, words := range map[string][]string{
		"bash": {"__start_profstation", "source <(profstation completion bash)"}, "zsh": {"#compdef profstation", "${fpath[1]}/_profstation"},
		"fish": {"complete -c profstation", "~/.config/fish/completions/profstation.fish"}, "powershell": {"Register-ArgumentCompleter", "Out-String | Invoke-Expression"},
	} {
		if r := run(t, "completion", shell); r.exit != exitOK || !strings.Contains(r.out, words[0]) {
			t.Errorf("%s: exit status %d, no %s", shell, r.exit, words[0])
		}
		if r := run(t, "completion", shell, "--help"); r.exit != exitOK || !strings.Contains(r.out, words[1]) {
			t.Errorf("the help for %s has no %s:\n%s", shell, words[1], r.out)
		}
	}
}
