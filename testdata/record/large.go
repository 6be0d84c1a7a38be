package main

import (
	"fmt"
	"os"

	"profstation/testdata/record/synthetic"
)

// writeLarge writes the profile that the benchmarks of big profiles use:
// 200,000 stacks, 40 deep, of 5,000 functions. It is the same every time.
func writeLarge(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := synthetic.Large(200_000, 40, 5_000, 1).Write(f); err != nil {
		f.Close()
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.Close()
}
