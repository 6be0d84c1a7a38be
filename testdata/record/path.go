package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// stringTable is the number of Profile.string_table in profile.proto.
const stringTable = 6

// withoutPath takes the directory of this program's file out of a profile: the
// runtime writes the file's whole path into the mapping. Everything else stays
// byte for byte as the runtime wrote it. What is not packed is no protobuf and
// has no mapping.
func withoutPath(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(packed)
	if err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	raw, err = replaceString(raw, program, filepath.Base(program))
	if err != nil {
		return nil, err
	}
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

var errWire = errors.New("not a protobuf message")

// replaceString copies a profile with one entry of its string table changed.
func replaceString(raw []byte, old, new string) ([]byte, error) {
	var out []byte
	for len(raw) > 0 {
		tag, n := binary.Uvarint(raw)
		if n <= 0 {
			return nil, errWire
		}
		value, m := binary.Uvarint(raw[n:])
		if m <= 0 {
			return nil, errWire
		}
		end := n + m
		switch tag & 7 {
		case 0: // a number
		case 2: // a string or a message of value bytes
			if value > uint64(len(raw)-end) {
				return nil, errWire
			}
			end += int(value)
			if tag>>3 == stringTable && string(raw[n+m:end]) == old {
				out = binary.AppendUvarint(out, tag)
				out = binary.AppendUvarint(out, uint64(len(new)))
				out = append(out, new...)
				raw = raw[end:]
				continue
			}
		default: // profile.proto has no others
			return nil, errWire
		}
		out = append(out, raw[:end]...)
		raw = raw[end:]
	}
	return out, nil
}
