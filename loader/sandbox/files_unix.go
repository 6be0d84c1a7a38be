//go:build unix

package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// supported says whether an open file can be handed to another process.
const supported = true

// filesAt is the socket's descriptor in the helper process: the first in exec.Cmd.ExtraFiles.
const filesAt = 3

// files is one end of a socket through which open files go.
type files struct {
	conn  *net.UnixConn
	other *os.File // the helper's end, until that has started
}

// sendFiles adds the socket to a command that is to be started.
func sendFiles(cmd *exec.Cmd) (*files, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, fmt.Errorf("socketpair: %w", err)
	}
	for _, fd := range pair {
		unix.CloseOnExec(fd)
	}
	other := os.NewFile(uintptr(pair[1]), "files")
	conn, err := connOf(pair[0])
	if err != nil {
		other.Close()
		return nil, err
	}
	cmd.ExtraFiles = []*os.File{other}
	return &files{conn, other}, nil
}

// receiveFiles returns the socket's end in a process that was started with it.
func receiveFiles() (*files, error) {
	conn, err := connOf(filesAt)
	return &files{conn: conn}, err
}

func connOf(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "files")
	if f == nil {
		return nil, errors.New("no socket for files")
	}
	defer f.Close() // the connection has its own descriptor
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UnixConn), nil
}

func (f *files) started() { f.other.Close() }

func (f *files) Close() error { return f.conn.Close() }

func (f *files) send(file *os.File) error {
	raw, err := file.SyscallConn()
	if err != nil {
		return err
	}
	var sent error
	return errors.Join(raw.Control(func(fd uintptr) {
		_, _, sent = f.conn.WriteMsgUnix([]byte{0}, unix.UnixRights(int(fd)), nil)
	}), sent)
}

func (f *files) receive() (*os.File, error) {
	data, rights := make([]byte, 1), make([]byte, unix.CmsgSpace(4))
	_, n, _, _, err := f.conn.ReadMsgUnix(data, rights)
	if err != nil {
		return nil, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:n])
	if err != nil || len(messages) != 1 {
		return nil, fmt.Errorf("no file came: %w", err)
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil, fmt.Errorf("no file came: %w", err)
	}
	return os.NewFile(uintptr(fds[0]), "input"), nil
}
