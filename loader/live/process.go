package live

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"profstation/loader/httpclient"
)

// mostArguments is how much of a command line is compared.
const mostArguments = 1 << 20

// process returns the number of the process of this machine that the server is; 0: it is not known, or none that the
// user may look into. A port may be forwarded from elsewhere, so the process must have the server's command line, too.
func (c *Client) process(ctx context.Context) int {
	at := &c.target.place.URL
	ip := net.ParseIP(at.Hostname())
	if c.target.place.Socket != "" || at.Hostname() != "localhost" && !ip.IsLoopback() {
		return 0
	}
	port, _ := strconv.Atoi(cmp.Or(at.Port(), map[string]string{"http": "80", "https": "443"}[at.Scheme]))
	sockets := listening(port)
	if len(sockets) == 0 {
		return 0
	}
	answer, err := c.Do(ctx, httpclient.Ask{Page: "cmdline"})
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	line, err := io.ReadAll(io.LimitReader(answer.Body, mostArguments))
	if err != nil || len(line) == 0 {
		return 0
	}
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range all {
		if ctx.Err() != nil {
			return 0
		}
		own, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil || !bytes.Equal(bytes.TrimSuffix(own, []byte{0}), line) || !holds(dir, sockets) {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(dir))
		return pid
	}
	return 0
}

// listening returns the sockets that listen at a port of this machine, as /proc/PID/fd names them.
func listening(port int) (sockets []string) {
	const listens = "0A" // TCP_LISTEN
	for _, name := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode …
			field := strings.Fields(lines.Text())
			if len(field) < 10 || field[3] != listens {
				continue
			}
			address, at, _ := strings.Cut(field[1], ":")
			n, err := strconv.ParseUint(at, 16, 16)
			if err == nil && int(n) == port && isHere(address) {
				sockets = append(sockets, "socket:["+field[9]+"]")
			}
		}
		f.Close()
	}
	return sockets
}

// isHere reports whether an address leads to a loopback one: it is one, or all of this machine. The kernel writes it as
// 32-bit numbers, in the order that the processor has.
func isHere(address string) bool {
	ip, err := hex.DecodeString(address)
	if err != nil || len(ip)%4 != 0 {
		return false
	}
	for word := range slices.Chunk(ip, 4) {
		binary.NativeEndian.PutUint32(word, binary.BigEndian.Uint32(word))
	}
	return net.IP(ip).IsLoopback() || net.IP(ip).IsUnspecified()
}

// holds reports whether a process has one of the sockets open.
func holds(dir string, sockets []string) bool {
	open, _ := filepath.Glob(filepath.Join(dir, "fd", "*"))
	return slices.ContainsFunc(open, func(fd string) bool {
		to, err := os.Readlink(fd)
		return err == nil && slices.Contains(sockets, to)
	})
}
