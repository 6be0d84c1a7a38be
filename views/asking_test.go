package views

import (
	"slices"
	"testing"
)

// Of what is asked while an answer is being made, only the last is answered, after it.
func TestAsking(t *testing.T) {
	var a asking
	var answered []int
	begun, goOn, done := make(chan int), make(chan int), make(chan int)
	a.ask(func() {
		begun <- 0
		<-goOn
		answered = append(answered, 0)
	})
	<-begun
	for i := 1; i <= 20; i++ {
		a.ask(func() {
			answered = append(answered, i)
			done <- i
		})
	}
	close(goOn)
	if last := <-done; last != 20 || !slices.Equal(answered, []int{0, 20}) {
		t.Errorf("%v are answered", answered)
	}
	a.ask(func() { done <- 21 })
	if <-done != 21 {
		t.Error("nothing is answered afterwards")
	}
}
