package instance

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"time"
)

// Reply answers a request for a source line, in words for the terminal that asked: what was found, or why nothing was.
// It returns at once, and only the first call counts. Any goroutine may call it.
type Reply func(said string, err error)

// looking is how long a start waits for the window to find a source line. A large profile is prepared meanwhile.
const looking = 30 * time.Second

// answer is a reply as it is sent, in a line behind the acceptance. A program of an older version sends none.
type answer struct {
	Said  string `json:"said,omitempty"`
	Error string `json:"error,omitempty"`
}

// replyOn returns what answers on a connection, and how to wait until that has happened or nobody waits for it.
func replyOn(conn net.Conn) (reply Reply, wait func()) {
	first := make(chan answer, 1)
	reply = func(said string, err error) {
		a := answer{Said: said}
		if err != nil {
			a = answer{Error: err.Error()}
		}
		select {
		case first <- a:
		default:
		}
	}
	return reply, func() {
		late := time.NewTimer(looking)
		defer late.Stop()
		select {
		case a := <-first:
			conn.SetDeadline(time.Now().Add(slowest))
			json.NewEncoder(conn).Encode(a) // whoever asked may have gone
		case <-late.C:
		}
	}
}

// readReply reads what a window says of a line.
func readReply(from io.Reader) (said string, err error) {
	var a answer
	line, err := readLine(from)
	var slow net.Error
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return "", errSilent
	case err == nil:
		err = json.Unmarshal([]byte(line), &a)
	}
	switch {
	case err != nil:
		return "", errors.New("the profstation window has closed, or is of another version: it does not say what it found")
	case a.Error != "":
		return "", errors.New(a.Error)
	}
	return a.Said, nil
}
