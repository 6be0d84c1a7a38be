package shop

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Bank is the payment service that a checkout waits for. It sleeps for a
// while, which depends on the order and takes no CPU time.
func Bank() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /charge", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		sum := sha256.Sum256(body)
		time.Sleep(time.Duration(1+sum[0]%8) * 500 * time.Microsecond)
		fmt.Fprintf(w, `{"charge":"%x"}`, sum[:6])
	})
	return mux
}
