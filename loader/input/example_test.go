package input_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"

	"profstation/loader/input"
)

func ExampleRead() {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte("goroutine profile: total 1\n"))
	w.Close()
	p := input.NewProgress(context.Background(), nil)
	in, err := input.Read(&packed, 0, input.Limits{}.OrDefault(), p, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", in.Bytes)
	// Output: goroutine profile: total 1
}

func ExampleSize() {
	fmt.Println(input.Size(1), input.Size(1536), input.Size(200<<20))
	// Output: 1B 1.5kB 200MB
}
