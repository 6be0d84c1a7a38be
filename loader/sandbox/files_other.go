//go:build !unix

package sandbox

import (
	"errors"
	"os"
	"os/exec"
)

// supported says whether an open file can be handed to another process.
const supported = false

// files replaces the socket through which open files go, which does not exist here.
type files struct{}

func sendFiles(*exec.Cmd) (*files, error) { return nil, errors.ErrUnsupported }
func receiveFiles() (*files, error)       { return nil, errors.ErrUnsupported }
func (*files) started()                   {}
func (*files) Close() error               { return nil }
func (*files) send(*os.File) error        { return errors.ErrUnsupported }
func (*files) receive() (*os.File, error) { return nil, errors.ErrUnsupported }
