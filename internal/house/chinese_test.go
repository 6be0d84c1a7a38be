package house

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"profstation/model/lang"
)

// editions are the documents that there are in Chinese, too.
var editions = []string{"README.md", "docs/manual.md"}

// inChinese is the name of the Chinese edition of a document.
func inChinese(name string) string { return strings.TrimSuffix(name, ".md") + ".zh.md" }

// TestChinese holds that the Chinese editions have the headings, lists, tables, pictures and links of the English,
// their commands, options, keys and figures, and that they call items of menus as the window does.
func TestChinese(t *testing.T) {
	words := texts(t, "zh-Hans").Texts
	for _, name := range editions {
		english, chinese := fileText(t, "../../"+name), fileText(t, "../../"+inChinese(name))
		if all := parts(english); len(all) < 8 {
			t.Errorf("%s has only %d parts", name, len(all))
		}
		for _, d := range differences(name, english, chinese, words) {
			t.Errorf("%s: %s", inChinese(name), d)
		}
		for file, text := range map[string]string{name: english, inChinese(name): chinese} {
			for _, link := range deadLinks(file, text) {
				t.Errorf("%s links to %s, which there is not", file, link)
			}
		}
	}
}

// TestDifferences proves that the test of the Chinese editions can fail.
func TestDifferences(t *testing.T) {
	const name = "docs/manual.md"
	const english = "# A\n\n[zh](manual.zh.md)\n\nOpen `x` with Ctrl+click: 2 ways, see\n*File › Quit*.\n\n- one\n\n    make run   all\n    b c\n"
	const chinese = "# 甲\n\n[en](manual.md)\n\n用 Ctrl+点击打开 `x`：2 种方式，见“文件 › 退出”。\n\n- 一\n\n    make run   全部\n    b c\n"
	words := map[string]lang.Forms{"File": {"other": "文件"}, "Quit": {"other": "退出"}}
	if all := differences(name, english, chinese, words); len(all) > 0 {
		t.Errorf("of what is alike it says %q", all)
	}
	for _, c := range []struct{ old, new, want string }{
		{"# 甲", "## 甲", `heading 1 is "## 甲", in English "# A"`},
		{"`x`", "`y`", `under "# 甲", code: without ["x"], but with ["y"]`},
		{"点击", "滚轮", `under "# 甲", keys: without ["Ctrl+click"], but with ["Ctrl+wheel"]`},
		{"2 种", "3 种", `under "# 甲", figures: without ["2"], but with ["3"]`},
		{"退出", "结束", `under "# 甲", items of menus: without ["文件 › 退出"], but with ["文件 › 结束"]`},
		{"(manual.md)", "(manual.zh.md)", `under "# 甲", links: without ["manual.md"], but with ["manual.zh.md"]`},
		{"- 一\n\n", "", `under "# 甲", block 3 is "line of code", in English "item"`},
		{"make run ", "make test ", `under "# 甲", line of code 1 is "    make test", in English "    make run"`},
		{"b c", "b  c", `under "# 甲", line of code 2 is "    b  c", in English "    b c"`},
	} {
		all := differences(name, english, strings.Replace(chinese, c.old, c.new, 1), words)
		if len(all) == 0 || all[0] != c.want {
			t.Errorf("with %q it says %q, want %q", c.new, all, c.want)
		}
	}
	text := "# A\n\n[a](manual.zh.md) [b](none.md) [c](manual.md#filters) [d](manual.md#none) [e](https://go.dev/none)\n"
	if got, want := deadLinks(name, text), []string{"none.md", "manual.md#none"}; !slices.Equal(got, want) {
		t.Errorf("dead are %q, want %q", got, want)
	}
}

// differences says how the Chinese edition of a document differs from the English. Words are those of the window.
func differences(name, english, chinese string, words map[string]lang.Forms) (all []string) {
	want, got := parts(english), parts(chinese)
	for i := range max(len(want), len(got)) {
		var w, g string
		if i < len(want) {
			w = want[i].heading
		}
		if i < len(got) {
			g = got[i].heading
		}
		if level(w) != level(g) {
			return []string{fmt.Sprintf("heading %d is %q, in English %q", i, g, w)}
		}
	}
	for i, w := range want {
		g := got[i]
		add := func(difference string) {
			if difference != "" {
				all = append(all, fmt.Sprintf("under %q, %s", g.heading, difference))
			}
		}
		add(unlike("block", g.shape, w.shape))
		add(unlike("line of code", uncommented(g.code, g.code), uncommented(w.code, g.code)))
		wanted, found := marked(w.prose), marked(g.prose)
		for i, link := range wanted["links"] {
			wanted["links"][i] = counterpart(name, link)
		}
		for i, link := range found["links"] {
			found["links"][i], _, _ = strings.Cut(link, "#")
		}
		for _, m := range marks {
			add(lacks(m.what, found[m.what], wanted[m.what]))
		}
		add(lacks("items of menus", items(chineseItem, g.prose, nil), items(englishItem, w.prose, words)))
	}
	return all
}

// part is what stands between a heading of a document and the next.
type part struct {
	heading string
	shape   []string // paragraphs, items of lists, rows of tables, pictures, lines of code
	code    []string // its lines
	prose   string   // all but the code, in one line
}

var anyHeading = regexp.MustCompile(`^#+ `)

// parts divides a document at its headings. The first part is what stands before them.
func parts(text string) []part {
	all := []part{{}}
	fenced, open := false, false // within a block of code, within a paragraph
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		p := &all[len(all)-1]
		fence, kind := strings.HasPrefix(line, "```"), ""
		switch {
		case fence || fenced || strings.HasPrefix(line, "    "):
			kind = "line of code"
			p.code = append(p.code, line)
			fenced = fenced != fence
		case anyHeading.MatchString(line):
			all = append(all, part{heading: line})
			open = false
			continue
		case strings.HasPrefix(line, "- "):
			kind = "item"
		case strings.HasPrefix(line, "|"):
			kind = "row"
		case strings.HasPrefix(line, "!["):
			kind = "picture"
		case line != "" && !open:
			kind = "paragraph"
		}
		if kind != "" {
			p.shape = append(p.shape, kind)
		}
		if kind != "line of code" {
			p.prose = strings.TrimSpace(p.prose + " " + strings.TrimSpace(line))
		}
		open = line != ""
	}
	return all
}

// level is how deep a heading is: as many #.
func level(heading string) string {
	signs, _, _ := strings.Cut(heading, " ")
	return signs
}

// unlike names the first of some things in order that is not as in English, "" if all are.
func unlike(what string, got, want []string) string {
	for i := range max(len(got), len(want)) {
		var g, w string
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return fmt.Sprintf("%s %d is %q, in English %q", what, i+1, g, w)
		}
	}
	return ""
}

// lacks names those of some things in any order that are not as often as in English, "" if all are.
func lacks(what string, got, want []string) string {
	missing, more := without(want, got), without(got, want)
	if len(missing) == 0 && len(more) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: without %q, but with %q", what, missing, more)
}

// without is what is left of a list if each of the others takes one of its like away.
func without(list, others []string) (rest []string) {
	others = slices.Clone(others)
	for _, s := range list {
		if i := slices.Index(others, s); i >= 0 {
			others = slices.Delete(others, i, i+1)
		} else {
			rest = append(rest, s)
		}
	}
	return rest
}

var (
	han = regexp.MustCompile(`\p{Han}`)
	// remark is what explains a command: behind two blanks or behind #.
	remark = regexp.MustCompile(`(\S)(?:  .*|\s+#\s.*)$|^\s*#\s.*$`)
)

// uncommented are lines of code, without remarks where those of the Chinese edition have Chinese in them.
func uncommented(lines, chinese []string) []string {
	lines = slices.Clone(lines)
	for i := range min(len(lines), len(chinese)) {
		if han.MatchString(chinese[i]) {
			lines[i] = remark.ReplaceAllString(lines[i], "$1")
		}
	}
	return lines
}

// marks are what is the same in both languages, and how it is found in what the marks before leave of the prose.
var marks = []struct {
	what string
	form *regexp.Regexp
}{
	{"code", regexp.MustCompile("`([^`]+)`")},
	{"links", regexp.MustCompile(`\[[^\]]*\]\(([^)]+)\)`)},
	{"keys", regexp.MustCompile(`((?:(?:Ctrl|Alt|Shift)\+)+(?:click|wheel|点击|滚轮|PgUp|PgDn|[A-Z←→])|\b(?:Esc|Enter|Home|F1|F10)\b|[←↑→↓])`)},
	{"figures", regexp.MustCompile(`(\d+(?:[.,]\d+)*)`)},
}

// gestures are called in both languages what they are called in English.
var gestures = strings.NewReplacer("点击", "click", "滚轮", "wheel")

// marked are the marks in a text, by their kinds.
func marked(prose string) map[string][]string {
	all := map[string][]string{}
	for _, m := range marks {
		for _, found := range m.form.FindAllStringSubmatch(prose, -1) {
			all[m.what] = append(all[m.what], gestures.Replace(found[1]))
		}
		prose = m.form.ReplaceAllString(prose, " ")
	}
	return all
}

var (
	englishItem = regexp.MustCompile(`\*([^*]+ › [^*]+)\*`)
	chineseItem = regexp.MustCompile(`“([^“”]+ › [^“”]+)”`)
)

// items are the items of menus that a text names with the menus they are in, in the words of the window.
func items(form *regexp.Regexp, prose string, words map[string]lang.Forms) (all []string) {
	for _, m := range form.FindAllStringSubmatch(prose, -1) {
		names := strings.Split(m[1], " › ")
		for i, name := range names {
			if said := words[name]["other"]; said != "" {
				names[i] = said
			}
		}
		all = append(all, strings.Join(names, " › "))
	}
	return all
}

// counterpart is the file to which the Chinese edition of a document links where the English has a link: the
// Chinese edition of that file, if there is one.
func counterpart(name, link string) string {
	file, _, _ := strings.Cut(link, "#")
	switch english, chinese := strings.CutSuffix(file, ".zh.md"); {
	case chinese:
		return english + ".md"
	case slices.Contains(editions, path.Join(path.Dir(name), file)):
		return inChinese(file)
	}
	return file
}

// deadLinks are the links of a document to files, or to headings in them, that there are not.
func deadLinks(name, text string) (dead []string) {
	for _, p := range parts(text) {
		for _, link := range marked(p.prose)["links"] {
			file, heading, _ := strings.Cut(link, "#")
			to := "../../" + path.Join(path.Dir(name), file)
			switch {
			case strings.Contains(link, "://"):
				continue
			case file == "":
				to = "../../" + name
			}
			if _, err := os.Stat(to); err != nil {
				dead = append(dead, link)
			} else if heading != "" {
				if data, err := os.ReadFile(to); err != nil || !slices.Contains(anchors(string(data)), heading) {
					dead = append(dead, link)
				}
			}
		}
	}
	return dead
}

// anchors are the names under which GitHub links to the headings of a document.
func anchors(text string) (all []string) {
	for _, p := range parts(text) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimLeft(p.heading, "# ")))
	}
	return all
}
