package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An address with secrets in it, where a file should stand, is named without them wherever it is
// named: in errors, in JSON, in titles of pages.
func TestSecretsOfAddresses(t *testing.T) {
	const secret = "http://ann:s3cret@127.0.0.1:1/debug/pprof/heap?token=s3cret#s3cret"
	dir := t.TempDir()
	page := filepath.Join(dir, "page.html")
	n := 0
	for _, args := range []string{
		"info URL", "info --json URL", "info " + cpu + " URL",
		"export --view top -o - --format csv URL", "export --view top -o - --format csv URL " + cpu, "export --view top -o - --format csv " + cpu + " URL",
		"export --view diff -o - --format csv --base URL " + cpu, "export --view diff -o - --format csv --base " + cpu + " URL",
		"export --view diff -o - --format csv --base URL,URL,URL " + cpu, "export --view summary -o - --format md --base URL " + cpu + " " + cpu,
		"export --view trend -o - --format csv URL", "export --view timeline -o - --format svg URL", "export --view timeline -o - --format svg --base URL URL",
		"export --view top --from_trace sync -o - --format csv URL",
		"export --view top -o URL --format csv " + cpu, "export --view top -o URL " + cpu, "export --view list --source_path URL --focus x -o - --format txt " + cpu,
		"report -o PAGE URL", "report -o PAGE " + cpu + " URL", "report -o PAGE URL " + cpu, "report -o PAGE --base URL " + cpu, "report -o PAGE --base URL URL", "report -o PAGE URL.profstation",
		"report -o - URL", "compare URL", "compare URL B C",
	} {
		words := strings.Fields(args)
		for i, w := range words {
			words[i] = strings.NewReplacer("PAGE", page, "URL", secret).Replace(w)
		}
		r := run(t, words...)
		data, err := os.ReadFile(page)
		if err == nil {
			os.Remove(page)
		}
		if all := r.out + r.err + string(data); strings.Contains(all, "s3cret") {
			t.Errorf("%s: %.600s", args, all[max(0, strings.Index(all, "s3cret")-200):])
		}
		if r.exit != 0 {
			n++
		}
	}
	if n < 15 {
		t.Errorf("only %d fail", n)
	}
}
