// Owners holds memory in four known places and waits: goref's recording of it is references-goref.pprof.
//
//	go build -trimpath -o owners ./owners && ./owners & grf attach $! -o references-goref.pprof
package main

import (
	"fmt"
	"time"
)

// What each place holds.
const (
	sessionCount, sessionSize = 2000, 8 << 10
	queuedCount, queuedSize   = 1000, 4 << 10
	archiveCount, archiveSize = 16, 1 << 20
	bufferSize                = 6 << 20
)

type item struct {
	name string
	data []byte
}

type cache struct {
	items map[string]*item
	order []*item
}

var (
	sessions = &cache{items: map[string]*item{}}
	queue    = make(chan *item, 4096)
	archive  [][]byte
)

func main() {
	for i := range sessionCount {
		it := &item{name: fmt.Sprintf("session-%d", i), data: make([]byte, sessionSize)}
		sessions.items[it.name] = it
		sessions.order = append(sessions.order, it)
	}
	for i := range queuedCount {
		queue <- &item{name: fmt.Sprint(i), data: make([]byte, queuedSize)}
	}
	for range archiveCount {
		archive = append(archive, make([]byte, archiveSize))
	}
	go work(make([]byte, bufferSize))
	time.Sleep(time.Hour)
	fmt.Println(len(sessions.items), len(queue), len(archive))
}

func work(buffer []byte) {
	time.Sleep(time.Hour)
	fmt.Println(len(buffer))
}
