package app

import (
	"bytes"
	"strings"
	"testing"
)

// What the toolkit says of its errors is one line of ours, and none where nothing is missed. Without a
// screen it is the program's error.
func TestToolkitLog(t *testing.T) {
	for _, c := range []struct{ says, line, fails string }{
		{"Fyne error:  failed to watch theme settings\n|  Cause: exec: \"dbus-launch\": not found\n|  At: app_xdg.go:152\n", "", ""},
		{"Fyne error:  Getting favorite locations\n|  Cause: no VIDEOS folder\n|  At: file.go:400\n", "profstation: Getting favorite locations: no VIDEOS folder\n", ""},
		{"anything\n", "profstation: anything\n", ""},
		{"Fyne error:  failed to initialise GLFW\n|  Cause: PlatformUnavailable: Failed to detect any supported platform\n", "", "set DISPLAY to a screen that can be reached"},
		{"Fyne error:  window creation error\n|  Cause: APIUnavailable: GLX: GLX extension not found\n", "", "GLX extension not found; the screen needs OpenGL"},
	} {
		var out bytes.Buffer
		l, failed := &toolkitLog{out: &out}, ""
		func() {
			defer func() {
				if no, ok := recover().(noWindow); ok {
					failed = no.Error()
				}
			}()
			for line := range strings.SplitSeq(c.says, "|") {
				if n, err := l.Write([]byte(line)); n != len(line) || err != nil {
					t.Fatal(n, err)
				}
			}
		}()
		if out.String() != c.line || (failed == "") != (c.fails == "") || !strings.Contains(failed, c.fails) {
			t.Errorf("%q: %q, and it fails with %q", c.says, out.String(), failed)
		}
		if failed != "" && (strings.Contains(failed, "\n") || !strings.Contains(failed, "profstation info, export and report need no window")) {
			t.Errorf("it says %q", failed)
		}
	}
}
