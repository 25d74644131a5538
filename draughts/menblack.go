package draughts

import (
	"kibaho"
)

// menBlack makes a random turn of Black, who has no king: the one that r.N of
// their number picks in the order of Moves. It returns the pieces as White, who
// is to move next, sees them. Nothing has been done if a jump goes on or if there
// is no move.
func menBlack(own, enemy, kings uint32, r *kibaho.Rand) (next, other, crowned uint32, what manTurn) {
	const ways = ne | nw<<8
	vacant := ^(own | enemy)
	toNE, toNW := jumpNE&rl(enemy, sw)&rl(vacant, sw2), jumpNW&rl(enemy, se)&rl(vacant, se2)
	a, b := own&toNE, own&toNW
	if a|b != 0 { // DR3
		if (rl(a, ne2)|rl(b, nw2))&(toNE|toNW) != 0 {
			return own, enemy, kings, manGoesOn
		}
		from, at := draw(uint64(a)|uint64(b)<<32, r)
		way := ways >> (at >> 2 & 8) & 31
		taken, to := rl(from, way), rl(from, 2*way)
		return enemy &^ taken, own ^ from | to, kings&^taken | to&crownBlack, manJumps
	}
	a, b = rl(own&stepNE, ne)&vacant, rl(own&stepNW, nw)&vacant
	if a|b == 0 { // DR6
		return own, enemy, kings, manStuck
	}
	to, at := draw(uint64(a)|uint64(b)<<32, r)
	from := rl(to, -(ways >> (at >> 2 & 8) & 31))
	return enemy, own ^ from | to, kings | to&crownBlack, manSteps
}
