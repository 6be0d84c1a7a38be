package heap

import (
	"syscall"
	"unsafe"
)

const (
	large = syscall.MADV_HUGEPAGE
	small = syscall.MADV_NOHUGEPAGE
)

// Setting is to whom the system gives large pages: always, madvise (to those who ask) or never. It is read when the
// program starts, because a process that decodes files cannot open any later.
var Setting = setting()

func setting() string {
	const never = "never" // also for a kernel without large pages, which has no such file
	file, err := syscall.Open("/sys/kernel/mm/transparent_hugepage/enabled", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return never
	}
	defer syscall.Close(file)
	text := make([]byte, 100)
	n, _ := syscall.Read(file, text)
	return chosen(string(text[:max(n, 0)]), never)
}

// chosen returns the word in brackets: the file names all settings, the one in force as [this].
func chosen(text, otherwise string) string {
	from := 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			from = i + 1
		case ']':
			if from > 0 {
				return text[from:i]
			}
		}
	}
	return otherwise
}

// address returns where the object lies. A number does not keep it.
func address(object *[size]byte) uintptr { return uintptr(unsafe.Pointer(object)) }

// advise says which pages the room is to have when it is used for the first time.
func advise(advice uintptr) { syscall.Syscall(syscall.SYS_MADVISE, room, size, advice) }
