package query

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/safe"
)

// Sources are the files that `go tool pprof` reads. It adds up all files on one side.
type Sources struct {
	Files     []string
	Base      []string // the files to subtract; nil for none
	Diff      bool     // shares refer to the base: -diff_base in place of -base
	Normalize bool     // the profile is scaled to its base's total
}

func (s Sources) words() (words []string) {
	flag := "-base="
	if s.Diff {
		flag = "-diff_base="
	}
	for _, f := range s.Base {
		words = append(words, flag+f)
	}
	if s.Normalize {
		words = append(words, "-normalize")
	}
	for _, f := range s.Files {
		if strings.HasPrefix(f, "-") && f != "-" {
			f = "./" + f
		}
		words = append(words, f)
	}
	return words
}

// CommandLine writes a query as a call to `go tool pprof` for a POSIX shell. report is pprof's option for
// what to print, such as top, tags, "peek=re" or http=:; more are further options. What pprof cannot express
// is left out, and lost has a line about it.
func (q Query) CommandLine(report string, of Sources, more ...string) (line string, lost []string) {
	var words []string
	add := func(option string) { words = append(words, "-"+option) }
	if report != "" {
		add(report)
	}
	for _, o := range Options {
		text := o.InForce(&q)
		switch {
		case text == "":
		case !o.PprofHas(text):
			lost = append(lost, lang.L(o.Lost, lang.With{"Option": o.Name, "Value": text}))
		case o.Kind == ChoiceOption:
			add(text)
		case o.Kind == SwitchOption:
			add(o.Name)
		case o.Kind == LabelFilter && strings.Contains(text, "\n"):
			one, ok := oneTag(o.Name, text)
			if !ok {
				lost = append(lost, lang.L("go tool pprof takes one {{.Option}}, not several: the first is kept", lang.With{"Option": o.Name}))
				one, _, _ = strings.Cut(text, "\n")
			}
			add(o.Name + "=" + one)
		default:
			add(o.Name + "=" + text)
		}
	}
	for _, o := range more {
		add(o)
	}
	return PprofLine(words, of), lost
}

// PprofLine writes a call to `go tool pprof` with arguments for a POSIX shell.
func PprofLine(args []string, of Sources) string {
	return ShellLine(slices.Concat([]string{"go", "tool", "pprof"}, args, of.words()))
}

// ShellLine writes a command and its arguments as a line for a shell.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

// oneTag combines several filters on label texts into one, where pprof's language can express that:
// comma-separated parts must all be found, while tagignore takes alternatives in a regular expression.
func oneTag(name, text string) (string, bool) {
	var parts []string
	for line := range strings.SplitSeq(text, "\n") {
		key, value, keyed := strings.Cut(line, "=")
		anchored := strings.HasPrefix(value, "^") && strings.HasSuffix(value, "$") && !strings.ContainsAny(value, ",|")
		switch {
		case keyed && key != "" && anchored:
			parts = append(parts, "^"+QuoteTag(key+":")+strings.TrimPrefix(value, "^"))
		case keyed && key != "" && value == "":
			parts = append(parts, "^"+QuoteTag(key+":"))
		case !keyed && strings.HasPrefix(line, "^") && !strings.ContainsAny(line, ",|"):
			parts = append(parts, line)
		default:
			return "", false
		}
	}
	if name == "tagignore" {
		return strings.Join(parts, "|"), true
	}
	return strings.Join(parts, ","), true
}

// shellWord quotes a word if a shell would change it. Line ends in the word are kept. NUL is dropped because
// no argument can hold it.
func shellWord(s string) string {
	s = strings.ReplaceAll(s, "\x00", "")
	if plainWord.MatchString(s) {
		return s
	}
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	if safe.Visible(s) == s {
		return quoted(s)
	}
	// When the line is pasted, a control character may act as a key, so printf makes it in the shell.
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c == '\\' || c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, `\0%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf %b ` + quoted(b.String()) + `)"`
}

var plainWord = regexp.MustCompile(`^[-a-zA-Z0-9_=./:,@+%]+$`)
