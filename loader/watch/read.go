package watch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"profstation/loader"
)

// signature is the same as long as a file was not changed.
type signature struct {
	dev, ino uint64
	size     int64
	mtime    int64 // Unix nanoseconds
}

func signatureOf(info fs.FileInfo) signature {
	dev, ino := inode(info)
	return signature{dev, ino, info.Size(), info.ModTime().UnixNano()}
}

func (s signature) modTime() time.Time { return time.Unix(0, s.mtime) }

// digest is the SHA-256 of a file's bytes.
type digest = [sha256.Size]byte

// reading is one try of a file, and its outcome.
type reading struct {
	path   string
	steady bool   // it has been unchanged for long enough
	known  digest // of the content that was last shown; zero: none

	class   class
	sig     signature // before
	changed bool      // while it was read
	sum     digest
	file    *loader.File // nil: a trace, not steady, known already, or an error
	err     error
}

// read tries a file: opened, read whole and closed at once, for an open file
// blocks renames on Windows.
func (r *reading) read(ctx context.Context) {
	data := r.bytes()
	if r.err != nil || data == nil {
		return
	}
	if r.sum = sha256.Sum256(data); r.sum == r.known {
		return
	}
	f, err := loader.Decode(ctx, r.path, data, loader.Options{OnlyProfiles: true})
	if err != nil {
		r.err = err
		return
	}
	f.Path, f.ModTime = r.path, r.sig.modTime()
	r.file = f
}

// bytes reads the bytes to decode, nil if there are none.
func (r *reading) bytes() []byte {
	var f *os.File
	if f, r.err = openFile(r.path); r.err != nil {
		return nil
	}
	defer f.Close()
	var info fs.FileInfo
	if info, r.err = f.Stat(); r.err != nil {
		return nil
	}
	if !info.Mode().IsRegular() {
		r.class = foreign
		return nil
	}
	r.sig = signatureOf(info)
	head := make([]byte, loader.SniffSize)
	n := 0
	if r.class, n, r.err = classify(f, head); r.err != nil {
		return nil
	}
	if r.class == foreign || r.class == empty || r.class == trace || r.class == plain && !r.steady {
		return nil
	}
	limits := loader.Limits{}.OrDefault()
	if info.Size() > limits.File {
		e := limits.TooLarge()
		e.Name, r.err = r.path, e
		return nil
	}
	data := bytes.NewBuffer(make([]byte, 0, max(info.Size(), int64(n))+2*bytes.MinRead))
	data.Write(head[:n])
	if _, r.err = data.ReadFrom(io.LimitReader(f, limits.File-int64(n))); r.err != nil {
		return nil
	}
	after, err := os.Stat(r.path)
	r.changed = err != nil || signatureOf(after) != r.sig
	return data.Bytes()
}

// isFile reports whether a path leads to anything but a folder.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// classOf returns the class of a file, foreign if it cannot be read.
func classOf(path string, head []byte) class {
	f, err := openFile(path)
	if err != nil {
		return foreign
	}
	defer f.Close()
	c, _, err := classify(f, head)
	if err != nil {
		return foreign
	}
	return c
}

// classify finds the class of a file by its first n bytes, which it reads to
// head.
func classify(f *os.File, head []byte) (c class, n int, err error) {
	n, err = io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return foreign, n, err
	}
	return sniff(head[:n]), n, nil
}
