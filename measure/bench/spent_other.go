//go:build !unix

package main

import "os"

func spent() usage { return usage{} }

func usageOf(s *os.ProcessState) (used usage, peak int64) {
	return usage{User: s.UserTime(), System: s.SystemTime()}, 0
}
