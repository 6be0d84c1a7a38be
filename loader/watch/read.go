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

// signature stays the same as long as a file is not changed.
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
	known  digest // of the content last shown; zero: none
	load   loader.Options

	class   class
	sig     signature // before reading
	changed bool      // while it was read
	sum     digest
	file    *loader.File // nil: a trace, not steady, known already, or an error
	err     error
}

// read reads a file whole and closes it at once, because an open file blocks renames on Windows.
func (r *reading) read(ctx context.Context) {
	var data []byte
	if data, r.err = r.bytes(); r.err != nil || data == nil {
		return
	}
	if r.sum = sha256.Sum256(data); r.sum == r.known {
		return
	}
	if r.file, r.err = loader.Decode(ctx, r.path, data, r.load.OfPart()); r.err == nil {
		r.file.Path, r.file.ModTime = r.path, r.sig.modTime()
		r.file.FindBeside()
	}
}

// bytes reads the bytes to decode, or returns nil if there are none.
func (r *reading) bytes() ([]byte, error) {
	f, err := openFile(r.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, err // its class is foreign
	}
	r.sig = signatureOf(info)
	head := make([]byte, loader.SniffSize)
	n := 0
	if r.class, n, err = classify(f, head); err != nil || r.class != packed && (r.class != plain || !r.steady) {
		return nil, err
	}
	limits := r.load.Limits.OrDefault()
	if info.Size() > limits.File {
		e := limits.TooLarge()
		e.Name = r.path
		return nil, e
	}
	data := bytes.NewBuffer(make([]byte, 0, max(info.Size(), int64(n))+2*bytes.MinRead))
	data.Write(head[:n])
	if _, err := data.ReadFrom(io.LimitReader(f, limits.File-int64(n))); err != nil {
		return nil, err
	}
	after, err := os.Stat(r.path)
	r.changed = err != nil || signatureOf(after) != r.sig
	return data.Bytes(), nil
}

// isFile reports whether a path leads to anything but a folder.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// classOf returns the class of a file, or foreign if it cannot be read.
func classOf(path string, head []byte) class {
	f, err := openFile(path)
	if err != nil {
		return foreign
	}
	defer f.Close()
	c, _, _ := classify(f, head)
	return c
}

// classify finds a file's class by its first n bytes, which it reads into head.
func classify(f *os.File, head []byte) (c class, n int, err error) {
	n, err = io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return foreign, n, err
	}
	return sniff(head[:n]), n, nil
}
