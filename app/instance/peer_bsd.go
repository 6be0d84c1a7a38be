//go:build darwin || freebsd

package instance

import "golang.org/x/sys/unix"

func peerOf(fd int) (uid int, err error) {
	c, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return 0, err
	}
	return int(c.Uid), nil
}
