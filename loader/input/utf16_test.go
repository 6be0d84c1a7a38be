package input

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// marked is a text in UTF-16 with a mark.
func marked(order binary.AppendByteOrder, text string) []byte {
	var data []byte
	for _, u := range append([]uint16{0xfeff}, utf16.Encode([]rune(text))...) {
		data = order.AppendUint16(data, u)
	}
	return data
}

func TestText(t *testing.T) {
	for _, text := range []string{"", "a;b 1\r\n", "größer 大 😀\n", strings.Repeat("main;work 12\r\n", 10_000)} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			if got := string(Text(marked(order, text))); got != text {
				t.Errorf("%.20q in %v: %.20q", text, order, got)
			}
		}
		if got := string(Text([]byte(text))); got != text {
			t.Errorf("%.20q: %.20q", text, got)
		}
		zipped, err := Read(bytes.NewReader(zip(marked(binary.LittleEndian, text))), 0, Limits{}, NewProgress(t.Context(), nil), nil)
		if err != nil || string(zipped.Bytes) != text {
			t.Errorf("%.20q, packed: %v", text, err)
		}
		plain, err := Read(bytes.NewReader(marked(binary.LittleEndian, text)), 0, Limits{}, NewProgress(t.Context(), nil), nil)
		if err != nil || string(plain.Bytes) != text {
			t.Errorf("%.20q, plain: %v", text, err)
		}
	}
	for _, data := range [][]byte{{0xff}, {0xff, 0xfe, 0, 0, 1, 0}, marked(binary.LittleEndian, "\x1f\x8b\x08\x00")} {
		if got := Text(data); !bytes.Equal(got, data) {
			t.Errorf("% x: % x", data, got)
		}
	}
	if got := string(Text([]byte{0xff, 0xfe, 0x3d, 0xd8, 'a', 0, 0x3d, 0xd8})); got != "\ufffda\ufffd" {
		t.Errorf("halves of letters: %q", got)
	}
	_, err := Read(bytes.NewReader(marked(binary.LittleEndian, strings.Repeat("大", 1000))), 0, Limits{Uncompressed: 2500}, NewProgress(t.Context(), nil), nil)
	if err == nil || !strings.Contains(err.Error(), "unpacks to more") {
		t.Error(err)
	}
}

// FuzzText compares with the library, letter by letter.
func FuzzText(f *testing.F) {
	f.Add([]byte("a\x00\x3d\xd8\x00\xde"), true)
	f.Add([]byte("\x00a\xd8\x3d"), false)
	f.Fuzz(func(t *testing.T, data []byte, little bool) {
		order := binary.ByteOrder(binary.BigEndian)
		if little {
			order = binary.LittleEndian
		}
		var units []uint16
		for pair := range slices.Chunk(data[:len(data)&^1], 2) {
			units = append(units, order.Uint16(pair))
		}
		if got, want := string(utf8Of(data, order)), string(utf16.Decode(units)); got != want {
			t.Errorf("% x: %q, not %q", data, got, want)
		}
	})
}
