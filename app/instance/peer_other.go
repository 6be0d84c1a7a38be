//go:build !linux && !darwin && !freebsd

package instance

import (
	"net"
	"os"
)

// peer trusts the permissions of the socket's folder.
func peer(*net.UnixConn) (uid int, err error) { return os.Getuid(), nil }
