package play

import "slices"

// Resume puts a match back to where it was when it was kept: the games played
// and the one being played. It takes the place of what [NewMatch] has prepared.
func (m *Match) Resume(played []Played, next Pairing) {
	m.played = slices.Clone(played)
	m.next = &next
}
