//go:build !unix

package main

import (
	"os"
	"time"
)

func spent() time.Duration          { return 0 }
func peakOf(*os.ProcessState) int64 { return 0 }
