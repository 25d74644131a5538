package search

// trail is the way from the root of a proof to a position: the positions on it,
// by depth, and a count by hash that tells nearly always at once that a position
// is not among them.
type trail[P comparable] struct {
	pos    []P
	hashes []uint64
	seen   [1 << trailBits]uint16
}

const trailBits = 10

func (t *trail[P]) len() int { return len(t.pos) }

func (t *trail[P]) push(p *P, hash uint64) {
	t.pos = append(t.pos, *p)
	t.hashes = append(t.hashes, hash)
	t.seen[hash>>(64-trailBits)]++
}

// cut shortens the trail to n positions.
func (t *trail[P]) cut(n int) {
	for _, h := range t.hashes[n:] {
		t.seen[h>>(64-trailBits)]--
	}
	t.pos, t.hashes = t.pos[:n], t.hashes[:n]
}

// find returns the depth at which a position stands on the trail, or -1. A
// position stands on it once.
func (t *trail[P]) find(p *P, hash uint64) int {
	if t.seen[hash>>(64-trailBits)] == 0 {
		return -1
	}
	for i := len(t.hashes) - 1; i >= 0; i-- {
		if t.hashes[i] == hash && t.pos[i] == *p {
			return i
		}
	}
	return -1
}
