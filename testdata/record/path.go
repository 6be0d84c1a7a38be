package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
)

// withoutPath removes the directory of this program's file from a profile: the runtime writes the
// file's whole path into the mapping. Everything else stays byte for byte as the runtime wrote it.
// A recording that is not packed is not a protobuf and has no mapping.
func withoutPath(data []byte) ([]byte, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return renamed(data, program, filepath.Base(program))
}

// renamed replaces a text in a profile's table of texts. What is not packed stays as it is.
func renamed(data []byte, from, to string) ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data, nil
	}
	raw, err := io.ReadAll(packed)
	if err != nil {
		return nil, err
	}
	raw = bytes.Replace(raw, tableEntry(from), tableEntry(to), 1)
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// tableEntry encodes an entry in Profile.string_table, field 6 in profile.proto. A
// profile's texts are all in this table, and no length around it changes with it.
func tableEntry(s string) []byte {
	const stringTable, lengthDelimited = 6, 2
	entry := binary.AppendUvarint([]byte{stringTable<<3 | lengthDelimited}, uint64(len(s)))
	return append(entry, s...)
}
