//go:build cgo

package planted

/*
#include <stdlib.h>
#include <string.h>

static int leak(size_t size) {
	const size_t block = 256 << 10;
	for (size_t n = 0; n < size; n += block) {
		void *p = malloc(block);
		if (p == NULL)
			return 0;
		memset(p, 1, block);
	}
	return 1;
}
*/
import "C"

import "errors"

// leak takes memory of C's malloc and never frees it.
func leak(size int) error {
	if C.leak(C.size_t(size)) == 0 {
		return errors.New("malloc has no memory")
	}
	return nil
}
