package loader_test

import (
	"context"
	"fmt"

	"profstation/loader"
)

func ExampleOpen() {
	f, err := loader.Open(context.Background(), "../testdata/goroutine.debug2.txt", loader.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Profile.Format)
	fmt.Println(f.Profile.Types)
	// Output:
	// goroutine debug=2
	// [{goroutine count}]
}

// An input that cannot be opened says in one line what it is and what to do.
func ExampleDecode() {
	_, err := loader.Decode(context.Background(), "cpu.pprof", []byte("<html><title>502 Bad Gateway</title>"), loader.Options{})
	fmt.Println(err)
	// Output: cpu.pprof: an HTML page, not a profile (title: 502 Bad Gateway); the server answered with a page: check the address
}

// The first bytes are enough to know the form of an input.
func ExampleSniff() {
	fmt.Printf("%+v\n", loader.Sniff([]byte("go 1.26 trace\x00\x00\x00")))
	fmt.Printf("%+v\n", loader.Sniff([]byte("PK\x03\x04")))
	// Output:
	// {Format:execution trace Trace:true Packed:false}
	// {Format: Trace:false Packed:false}
}

// Profiles of one kind are added up.
func ExampleMerge() {
	f, err := loader.Merge(context.Background(), []string{"../testdata/cpu.pprof", "../testdata/cpu-slow.pprof"}, loader.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Name, f.Profile.Format)
	// Output: 2 profiles merged
}
