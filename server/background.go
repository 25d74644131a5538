package server

import "sync"

// background is work that goes on beside the requests until the server goes down.
// Requests may still come in at that moment: what they want to begin then is
// refused, so that nothing is waited for while it is being added.
type background struct {
	mu    sync.Mutex
	ended bool
	work  sync.WaitGroup
}

// spawn begins f, unless the end has come: then it reports false and f never runs.
func (b *background) spawn(f func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return false
	}
	b.work.Go(f)
	return true
}

// end lets nothing new begin and returns when all that has begun is done.
func (b *background) end() {
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.work.Wait()
}
