package house

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
)

// makefile is the text of Makefile and of what it includes.
func makefile(t *testing.T) string {
	t.Helper()
	return fileText(t, "../../Makefile") + fileText(t, "../../packaging.mk")
}

func fileText(t *testing.T, name string) string {
	t.Helper()
	text := must.Have(os.ReadFile(name))
	return string(text)
}

// needs are the Debian packages in a variable of the Makefile, in order.
func needs(t *testing.T, text, name string) (all []string) {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + name + ` *:= (.+)$`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the Makefile has no %s", name)
	}
	for _, word := range strings.Fields(m[1]) {
		if of, ok := strings.CutPrefix(word, "$("); ok {
			all = append(all, needs(t, text, strings.TrimSuffix(of, ")"))...)
		} else {
			all = append(all, word)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestPackages holds that README lists the packages that the Makefile installs.
func TestPackages(t *testing.T) {
	text, readme := makefile(t), fileText(t, "../../README.md")
	tests := append(needs(t, text, "TEST_NEEDS"), needs(t, text, "DESKTOP_TEST_NEEDS")...)
	slices.Sort(tests)
	for _, list := range []struct {
		between string // what stands before and behind the list
		want    []string
	}{
		{`\| Debian, Ubuntu \| ([^|]*) \|`, needs(t, text, "BUILD_NEEDS")},
		{`(?s)On Debian, the tests also need: (.*?)\. `, slices.Compact(tests)},
		{`(?s)install. as root installs (.*?),\nand .make package`, needs(t, text, "DESKTOP_NEEDS")},
		{`make package. needs (.*?)\.`, needs(t, text, "PACKAGE_NEEDS")},
	} {
		m := regexp.MustCompile(list.between).FindStringSubmatch(readme)
		if m == nil {
			t.Errorf("README has nothing like %s", list.between)
			continue
		}
		got := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(m[1], ",", " "), " and ", " "))
		if slices.Sort(got); !slices.Equal(got, list.want) {
			t.Errorf("README lists %q, the Makefile %q", got, list.want)
		}
	}
}

// TestMakeHelp holds that make help names each target, but for those that others need.
func TestMakeHelp(t *testing.T) {
	text := makefile(t)
	help := strings.Join(regexp.MustCompile(`(?m)^\t@echo 'make .*$`).FindAllString(text, -1), "\n")
	targets := 0
	for _, m := range regexp.MustCompile(`(?m)^\.PHONY: ((?:.*\\\n)*.*)$`).FindAllStringSubmatch(text, -1) {
		for _, target := range strings.Fields(strings.ReplaceAll(m[1], "\\", "")) {
			targets++
			if target == "help" || target == "go" || strings.HasSuffix(target, "-needs") || strings.HasSuffix(target, "-of") {
				continue
			}
			if !regexp.MustCompile(`make ` + target + `\b[^-]`).MatchString(help) {
				t.Errorf("make help does not name %s", target)
			}
		}
	}
	if targets < 25 {
		t.Errorf("only %d targets were found", targets)
	}
}

// TestNamedTargets holds that README, CONTRIBUTING and the documents name only targets that exist.
func TestNamedTargets(t *testing.T) {
	text := makefile(t)
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "docs/design.md", "docs/manual.md", "docs/performance.md", "testdata/README.md"} {
		for _, m := range regexp.MustCompile("(?m)(?:`|^    (?:sudo )?)make ([a-z-]+)").FindAllStringSubmatch(fileText(t, "../../"+file), -1) {
			if !regexp.MustCompile(`(?m)^(?:[a-z-]+ )*` + m[1] + `(?: [a-z-]+)*:`).MatchString(text) {
				t.Errorf("%s names make %s, which there is not", file, m[1])
			}
		}
	}
}

// TestExample holds that the code of CONTRIBUTING is that of a test, which compiles and runs it.
func TestExample(t *testing.T) {
	compiled := fileText(t, "../../ask/example_test.go")
	blocks := regexp.MustCompile("(?s)   ```go\n(.*?)   ```").FindAllStringSubmatch(fileText(t, "../../CONTRIBUTING.md"), -1)
	if len(blocks) < 2 {
		t.Fatalf("CONTRIBUTING has %d pieces of code", len(blocks))
	}
	for _, b := range blocks {
		code := regexp.MustCompile("(?m)^   ").ReplaceAllString(b[1], "")
		if !strings.Contains(compiled, code) {
			t.Errorf("ask/example_test.go has no\n%s", code)
		}
	}
}
