//go:build !linux && !darwin && !freebsd

package instance

import "os"

// peerOf trusts the permissions of the socket's folder.
func peerOf(int) (uid int, err error) { return os.Getuid(), nil }
