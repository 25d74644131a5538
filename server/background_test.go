package server

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestBackground: work that is asked for while the end comes has either been
// waited for or never runs.
func TestBackground(t *testing.T) {
	const callers = 8
	for range 200 {
		var b background
		var begun, done atomic.Int64
		var asking sync.WaitGroup
		for range callers {
			asking.Go(func() {
				if b.spawn(func() { done.Add(1) }) {
					begun.Add(1)
				}
			})
		}
		b.end()
		atEnd := done.Load()
		asking.Wait()
		if begun.Load() != atEnd || done.Load() != atEnd {
			t.Fatalf("%d begun, %d done at the end, %d afterwards", begun.Load(), atEnd, done.Load())
		}
		if b.spawn(func() { t.Error("ran after the end") }) {
			t.Fatal("begun after the end")
		}
	}
}
