package layout_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"time"

	"profstation/graph/layout"
)

// pretend is a helper process that is none.
func pretend(role string) {
	request, err := layout.Receive[layout.Request](os.Stdin)
	if err != nil {
		os.Exit(3)
	}
	switch role {
	case "killed":
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			p.Kill()
		}
		time.Sleep(time.Hour)
	case "panics":
		panic("no more")
	case "silent":
		os.Exit(0)
	case "hangs":
		time.Sleep(time.Hour)
	case "garbage":
		os.Stdout.Write(bytes.Repeat([]byte("garbage "), 1000))
	case "cut":
		var b bytes.Buffer
		layout.Send(&b, layout.Answer{JSON: []byte("too short")})
		os.Stdout.Write(b.Bytes()[:b.Len()-3])
	case "huge":
		os.Stdout.Write(binary.LittleEndian.AppendUint64(nil, 100<<20))
		time.Sleep(time.Hour)
	case "nonsense":
		layout.Send(os.Stdout, layout.Answer{JSON: request.DOT})
	}
}
