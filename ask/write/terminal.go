package write

import (
	"cmp"
	"io"
	"io/fs"
	"os"

	"golang.org/x/term"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"profstation/ask"
	"profstation/model/safe"
)

// Terminal is an output on a terminal. What is written to it moves no cursor and changes no
// display, whatever names are in it: each character that does not show itself, except line ends
// and tabs, becomes U+FFFD, as in the window.
type Terminal struct {
	*transform.Writer          // keeps an incomplete character; Close writes it
	File              *os.File // for the program's own movements
}

// OnTerminal returns a [Terminal] if the file is one. Other files get each byte as it is.
func OnTerminal(f *os.File) io.Writer {
	if !term.IsTerminal(int(f.Fd())) {
		return f
	}
	return onTerminal(f, f)
}

func onTerminal(w io.Writer, f *os.File) *Terminal {
	return &Terminal{transform.NewWriter(w, runes.Map(safe.Rune)), f}
}

// ForDevice returns do for the file with that name. On a device, such as /dev/tty, the result
// writes as on a terminal.
func ForDevice(name string, do ask.Write) ask.Write {
	if info, err := os.Stat(name); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return do
	}
	return func(w io.Writer) error {
		t := onTerminal(w, nil)
		return cmp.Or(do(t), t.Close())
	}
}
